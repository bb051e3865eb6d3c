/** What the tools that read a record share: where it comes from, what they say, and how they give up. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

/** Bad arguments, or a file that cannot be read. */
export class Unusable extends Error {}

const BROKEN = 1;
const UNUSABLE = 2;

/** The bytes as they are: decoding would hide what is wrong with them. `-` is what is piped in. npm runs scripts in its own folder; the person stands in INIT_CWD. */
export async function readRecordFile(path: string): Promise<Uint8Array> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readPath(path);
  const problem = noRecord(bytes);
  if (problem === undefined) return bytes;
  const name = path === '-' ? 'What is piped in' : path;
  throw new Unusable(
    `${name} is no record of a match: ${problem}. Records end in .jsonl; npm run play saves one of each match.`,
  );
}

async function readPath(path: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), path));
  } catch (error) {
    throw new Unusable(unreadable(path, error as NodeJS.ErrnoException));
  }
}

function unreadable(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${path}.`;
  if (code === 'EISDIR') return `${path} is a folder: name the record in it.`;
  if (code === 'EACCES') return `${path} may not be read by you.`;
  return `${path} cannot be read: ${message}`;
}

/** What has no first entry was never a record; of one that has, the line that is wrong is told. */
function noRecord(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'it is empty';
  const start = new TextDecoder().decode(bytes.subarray(0, BEGINNING.length));
  return start === BEGINNING ? undefined : `it does not begin with ${BEGINNING}`;
}

/** Of the first entry of every record, byte by byte. */
const BEGINNING = '{"seq":0,';

/** Runs a tool; its answer is the exit code. A bug keeps its stack trace. */
export async function runTool(tool: (given: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await tool(process.argv.slice(2));
  } catch (error) {
    const isForPeople = error instanceof Unusable || isBadArgument(error);
    if (!isForPeople) throw error;
    console.error((error as Error).message.replace(/\. To specify a positional.*/, '.'));
    process.exitCode = UNUSABLE;
  }
}

/** What went well. */
export function say(lines: readonly string[]): number {
  console.log(lines.join('\n'));
  return 0;
}

/** What is wrong with a record. */
export function complain(problem: string): number {
  console.error(problem);
  return BROKEN;
}

function isBadArgument(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
}
