/** `npm run do -- init`: from five answers to the files of a server. It writes into one folder, and over no file. */
import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { commandLine, refuse, whereGiven } from '@flower-war/protocol/command-line';
import {
  type Answers,
  asBackups,
  asDatabase,
  asDomain,
  asFolder,
  asOneOf,
  asTemples,
  BadAnswer,
  PROXIES,
  RHYTHMS,
  TEMPLES,
  TEMPLES_MEAN,
  USUAL,
  usualTemples,
} from './answers.ts';
import { filesFor, type HostFile, refuseOddPlace, stepsFor } from './files.ts';

const { values } = commandLine({
  name: 'do -- init',
  does: 'asks five questions, and writes the settings, the units and the file of the proxy for a server',
  flags: {
    domain: { kind: 'text', of: 'NAME', tells: 'the name of a public server, like play.example.org' },
    lan: { kind: 'switch', tells: 'a server for the network at home, in place of --domain' },
    proxy: { kind: 'text', tells: `what stands before a public server (${USUAL.proxy})`, among: PROXIES },
    data: { kind: 'text', of: 'FOLDER', tells: `where the data is (${USUAL.data})` },
    database: { kind: 'text', of: 'URL', tells: 'a PostgreSQL in place of SQLite' },
    backups: { kind: 'text', of: 'FOLDER', tells: `where the backups go (${USUAL.backups})` },
    every: { kind: 'text', tells: `how often there is one (${USUAL.rhythm})`, among: RHYTHMS },
    temples: { kind: 'text', tells: 'which temples connect (browser, with --lan home)', among: TEMPLES },
    'mqtt-port': { kind: 'text', of: 'PORT', tells: 'the port of temples at home (1883), or of those by TLS (8883)' },
    into: { kind: 'text', of: 'FOLDER', usual: 'flower-war-host', tells: 'the folder to write' },
  },
  more: `Temples: ${TEMPLES_MEAN}.

With any flag but --into it asks nothing. What is there stays as it is: a file that would differ is written beside it, as NAME.new, and the
code is 1.`,
});

interface Put {
  readonly name: string;
  /** `beside`: as NAME.new. `left`: that is there, too. */
  readonly became: 'written' | 'same' | 'beside' | 'left';
}

const TOLD: Readonly<Record<Put['became'], (names: string) => string>> = {
  written: (names) => `Written: ${names}.`,
  same: (names) => `There already, and the same: ${names}.`,
  beside: (names) =>
    `There already, and left as they are: ${names}. What would have been written is beside each, as NAME.new.`,
  left: (names) =>
    `There already, with a NAME.new beside each, and left as they are: ${names}. Move one of the two away.`,
};

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    refuseOddPlace();
    const folder = folderFor(values.into);
    const answers = isAnswered() ? given() : await asked();
    const files = filesFor(answers);
    const put = writeAll(folder, files);
    console.log([...toldOf(put, folder), '', ...stepsFor(answers, files, folder)].join('\n'));
    return put.every(({ became }) => became === 'written' || became === 'same') ? 0 : 1;
  } catch (error) {
    if (!(error instanceof BadAnswer)) throw error;
    return refuse(error.message);
  }
}

function folderFor(path: string): string {
  if (path === '' || /\p{Cc}/u.test(path))
    throw new BadAnswer('The folder to write must have a name, without control characters.');
  return whereGiven(path);
}

function isAnswered(): boolean {
  const { into: _, ...answers } = values;
  return Object.values(answers).some((value) => value !== undefined && value !== false);
}

function given(): Answers {
  const { domain, lan, proxy, database, every, temples } = values;
  if (lan === (domain !== undefined)) throw new BadAnswer('Give either --domain NAME for a public server, or --lan.');
  if (lan && proxy !== undefined) throw new BadAnswer('--proxy goes with --domain: a server at home has no proxy.');
  const data = asFolder(values.data ?? USUAL.data);
  const port = values['mqtt-port'] === undefined ? [] : [values['mqtt-port']];
  return {
    ...(domain !== undefined && { site: { domain: asDomain(domain), proxy: proxy ?? USUAL.proxy } }),
    data,
    ...(database !== undefined && { database: asDatabase(database) }),
    backups: asBackups(`${values.backups ?? USUAL.backups} ${every ?? USUAL.rhythm}`, data),
    temples: asTemples([temples ?? usualTemples(!lan), ...port].join(' ')),
  };
}

function writeAll(folder: string, files: readonly HostFile[]): readonly Put[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return files.map((file) => ({ name: file.name, became: put(join(folder, file.name), file) }));
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new BadAnswer(`${path} cannot be written: ${code}. Choose another folder with --into.`);
  }
}

function put(path: string, { text, mode }: HostFile): Put['became'] {
  if (create(path, text, mode)) return 'written';
  if (holds(path, text)) return 'same';
  return create(`${path}.new`, text, mode) || holds(`${path}.new`, text) ? 'beside' : 'left';
}

/** Whether the file is new. Half a file does not stay. */
function create(path: string, text: string, mode: number): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
  return true;
}

/** What cannot be read is taken for something else. */
function holds(path: string, text: string): boolean {
  try {
    return lstatSync(path).isFile() && readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}

function toldOf(all: readonly Put[], folder: string): readonly string[] {
  const named = Object.entries(Object.groupBy(all, ({ became }) => became));
  return [
    `In ${folder}:`,
    ...named.map(([became, those]) => TOLD[became as Put['became']](those.map(({ name }) => name).join(', '))),
  ];
}

// The five questions, in a terminal.

async function asked(): Promise<Answers> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new BadAnswer('There is no terminal to ask in: give --domain NAME or --lan. --help lists the other answers.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  try {
    return await askAll((question) => terminal.question(question, { signal: closed.signal }));
  } catch (error) {
    throw closed.signal.aborted ? new BadAnswer('\nNothing was written.') : error;
  } finally {
    terminal.close();
  }
}

async function askAll(say: (question: string) => Promise<string>): Promise<Answers> {
  /** Asks again until the answer can be used. */
  const ask = async <T>(question: string, usual: string, read: (text: string) => T): Promise<T> => {
    for (;;) {
      const text = (await say(`${question} [${usual}]: `)).trim() || usual;
      try {
        return read(text);
      } catch (error) {
        if (!(error instanceof BadAnswer)) throw error;
        console.log(error.message);
      }
    }
  };
  const domain = await ask('1. The name of a public server, like play.example.org; none at home', 'none', (text) =>
    text === 'none' ? undefined : asDomain(text),
  );
  const proxy = await (domain === undefined
    ? USUAL.proxy
    : ask(`2. The proxy before it: ${PROXIES.join(', ')}`, USUAL.proxy, (text) => asOneOf(text, PROXIES)));
  const place = await ask(
    '3. Where the data is: a folder, or postgres://user:password@host/database',
    USUAL.data,
    (text) =>
      text.startsWith('postgres') ? { data: USUAL.data, database: asDatabase(text) } : { data: asFolder(text) },
  );
  const usual = `${USUAL.backups} ${USUAL.rhythm}`;
  const backups = await ask(`4. Where the backups go, and how often: ${RHYTHMS.join(', ')}`, usual, (text) =>
    asBackups(text, place.data),
  );
  const temples = await ask(
    `5. Which temples connect (${TEMPLES_MEAN}), and perhaps a port: ${TEMPLES.join(', ')}`,
    usualTemples(domain !== undefined),
    asTemples,
  );
  return { ...(domain !== undefined && { site: { domain, proxy } }), ...place, backups, temples };
}
