/**
 * What `npm start` takes, without npm itself: until a first match against a bot is over; and on a small machine, where the first start
 * also builds the page. Needs Linux, which tells of processes in /proc. And how long a bead takes from device to ledger there, compared with one
 * message there and back plus one disk sync.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import { read, startedBy, usedBy } from '@flower-war/loadtest/usage';
import type { ViewOf } from '@flower-war/protocol';
import { accountPassword, claimCode, devicePassword } from '@flower-war/protocol/credentials';
import { type Ack, topicOf } from '@flower-war/protocol/temple';
import { connectAsync, type MqttClient } from 'mqtt';
import { ROOT } from '../support/program.ts';
import { startWholeHouse, type WholeHouse } from '../support/server.ts';
import { quantile, syncing } from './moves.ts';

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

const TEMPLE = 'templo-be0c';
const ECHO = 'templo-ec40';
/** Slow enough that the server does not doubt the beads. */
const PAUSE_MS = 150;

/** Medians in milliseconds: of a bead of the slower kind, and of one message there and back plus one sync. */
export async function measureBeads(beads: number, tree?: string) {
  const house = await startWholeHouse({ BOT_DELAY_MS: '0' }, tree);
  try {
    return await measure(await setUp(house), beads);
  } finally {
    await house.stop();
  }
}

interface Stage {
  readonly folder: string;
  readonly live: LiveMatch<'flower-war'>;
  readonly device: Pair;
  readonly echo: Pair;
}

/** Publishes on one topic and listens on another. */
interface Pair {
  readonly send: (payload: string) => void;
  /** Resolves with the next message that fits. */
  readonly until: (fits: (payload: string) => boolean) => Promise<void>;
}

async function setUp(house: WholeHouse): Promise<Stage> {
  const key = readFileSync(join(house.folder, 'temples.key'), 'utf8').trim();
  const owner = new FlowerWarClient({ url: house.url });
  await owner.signIn('Itzel');
  const dial = dialling(house.mqtt);
  const devices = await dial(TEMPLE, { username: TEMPLE, password: devicePassword(key, TEMPLE) });
  const echoes = await dial(ECHO, { username: ECHO, password: devicePassword(key, ECHO) });
  const peer = await dial('bridge-echo', { username: 'bridge', password: accountPassword(key, 'bridge') });
  await peer.subscribeAsync(topicOf('info', ECHO), { qos: 1 });
  peer.on('message', (_, payload) => peer.publish(topicOf('config', ECHO), payload, { qos: 1 }));
  const device = await paired(devices, { out: topicOf('odometer', TEMPLE), back: topicOf('ack', TEMPLE) });
  const echo = await paired(echoes, { out: topicOf('info', ECHO), back: topicOf('config', ECHO) });
  await owner.temples.claim(TEMPLE, claimCode(key, TEMPLE));
  const made = await owner.create({ game: 'flower-war', seats: 2, bots: [{ bot: 'random', seat: 1 }] });
  const live = await owner.join(made, { seat: 0 });
  await owner.temples.bind(TEMPLE, made.match);
  const begun = device.until((payload) => (JSON.parse(payload) as Ack).epoch === 1);
  device.send(JSON.stringify({ v: 1, epoch: 1, war: 0, rain: 0 })); // the first report sets where the count begins
  await begun;
  return { folder: house.folder, live, device, echo };
}

function dialling(url: string) {
  return async (clientId: string, login: { readonly username: string; readonly password: string }) => {
    const client = await connectAsync(url, { clientId, ...login, protocolVersion: 4, clean: true });
    (client.stream as unknown as { setNoDelay?: (isOn: boolean) => void }).setNoDelay?.(true);
    return client;
  };
}

async function paired(
  client: MqttClient,
  { out, back }: { readonly out: string; readonly back: string },
): Promise<Pair> {
  let heard: (payload: string) => void = () => {};
  client.on('message', (topic, payload) => topic === back && heard(String(payload)));
  await client.subscribeAsync(back, { qos: 1 });
  return {
    send: (payload) => void client.publish(out, payload, { qos: 1, retain: out.endsWith('odometer') }),
    until: (fits) =>
      new Promise((resolve) => {
        heard = (payload) => fits(payload) && resolve();
      }),
  };
}

/** Measures one of each kind in turn, so that other load on the machine weighs on all kinds alike. */
async function measure({ folder, live, device, echo }: Stage, beads: number) {
  const synced = syncing(join(folder, 'floor'));
  const took = { roundTrip: [] as number[], sync: [] as number[], held: [] as number[], applied: [] as number[] };
  let war = 0;
  const drop = (verdict: 'held' | 'applied') => {
    war++;
    const wanted = took[verdict].length + 1;
    const answered = device.until((payload) => (JSON.parse(payload) as Ack)[verdict].war >= wanted);
    return timed(() => device.send(JSON.stringify({ v: 1, epoch: 1, war, rain: 0 })), answered);
  };
  const round = async (verdict: 'held' | 'applied') => {
    took.roundTrip.push(await there(echo, war));
    took.sync.push(synced());
    took[verdict].push(await drop(verdict));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  };
  await playUntil(live, ({ phase, tribes }) => phase === 'offering' && (tribes[0]?.skulls ?? 0) >= APPLIED);
  for (let bead = 0; bead < APPLIED; bead++) await round('applied');
  await playUntil(live, ({ phase }) => phase === 'moving'); // before the tribe has moved, beads wait
  for (let bead = 0; bead < beads; bead++) await round('held');
  return {
    slowest: Math.max(quantile(took.held, 0.5), quantile(took.applied, 0.5)),
    floor: quantile(took.roundTrip, 0.5) + quantile(took.sync, 0.5),
  };
}

/** A tribe has as many skulls after some turns. */
const APPLIED = 12;

/** Plays without offering and without cards until the view fits. */
async function playUntil(
  live: LiveMatch<'flower-war'>,
  isThere: (view: ViewOf<'flower-war'>) => boolean,
): Promise<void> {
  for (let move = 0; move < 2000 && !live.isOver; move++) {
    await live.until(({ legal, isOver }) => isOver || legal.length > 0);
    if (isThere(live.view)) return;
    await live.play(live.legal.find((one) => one === 'done' || one === 'pass') ?? live.legal[0] ?? '');
  }
  throw new Error('the tribe never came to the wanted phase; run the bench again');
}

function there(echo: Pair, n: number): Promise<number> {
  const mark = `{"n":${n}}`;
  return timed(
    () => echo.send(mark),
    echo.until((payload) => payload === mark),
  );
}

async function timed(start: () => void, done: Promise<void>): Promise<number> {
  const since = performance.now();
  start();
  await done;
  return performance.now() - since;
}
