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
  if (path === '-') return buffer(process.stdin);
  try {
    return await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Unusable(code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}`);
  }
}

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
