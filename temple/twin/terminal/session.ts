/** A temple under the commands of a person: carries the commands out, and tells what the temple does. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SLOTS, type Slot, templeId, wanted } from '@flower-war/protocol/temple';
import { z } from 'zod';
import { ramOf } from '../device/device.ts';
import { FLASH_KINDS, type Flash } from '../device/flash.ts';
import { json } from '../device/step.ts';
import type { Twin } from '../network/twin.ts';
import { type Act, makeScript, PROFILES, printScript, readScript, runScript } from '../script/script.ts';
import { type Command, Problem } from './commands.ts';
import { GODS, headline, WHYS } from './words.ts';

export interface Session {
  readonly twin: Twin;
  readonly seed: number;
  readonly sticker: string | undefined;
  readonly note: (text: string) => void;
  /** Aborts long commands when the person leaves. */
  readonly signal: AbortSignal;
}

/** The time between two beads that a person drops. */
const KNOCK_MS = 400;

export async function perform(session: Session, command: Command): Promise<void> {
  const { twin, note } = session;
  switch (command.kind) {
    case 'drop':
      if (twin.display.power !== 'on') note('The temple has no power yet: it does not count this bead.');
      for (let bead = 0; bead < command.times; bead++) twin.drop(command.slot, command.fall);
      return;
    case 'knock':
      return knock(session, command.beads);
    case 'network':
      note(`network: ${command.fault}`);
      return twin.wifi(command.fault, command.ms);
    case 'online':
      note('network: plugged in');
      return twin.heal();
    case 'plug':
      return;
    case 'reboot':
      note('power off and on');
      return twin.reboot();
    case 'wipe':
      note('its flash is wiped: a new life, from 0');
      return twin.wipe();
    case 'code':
      return note(codeWords(session));
    case 'status':
      return note(JSON.stringify(statusOf(session)));
    case 'settle':
      return twin.settled();
    case 'script':
      return script(session, command.name);
    case 'help':
    case 'quit':
      return;
  }
}

async function knock({ twin, signal }: Session, beads: readonly Slot[]): Promise<void> {
  for (const slot of beads) {
    twin.drop(slot);
    await sleep(KNOCK_MS, undefined, { signal });
  }
}

async function script({ twin, seed, note, signal }: Session, name: string): Promise<void> {
  const acts = scriptNamed(name, seed);
  await runScript(twin, acts, { signal, tell: (act) => note(`script: ${printScript([act]).trim()}`) });
  await twin.settled();
  note('script: over');
}

/** The script of a profile with this seed, or of a file. */
export function scriptNamed(name: string, seed: number): readonly Act[] {
  const profile = Object.entries(PROFILES).find(([known]) => known === name)?.[1];
  if (profile !== undefined) return makeScript(seed, profile);
  try {
    return readScript(readFileSync(name, 'utf8'));
  } catch (error) {
    throw new Problem(`The script ${name} cannot be read: ${(error as Error).message}`);
  }
}

function codeWords({ twin, sticker }: Session): string {
  const shown = twin.display.code;
  if (shown !== undefined) return `code: ${shown}`;
  return sticker === undefined
    ? 'code: none. Ask the lobby to show one here, or knock with beads.'
    : `code on its sticker: ${sticker}`;
}

function statusOf({ twin, sticker }: Session) {
  const { display, odometer } = twin;
  const numbers = SLOTS.map((slot) => [slot, display.slots[slot]] as const);
  const of = (pick: 'inFlight' | 'applied' | 'held' | 'refused') =>
    Object.fromEntries(numbers.map(([slot, is]) => [slot, is[pick]]));
  return {
    id: twin.id,
    power: display.power,
    isConnected: display.isConnected,
    gods: display.gods,
    epoch: odometer?.epoch,
    war: odometer?.war,
    rain: odometer?.rain,
    inFlight: of('inFlight'),
    applied: of('applied'),
    held: of('held'),
    refused: of('refused'),
    match: display.match?.match,
    yourTurn: display.match?.yourTurn,
    code: display.code,
    sticker,
  };
}

/** Notes every change of the temple in words. */
export function watchInWords(twin: Twin, note: (text: string) => void): void {
  let before = wordsFor(twin);
  twin.watch(() => {
    const now = wordsFor(twin, before[VERDICT]);
    for (const [index, words] of now.entries()) if (words !== before[index] && words !== '') note(words);
    before = now;
  });
}

/** Where `wordsFor` tells what became of the last bead. */
const VERDICT = 3;

function wordsFor(twin: Twin, toldVerdict?: string): readonly string[] {
  const { display, odometer, trouble } = twin;
  const counted = odometer === undefined ? [] : SLOTS.map((slot) => `${slot} has counted ${odometer[slot]}`);
  const verdict = verdictFor(twin, toldVerdict);
  const code = display.code === undefined ? '' : `code to type in the lobby: ${display.code}`;
  const identify = display.isIdentifying ? `${GODS.war} and ${GODS.rain} blink: here I am` : '';
  const why = display.isConnected || display.power !== 'on' || trouble === undefined ? '' : `no connection: ${trouble}`;
  return [headline(display), ...(counted.length > 0 ? counted : ['', '']), verdict, code, identify, why];
}

/** A ledger from before this start, and one that came again, tell nothing new. */
function verdictFor({ device }: Twin, told = ''): string {
  const ack = ramOf(device)?.heard.ack;
  if (ack?.is.last === undefined) return '';
  const { slot, ordinal, verdict, why } = ack.is.last;
  return ack.news?.last === ack.is.last ? `${slot} bead ${ordinal} is ${verdict}: ${WHYS[why]}` : told;
}

/** An id for a temple that has none yet. */
export function inventId(): string {
  return `templo-${randomBytes(4).toString('hex')}`;
}

// The flash of a temple in the terminal is a file, so that the temple has the same totals at the next start.

const content = z.object({
  v: z.literal(1),
  id: templeId,
  flash: z.object({
    kind: z.enum(FLASH_KINDS),
    banks: z.tuple([z.string(), z.string()]),
    wanted: wanted.exactOptional(),
  }),
});

interface State {
  readonly id: string;
  readonly flash: Flash;
}

/** Reads the file; nothing if there is none yet. */
export function readState(file: string): State | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const { success, data } = content.safeParse(json(text));
  if (!success)
    throw new Problem(
      `${file} is not a state of a temple; name another with --state, or move it away to begin a new one.`,
    );
  return { id: data.id, flash: { ...data.flash, writing: [] } };
}

/** Writes the file. The state is on the disk when this returns; the temple publishes only after that. */
export function keepState(file: string, { id, flash: { writing: _, ...flash } }: State): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w');
  writeSync(handle, `${JSON.stringify({ v: 1, id, flash })}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, file);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Problem(`${file} cannot be read (${(error as Error).message}); name another file with --state.`);
  }
}
