/** Runs the program of examples/go. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/program.ts';

const run = promisify(execFile);

export const GO_CLIENT = join(ROOT, 'examples/go');

/** Why the client cannot run here, if so. */
export const whyNoGo = problemWith(['version']);

function problemWith(words: readonly string[]): string | undefined {
  try {
    execFileSync('go', words, { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'skipped: there is no go';
  }
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly problems: string;
}

/** Runs a program to its end, at most for two minutes. */
export async function ended(program: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const where = { cwd: GO_CLIENT, env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 100_000_000 };
  const { code = 0, stdout, stderr } = await run(program, words, where).catch((error) => error);
  return { code, out: stdout, problems: stderr } as Ended;
}

/** A copy of the client in a folder of its own. */
export class GoCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'go-client-'));
  readonly program = join(this.folder, 'client');

  constructor() {
    cpSync(GO_CLIENT, this.folder, { recursive: true });
  }

  async build(): Promise<string> {
    await run('go', ['build', '-o', this.program, '.'], { cwd: this.folder, timeout: 120_000 });
    return this.program;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
