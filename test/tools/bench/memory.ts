/**
 * npm run bench:memory: how much memory `npm start` takes, without npm itself, from its start to the end of a first
 * match against a bot. Reads /proc, so it runs on Linux only.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { FlowerWarClient } from '@flower-war/client';
import { startWholeHouse } from '../../src/support/wholeHouse.ts';

const LOOK_EVERY_MS = 50;
const MOST_MB = 350;
const KB_PER_MB = 1024;

if (!existsSync('/proc/self/smaps_rollup')) {
  console.error('This bench needs Linux: it reads the memory of a process from /proc/self/smaps_rollup.');
  process.exit(2);
}

const peak = { rss: 0, pss: 0, parts: [] as readonly number[] };
const timer = setInterval(look, LOOK_EVERY_MS);
const house = await startWholeHouse();
await playMatch(house.url);
clearInterval(timer);
await house.stop();
const parts = peak.parts.map(megabytes).join(' + ');
console.log(
  `peak ${megabytes(peak.rss)} MB resident (${parts}); ${megabytes(peak.pss)} MB with shared pages counted once`,
);
process.exitCode = peak.rss > MOST_MB * KB_PER_MB ? 1 : 0;

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

function look(): void {
  const used = below(process.pid).map(usedBy);
  const rss = sum(used.map((one) => one.rss));
  peak.pss = Math.max(peak.pss, sum(used.map((one) => one.pss)));
  if (rss > peak.rss) Object.assign(peak, { rss, parts: used.map((one) => one.rss) });
}

/** All descendants of this process. */
function below(pid: number): readonly number[] {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  return children.flatMap((child) => [Number(child), ...below(Number(child))]);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1]);
}

function usedBy(pid: number): { readonly rss: number; readonly pss: number } {
  const rollup = read(pid, 'smaps_rollup');
  return { rss: kilobytes(rollup, 'Rss'), pss: kilobytes(rollup, 'Pss') };
}

function kilobytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // the process has just ended
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function megabytes(kilobytes: number): number {
  return Math.round(kilobytes / KB_PER_MB);
}
