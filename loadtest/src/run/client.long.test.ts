/** A run fails when moves are lost, and a run that is interrupted leaves nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { Answerer } from '../answerer/answerer.ts';
import type { Plan } from '../plan.ts';
import { figuresOf } from '../report/figures.ts';
import { readTold, secondsOf } from '../report/seconds.ts';
import { LoadingClient } from './client.ts';
import { noK6 } from './k6.ts';
import { startedBy } from './processes.ts';

const LOAD = fileURLToPath(new URL('../../tools/load.ts', import.meta.url));
const SMALL = { players: 8, seats: 4, playersPerUser: 4, arriveSeconds: 1, settleSeconds: 1, seconds: 4 } as const;
/** A machine that runs other tests is slow. */
const PATIENT = { thinkMs: [20, 60], mostP99Ms: 10_000 } as const;
const missing = noK6();
const named = (what: string) => (missing === undefined ? what : `${what} (${missing})`);

async function figuresAgainst(swallowEvery: number) {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  const answerer = await Answerer.open({ swallowEvery });
  onTestFinished(() => {
    answerer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const plan: Plan = { ...SMALL, ...PATIENT, url: answerer.url, askedAt: Date.now() };
  const client = await LoadingClient.start({ load: 'human', plan, folder, part: 'all' });
  await client.ended;
  const { told, words } = readTold(client.told);
  expect(words).toEqual([]);
  return figuresOf(secondsOf(told, []), { seconds: plan.seconds, thresholds: client.thresholds, mostWatchMs: 1 });
}

test.skipIf(missing)(named('a run against a server that answers every move is kept'), async () => {
  const figures = await figuresAgainst(0);
  expect(figures.verdict, JSON.stringify(figures)).toBe('kept');
  expect(figures.failures).toEqual({});
  expect(figures.times['move']?.count).toBeGreaterThan(50);
});

test.skipIf(missing)(named('a run against a server that swallows moves fails'), async () => {
  const figures = await figuresAgainst(30);
  expect(figures.verdict).toBe('failed');
  expect(figures.thresholds).toContainEqual({ name: 'failures: count==0', isKept: false });
  expect(figures.failures).toEqual({ 'a move was never answered': 2 });
});

test.skipIf(missing)(named('Ctrl-C ends the server and k6, too'), async () => {
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
