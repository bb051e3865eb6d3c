/**
 * What `npm start` takes, without npm itself: until a first match against a bot is over; and on a small machine, where the first start
 * also builds the page. Needs Linux, which tells of processes in /proc.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient } from '@flower-war/client';
import { read, startedBy, usedBy } from '@flower-war/loadtest/usage';
import { ROOT } from '../support/program.ts';
import { startWholeHouse, type WholeHouse } from '../support/wholeHouse.ts';

const LOOK_EVERY_MS = 100;
const KB_PER_MB = 1024;
const SERVER = 'server/src/main.';

/** Megabytes at their peak: of all processes, where pages that they share are counted once for each, and of the server. */
export async function measureFirstMatch(tree?: string, page: 'on' | 'off' = 'off') {
  mustSeeProcesses();
  const began = performance.now();
  const peak = { all: 0, server: 0 };
  const timer = setInterval(() => look(peak), LOOK_EVERY_MS);
  const house = await startWholeHouse({ BOT_DELAY_MS: '0', WEB: page }, tree);
  const ready = (performance.now() - began) / 1000;
  try {
    await playMatch(house.url);
    look(peak);
    return { seconds: (performance.now() - began) / 1000, ready, ...peak };
  } finally {
    clearInterval(timer);
    await house.stop();
  }
}

/** The package `flower-war` from an empty folder until a first match against a bot is over. Packing it does not count. */
export async function measureInstalled() {
  mustSeeProcesses();
  const into = mkdtempSync(join(tmpdir(), 'installed-'));
  try {
    execFileSync(process.execPath, ['packaging/tools/pack.ts'], { cwd: ROOT, stdio: 'ignore' });
    const [packed = ''] = globSync('dist/flower-war-[0-9]*.tgz', { cwd: ROOT });
    const began = performance.now();
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(ROOT, packed)], {
      cwd: into,
      stdio: 'ignore',
    });
    const { seconds: _, ...started } = await measureFirstMatch(join(into, 'node_modules/flower-war/lib'), 'on');
    const seconds = (performance.now() - began) / 1000;
    return { ...started, seconds, packed: statSync(join(ROOT, packed)).size / 1e6, installed: sizeOf(into) / 1e6 };
  } finally {
    rmSync(into, { recursive: true });
  }
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);

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
  const family = startedBy(process.pid);
  peak.all = Math.max(peak.all, usedBy(family).rssMb);
  const server = family.find((pid) => read(`/proc/${pid}/cmdline`).includes(SERVER));
  if (server === undefined) return;
  peak.server = Math.max(peak.server, numberIn(`/proc/${server}/status`, /^VmHWM:\s+(\d+)/m) / KB_PER_MB);
}

interface SmallMachine {
  /** Megabytes of all processes at their peak. Pages that processes share are counted once for each. */
  readonly first: number;
  readonly later: number;
  readonly writtenADay: number;
  /** Whether people got the page. */
  readonly page: boolean;
}

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
    first = Math.max(first, usedBy(startedBy(process.pid)).rssMb);
  }, LOOK_EVERY_MS);
  let house: WholeHouse | undefined;
  try {
    house = await startWholeHouse({ NODE_COMPILE_CACHE: join(folder, 'compiled'), WEB: 'on' }, copyInto(folder));
    await pause(SETTLED_MS);
    clearInterval(timer);
    const page = (await (await fetch(house.url, { headers: { accept: 'text/html' } })).text()).includes('/assets/');
    const family = [house.pid, ...startedBy(house.pid)];
    const before = writtenMb(family);
    await pause(seconds * 1000);
    const writtenADay = ((writtenMb(family) - before) / seconds) * SECONDS_A_DAY;
    return { first, later: usedBy(family).rssMb, writtenADay, page };
  } finally {
    clearInterval(timer);
    await house?.stop();
    for (const one of [folder, ...(house === undefined ? [] : [house.folder])]) rmSync(one, { recursive: true });
  }
}

function copyInto(folder: string): string {
  const tree = join(folder, 'tree');
  cpSync(ROOT, tree, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
  return tree;
}

function mustSeeProcesses(): void {
  if (!existsSync('/proc/self/status'))
    throw new Error('This bench needs Linux: it reads the memory of processes from /proc.');
}

const writtenMb = (family: readonly number[]) =>
  family.reduce((total, pid) => total + numberIn(`/proc/${pid}/io`, /^write_bytes: (\d+)/m), 0) / KB_PER_MB ** 2;

/** 0 when the process has just ended. */
const numberIn = (file: string, pattern: RegExp) => Number(pattern.exec(read(file))?.[1] ?? 0);
