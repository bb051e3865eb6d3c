/** The clients of examples/, which share no code with the SDK: copies of them, as they stand or with changes, and their runs. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/program.ts';

const PYTHON_OF_CI = join(ROOT, '.ci/python/bin/python');
/** The Python that has the library for sockets: that of CI, or that of the developer. */
const PYTHON = process.env['PYTHON'] ?? (existsSync(PYTHON_OF_CI) ? PYTHON_OF_CI : 'python3');

export type Language = 'python' | 'go';

/** Whether the client can run here: Python needs examples/python/requirements.txt. */
export const CAN_RUN: Readonly<Record<Language, boolean>> = {
  python: works(PYTHON, '-c', 'import websockets'),
  go: works('go', 'version'),
};

function works(program: string, ...words: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

/** A place in a client, and what stands there instead. */
export type Edit = readonly [file: string, was: string, is: string];

/** A copy of a client in a folder of its own. */
export interface Example {
  readonly folder: string;
  /** What starts it. */
  readonly command: readonly [program: string, ...words: string[]];
}

export async function example(language: Language, edits: readonly Edit[] = []): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  cpSync(join(ROOT, 'examples', language), folder, { recursive: true });
  for (const [file, was, is] of edits) edit(join(folder, file), was, is);
  if (language === 'python') return { folder, command: [PYTHON, join(folder, 'client.py')] };
  const program = join(folder, 'client');
  await promisify(execFile)('go', ['build', '-buildvcs=false', '-o', program, '.'], { cwd: folder, timeout: 120_000 });
  return { folder, command: [program] };
}

function edit(path: string, was: string, is: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(was)) throw new Error(`${path} has no ${was}`);
  const changed = text.replace(was, () => is);
  writeFileSync(path, changed);
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly problems: string;
}

/** Runs a program to its end, at most for two minutes. */
export async function run(
  [program, ...words]: readonly [string, ...string[]],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const where = { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 100_000_000, ...(cwd && { cwd }) };
  const { code = 0, stdout, stderr } = await promisify(execFile)(program, words, where).catch((error) => error);
  return { code, out: stdout, problems: stderr };
}
