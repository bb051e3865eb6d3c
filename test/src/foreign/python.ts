/** Runs the programs of examples/python. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/program.ts';

const INSTALLED = join(ROOT, '.ci/python/bin/python');

/** The Python that has the library for sockets: that of CI, or that of the developer. */
export const PYTHON = process.env['PYTHON'] ?? (existsSync(INSTALLED) ? INSTALLED : 'python3');

/** Why the client cannot run here, if so. */
export const whyNoPython = problemWith('import websockets');

function problemWith(code: string): string | undefined {
  try {
    execFileSync(PYTHON, ['-c', code], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `skipped: ${PYTHON} lacks examples/python/requirements.txt`;
  }
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly problems: string;
}

/** Runs a program of the folder to its end, at most for two minutes. */
export async function runPython(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const cwd = join(ROOT, 'examples/python');
  const child = spawn(PYTHON, words, { cwd, env: { ...process.env, ...env }, timeout: 120_000 });
  let [out, problems] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (problems += String(chunk)));
  const [code] = await once(child, 'close');
  return { out, problems, code: code as number };
}
