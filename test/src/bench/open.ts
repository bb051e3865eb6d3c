/** Kills a server with many running matches, and measures until another one has opened all of them. No client comes. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CACHED, FLAGS } from './servers.ts';

export interface Batch {
  readonly matches: number;
  /** The length of each record. */
  readonly entries: number;
}

/** Seconds from the start of the process until each match is read, checked and folded, and the outage noted on disk. */
export async function measureOpening(batch: Batch, checkout?: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { ...process.env, ...CACHED };
  const writer = [program(new URL('openWriter.ts', import.meta.url), checkout), folder, JSON.stringify([batch])];
  const child = spawn(process.execPath, writer, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  const [said] = await Promise.race([once(child.stdout, 'data'), gone]);
  child.kill('SIGKILL'); // as soon as it has written all matches
  await gone;
  if (!String(said).includes('written')) throw new Error('the matches could not be written');
  const opener = [...FLAGS, program(new URL('openInside.ts', import.meta.url), checkout), folder];
  const { stdout } = await promisify(execFile)(process.execPath, opener, { env });
  return (JSON.parse(stdout) as { seconds: number }).seconds;
}

/** A program of this folder, or the same of an earlier checkout. */
function program(here: URL, checkout?: string): string {
  const path = fileURLToPath(here);
  return checkout === undefined ? path : join(checkout, 'test/src/bench', basename(path));
}
