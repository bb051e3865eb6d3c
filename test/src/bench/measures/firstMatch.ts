/** What `npm start` takes, without npm itself, from its start to the end of a first match against a bot. */
import { rmSync } from 'node:fs';
import { FlowerWarClient } from '@flower-war/client';
import { startWholeHouse } from '../../support/wholeHouse.ts';
import { below, canSeeProcesses, kilobytes, readProcess } from '../processes.ts';

export interface FirstMatch {
  readonly seconds: number;
  /** Megabytes of all processes at their peak. Pages that processes share are counted once for each. */
  readonly all: number;
  /** The most that the process of the server had at any moment. */
  readonly server: number;
}

const LOOK_EVERY_MS = 100;
const KB_PER_MB = 1024;
const SERVER = 'server/src/main.ts';

export async function measureFirstMatch(tree?: string): Promise<FirstMatch> {
  if (!canSeeProcesses) throw new Error('This bench needs Linux: it reads the memory of processes from /proc.');
  const began = performance.now();
  const peak = { all: 0, server: 0 };
  const timer = setInterval(() => look(peak), LOOK_EVERY_MS);
  const house = await startWholeHouse({ BOT_DELAY_MS: '0' }, tree);
  try {
    await playMatch(house.url);
    look(peak);
    return { seconds: (performance.now() - began) / 1000, ...peak };
  } finally {
    clearInterval(timer);
    await house.stop();
    rmSync(house.folder, { recursive: true });
  }
}

async function playMatch(url: string): Promise<void> {
  const client = new FlowerWarClient({ url });
  await client.signIn('Itzel');
  const match = await client.create({ game: 'tieqchieq', seats: 2, bots: [{ bot: 'greedy' }] });
  const live = await client.join(match);
  while (!live.isOver) {
    await live.until(() => live.isOver || live.legal.length > 0);
    const [move] = live.legal;
    if (move !== undefined) await live.play(move);
  }
  live.close();
}

function look(peak: { all: number; server: number }): void {
  const family = below(process.pid);
  const now = family.reduce((total, pid) => total + kilobytes(readProcess(pid, 'status'), 'VmRSS'), 0);
  peak.all = Math.max(peak.all, now / KB_PER_MB);
  const server = family.find((pid) => readProcess(pid, 'cmdline').includes(SERVER));
  if (server === undefined) return;
  peak.server = Math.max(peak.server, kilobytes(readProcess(server, 'status'), 'VmHWM') / KB_PER_MB);
}
