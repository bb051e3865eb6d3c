/** Runs an example as its README says. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const EXAMPLES = fileURLToPath(new URL('../../../examples/', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly problems: string;
}

const MOST_MS = 50_000;

export function runExample(file: string, ...args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd: EXAMPLES, timeout: MOST_MS, killSignal: 'SIGKILL' } as const;
    const child = execFile(process.execPath, [file, ...args], options, (_, out, problems) =>
      resolve({ code: child.exitCode ?? -1, out, problems }),
    );
  });
}
