/** A run that is interrupted leaves nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { noK6 } from './k6Process.ts';
import { startedBy } from './usage.ts';

const LOAD = fileURLToPath(new URL('../tools/load.ts', import.meta.url));
const missing = noK6();

test.skipIf(missing)(`Ctrl-C ends the server and k6, too${missing === undefined ? '' : ` (${missing})`}`, async () => {
  const runner = spawn(process.execPath, [LOAD, 'human', '--players', '8', '--seconds', '120'], { stdio: 'ignore' });
  const ended = once(runner, 'exit');
  onTestFinished(() => void runner.kill('SIGKILL'));
  const all = () => startedBy(runner.pid ?? 0);
  const isK6 = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'k6';
  await expect.poll(() => all().some(isK6), { timeout: 60_000 }).toBe(true);
  const started = all();
  expect(started.length).toBeGreaterThanOrEqual(3); // the launcher, the server and k6
  runner.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  await expect.poll(() => started.filter(isRunning)).toEqual([]);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
