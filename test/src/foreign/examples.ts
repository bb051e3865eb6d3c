/** The clients of examples/, which share no code with the SDK: copies of them, as they stand or with changes, and their runs. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/program.ts';

const PYTHON_OF_CI = join(ROOT, '.ci/python/bin/python');
/** The Python that has the library for sockets: that of CI, or that of the developer. */
const PYTHON = process.env['PYTHON'] ?? (existsSync(PYTHON_OF_CI) ? PYTHON_OF_CI : 'python3');

export type Language = 'python' | 'go';

/** Why the client cannot run here, if so. */
export const MISSING: Readonly<Record<Language, string | undefined>> = {
  python: fails(PYTHON, '-c', 'import websockets')
    ? `skipped: ${PYTHON} lacks examples/python/requirements.txt`
    : undefined,
  go: fails('go', 'version') ? 'skipped: there is no go' : undefined,
};

function fails(program: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

/** A place in a client, and what stands there instead. */
export type Edit = readonly [file: string, was: string, is: string];

/** A copy of a client in a folder of its own. */
export interface Example {
  readonly folder: string;
  /** What starts it. */
  readonly command: readonly [program: string, ...words: string[]];
  remove(): void;
}

export async function example(language: Language, edits: readonly Edit[] = []): Promise<Example> {
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  cpSync(join(ROOT, 'examples', language), folder, { recursive: true });
  for (const [file, was, is] of edits) edit(join(folder, file), was, is);
  const remove = () => rmSync(folder, { recursive: true });
  if (language === 'python') return { folder, command: [PYTHON, join(folder, 'client.py')], remove };
  const program = join(folder, 'client');
  await promisify(execFile)('go', ['build', '-buildvcs=false', '-o', program, '.'], { cwd: folder, timeout: 120_000 });
  return { folder, command: [program], remove };
}

function edit(path: string, was: string, is: string): void {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(was)) throw new Error(`${path} has no ${was}`);
  writeFileSync(
    path,
    text.replace(was, () => is),
  );
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
