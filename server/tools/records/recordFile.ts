/** What the tools that read a record share: reading a file, printing, and exit codes. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type Broken, type RecordFile, type RecordVerdict, verify, visible } from '@flower-war/protocol';
import { whereGiven } from '@flower-war/protocol/command-line';
import { engine, GAMES } from '@flower-war/rules';

/** Bad arguments, or a file that cannot be read. */
export class Unusable extends Error {}

const BROKEN = 1;
const UNUSABLE = 2;

/** The bytes of a file, not decoded, since decoding would hide damage. `-` reads standard input. */
export async function readRecordFile(path: string): Promise<Uint8Array> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readPath(path);
  const problem = noRecord(bytes);
  if (problem === undefined) return bytes;
  const name = path === '-' ? 'The piped input' : path;
  throw new Unusable(
    `${name} is not a record of a match: ${problem}. Records end in .jsonl; npm run play saves one of each match.`,
  );
}

async function readPath(path: string): Promise<Uint8Array> {
  try {
    return await readFile(whereGiven(path));
  } catch (error) {
    throw new Unusable(unreadable(path, error as NodeJS.ErrnoException));
  }
}

function unreadable(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${path}.`;
  if (code === 'EISDIR') return `${path} is a folder: name the record in it.`;
  if (code === 'EACCES') return `You may not read ${path}.`;
  return `${path} cannot be read: ${message}`;
}

/** Why a file is not a record at all: it lacks the first entry. Verification finds the wrong line in any other file. */
function noRecord(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'it is empty';
  const start = new TextDecoder().decode(bytes.subarray(0, BEGINNING.length));
  return start === BEGINNING ? undefined : `it does not begin with ${BEGINNING}`;
}

/** The first bytes of every record. */
const BEGINNING = '{"seq":0,';

/** Runs a tool, which returns the exit code. A bug keeps its stack trace. */
export async function runTool(tool: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await tool();
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    console.error(error.message.split('\n').map(visible).join('\n'));
    process.exitCode = UNUSABLE;
  }
}

/** Prints a good result. A record may come from a stranger, so nothing in a line can begin another one, or hide. */
export function say(lines: readonly string[]): number {
  console.log(lines.map(visible).join('\n'));
  return 0;
}

/** Prints what is wrong with a record. */
export function complain(problem: string): number {
  console.error(visible(problem));
  return BROKEN;
}

// Verifies records by the rules in this copy of the program.

export interface Given {
  readonly record: RecordFile;
  /** The record of the match that it goes on from. */
  readonly parent?: RecordFile;
}

/** Checks a state by today's rules. States of older rules cannot be checked. */
const broken: Broken = (id, version, state) => {
  const known = GAMES.get(id);
  return known?.game.rulesVersion === version ? known.broken(state) : [];
};

export function judge({ record, parent }: Given): Promise<RecordVerdict> {
  return verify(record, engine, { broken, ...(parent !== undefined && { parent }) });
}
