/**
 * What `npm start` takes, without npm itself: until a first match against a bot is over; and on a small machine, where the first start
 * also builds the page. Needs Linux, which tells of processes in /proc.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FlowerWarClient } from '@flower-war/client';
import { startWholeHouse, type WholeHouse } from '../support/wholeHouse.ts';

interface FirstMatch {
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
  mustSeeProcesses();
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
  peak.all = Math.max(peak.all, residentMb(family));
  const server = family.find((pid) => readProcess(pid, 'cmdline').includes(SERVER));
  if (server !== undefined) peak.server = Math.max(peak.server, kilobytes(server, 'VmHWM') / KB_PER_MB);
}

export interface SmallMachine {
  /** Megabytes of all processes at their peak. Pages that processes share are counted once for each. */
  readonly first: number;
  readonly later: number;
  readonly writtenADay: number;
  /** Whether people got the page. */
  readonly page: boolean;
}

const HERE = fileURLToPath(new URL('../../../', import.meta.url));
const LEFT_OUT = new Set(['node_modules', '.git', '.ci', '.load', 'web/dist']);
/** What a start writes is written by then. */
const SETTLED_MS = 20_000;
const SECONDS_A_DAY = 86_400;

/** Starts a copy of this tree, because the first start builds the page in it. */
export async function measureSmallMachine(seconds: number): Promise<SmallMachine> {
  mustSeeProcesses();
  const folder = mkdtempSync(join(tmpdir(), 'small-'));
  let first = 0;
  const timer = setInterval(() => {
    first = Math.max(first, residentMb(below(process.pid)));
  }, LOOK_EVERY_MS);
  let house: WholeHouse | undefined;
  try {
    house = await startWholeHouse({ NODE_COMPILE_CACHE: join(folder, 'compiled'), WEB: 'on' }, copyInto(folder));
    await pause(SETTLED_MS);
    clearInterval(timer);
    const page = (await (await fetch(house.url, { headers: { accept: 'text/html' } })).text()).includes('/assets/');
    const before = writtenMb(house.pid);
    await pause(seconds * 1000);
    const writtenADay = ((writtenMb(house.pid) - before) / seconds) * SECONDS_A_DAY;
    return { first, later: residentMb(familyOf(house.pid)), writtenADay, page };
  } finally {
    clearInterval(timer);
    await house?.stop();
    for (const one of [folder, ...(house === undefined ? [] : [house.folder])]) rmSync(one, { recursive: true });
  }
}

function copyInto(folder: string): string {
  const tree = join(folder, 'tree');
  cpSync(HERE, tree, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(HERE, path)) });
  symlinkSync(join(HERE, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

function mustSeeProcesses(): void {
  if (!canSeeProcesses) throw new Error('This bench needs Linux: it reads the memory of processes from /proc.');
}

const canSeeProcesses = existsSync('/proc/self/status');
const familyOf = (pid: number) => [pid, ...below(pid)];

/** All descendants of a process, parents before children. */
export function below(pid: number): readonly number[] {
  if (!canSeeProcesses) return [];
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = Map.groupBy(pids, (one) => Number(/^PPid:\s+(\d+)/m.exec(readProcess(one, 'status'))?.[1]));
  const under = (parent: number): readonly number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...under(child)]);
  return under(pid);
}

/** A file about a process; empty when the process has just ended. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const kilobytes = (pid: number, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readProcess(pid, 'status'))?.[1] ?? 0);

const residentMb = (pids: readonly number[]) =>
  pids.reduce((total, pid) => total + kilobytes(pid, 'VmRSS'), 0) / KB_PER_MB;

function writtenMb(pid: number): number {
  const bytes = (one: number) => Number(/^write_bytes: (\d+)/m.exec(readProcess(one, 'io'))?.[1] ?? 0);
  return familyOf(pid).reduce((total, one) => total + bytes(one), 0) / 1024 ** 2;
}
