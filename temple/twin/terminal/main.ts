/** `npm run temple`: a temple of beads in the terminal. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { commandLine } from '@flower-war/protocol/command-line';
import { brokerMark, claimCode, devicePassword, printedCode } from '@flower-war/protocol/credentials';
import { masterKeyIn } from '@flower-war/protocol/hosting';
import { type FoundOnLan, findOnLan, nameOnLan } from '@flower-war/protocol/lan';
import { lockFile } from '../../shared/fileLock.ts';
import { blankFlash, type Flash } from '../device/flash.ts';
import { startTwin } from '../index.ts';
import { printScript } from '../script/script.ts';
import { COMMAND, checked, DEFAULT_STATE, explain, Problem, readLine, type TwinArguments } from './commands.ts';
import { Screen } from './screen.ts';
import { inventId, keepState, perform, readState, type Session, scriptNamed, watchInWords } from './session.ts';

// The temple without a terminal: commands come in as lines, and events go out as lines.

const HELP =
  'war [N] [KIND], rain [N] [KIND], knock war rain ..., offline [S], online, network FAULT [S], reboot, wipe, code, status, settle, script NAME, quit';

/** Runs one command after the other. Ends at `quit`, or at the end of the input when all is settled. */
async function runLines(session: Session, input: NodeJS.ReadableStream): Promise<void> {
  await session.twin.until('its boot', ({ display }) => display.power === 'on');
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const command = readLine(line);
    if (command?.kind === 'quit') return;
    if (command === undefined) session.note(`"${line.trim()}" is not a command. There are: ${HELP}`);
    else if (command.kind === 'help') session.note(HELP);
    else await perform(session, command).catch((error) => session.note(explain(error)));
  }
  await session.twin.settled().catch((error) => session.note(explain(error)));
}

// The password of a temple at this machine's broker, and its printed code: made from the key in the data folder.

interface Credentials {
  readonly password: string;
  readonly code: string;
  /** The name in the local network of the broker that knows this password. */
  readonly brokerName: string;
}

async function ownCredentials(id: string, folder: string): Promise<Credentials> {
  const key = await masterKeyIn(folder);
  const brokerName = nameOnLan(brokerMark(key));
  return { password: devicePassword(key, id), code: printedCode(claimCode(key, id)), brokerName };
}

/** The password goes to no broker but the one that has its key. Where the person gave it, any broker of the game may be meant. */
async function brokerOnLan({ brokerName }: Partial<Credentials>): Promise<string> {
  const all = await findOnLan('mqtt');
  const found = all.filter(({ host }) => brokerName === undefined || host === brokerName);
  const [one, other] = found;
  if (other !== undefined) throw new Problem(`Several brokers answer here. Give the password to one: ${named(found)}.`);
  if (one !== undefined) return one.url;
  const others = all.length === 0 ? START_IT : `Others do (${named(all)}): ${OTHER_KEY}`;
  throw new Problem(`The broker of this temple does not answer in this network. ${others}`);
}

const START_IT = 'Start it with npm start -- --lan, or name its address with --mqtt.';
const OTHER_KEY = 'to use one, give the id and the password that npm run do -- new-temple prints on its machine.';

const named = (brokers: readonly FoundOnLan[]): string =>
  brokers
    .slice(0, 5)
    .map(({ url }) => `--mqtt ${url}`)
    .join(', ');

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const wanted = checked(commandLine(COMMAND).values);
    if (wanted['print-script']) process.stdout.write(printScript(scriptNamed(wanted.script ?? '', wanted.seed)));
    else await run(wanted);
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(explain(error));
    return 2;
  }
}

async function run(wanted: TwinArguments): Promise<void> {
  if (wanted.script !== undefined) scriptNamed(wanted.script, wanted.seed); // throws if it cannot be read
  const file = inPlace(wanted.state);
  const letGo = hold(file);
  try {
    await open(wanted, file);
  } finally {
    letGo();
  }
}

function hold(file: string): () => void {
  const letGo = lockFile(file);
  if (letGo !== undefined) return letGo;
  throw new Problem(
    `Another npm run temple uses ${file}. For a second temple name another file: --state data/second.json`,
  );
}

async function open(wanted: TwinArguments, file: string): Promise<void> {
  const state = readState(file);
  const id = idFor(wanted, state?.id);
  const own = await credentialsFor(wanted, id);
  const content = state?.flash.kind === wanted.flash ? state.flash : blankFlash(wanted.flash);
  const keep = (flash: Flash) => keepState(file, { id, flash });
  keep(content);
  const broker = wanted.lan ? await brokerOnLan(own) : wanted.mqtt;
  const { seed, mqtt5, ca } = wanted;
  const options = { broker, id, password: own.password, flash: wanted.flash, content, keep } as const;
  const twin = await startTwin({
    ...options,
    // Never --seed: two lives that begin with the same epoch would count as one.
    seed: randomInt(2 ** 32),
    bootMs: [800, 2000],
    ...(mqtt5 && { protocolVersion: 5 }),
    ...(ca !== undefined && { ca: certificateIn(ca) }),
  });
  const leaving = new AbortController();
  const isLive = !wanted.plain && process.stdin.isTTY === true && process.stdout.isTTY === true;
  const screen = new Screen();
  const note = isLive ? (text: string) => screen.note(text) : (text: string) => console.log(text);
  const session: Session = { twin, seed, sticker: own.code, note, signal: leaving.signal };
  watchInWords(twin, note);
  note(`${id} at ${broker}`);
  try {
    if (wanted.script !== undefined) void play(session, wanted.script);
    await (isLive ? screen.run(session, process.stdin) : runLines(session, process.stdin));
  } finally {
    leaving.abort();
    await twin.stop();
    process.stdin.destroy();
  }
}

/** A path as the person meant it: relative to the folder in which the person typed the command. */
function inPlace(file: string): string {
  const isUsual = file === DEFAULT_STATE || file === 'data';
  return resolve(isUsual ? process.cwd() : (process.env.INIT_CWD ?? process.cwd()), file);
}

function certificateIn(ca: string): string {
  try {
    return readFileSync(inPlace(ca), 'utf8');
  } catch (error) {
    throw new Problem(
      `--ca ${ca} cannot be read (${(error as NodeJS.ErrnoException).code}); name the file of the certificate.`,
    );
  }
}

function idFor({ id, state }: TwinArguments, known: string | undefined): string {
  if (id !== undefined && known !== undefined && id !== known)
    throw new Problem(`${state} keeps ${known}, not ${id}: leave --id out, or name another file with --state.`);
  return id ?? known ?? inventId();
}

async function credentialsFor(
  { password }: TwinArguments,
  id: string,
): Promise<Partial<Credentials> & { password: string }> {
  return password === undefined ? ownCredentials(id, inPlace(process.env.DATA_DIR ?? 'data')) : { password };
}

async function play(session: Session, name: string): Promise<void> {
  try {
    await session.twin.connected();
    await perform(session, { kind: 'script', name });
  } catch (error) {
    if (!session.signal.aborted) session.note(explain(error));
  }
}
