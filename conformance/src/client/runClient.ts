/** Runs a client under test. docs/clients.md tells what it is given and what it must print. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A line that a client prints. */
export interface Line {
  readonly kind: string;
  readonly step?: number;
  readonly view?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly result?: string };
}

export interface Ran {
  readonly code: number | null;
  readonly lines: readonly Line[];
  readonly problems: string;
}

export interface Running {
  /** A command for the shell. */
  readonly cmd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** Runs it to its end. A client that takes too long is ended, with all that it started. */
export async function runClient({ cmd, env, seconds }: Running): Promise<Ran> {
  const child = spawn('sh', ['-c', cmd], {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, problems, isLate] = ['', '', false];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    problems = (problems + String(chunk)).slice(-2000);
  });
  const late = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, seconds * 1000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return {
    code,
    lines: linesOf(out),
    problems: isLate ? `it did not end within ${seconds} seconds. ${problems}` : problems,
  };
}

/** Lines that are no JSON are passed over: a client may print for people too. */
function linesOf(out: string): readonly Line[] {
  return out.split('\n').flatMap((line) => {
    try {
      const read: unknown = JSON.parse(line);
      return typeof read === 'object' && read !== null && 'kind' in read ? [read as Line] : [];
    } catch {
      return [];
    }
  });
}
