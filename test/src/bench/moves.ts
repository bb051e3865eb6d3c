/** What matches cost a server: as fast as the tables can play, at the pace of people, and while nothing happens. */
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchSeat, type Measured, NEW_MATCH, type Served, type System, usedBy, withServer } from './servers.ts';

interface Load {
  readonly milliseconds: number;
  readonly warmUp: WarmUp;
}

/** Each table plays this number of moves before it is measured. */
const BEGINNING = 100;

/** First 50 matches at the same time, then one match alone. */
export async function measureMoves(served: Served, { milliseconds, warmUp }: Load) {
  const { system } = served;
  return withServer(served, async (server) => {
    await settle(system, server, warmUp);
    const busy = await figuresOf(system, server, { matches: TABLES, milliseconds });
    const alone = await figuresOf(system, server, { matches: 1, milliseconds });
    const { movesPerCpuSecond, down, up } = busy;
    return { movesPerCpuSecond, down, up, p50: alone.p50, p99: alone.p99 };
  });
}

interface Crowd {
  readonly matches: number;
  readonly milliseconds: number;
}

/** That many matches play at the same time; when one is full, a new one takes its place. A move takes until both players see it. */
async function figuresOf(system: System, server: Measured, { matches, milliseconds }: Crowd) {
  const took: number[] = [];
  let [left, cpu, down, up] = [milliseconds, 0, 0, 0];
  while (left > 0) {
    const tables = await seat(system, server.address, matches);
    await playOn(tables, { milliseconds: left, moves: BEGINNING });
    for (const player of tables.flatMap(({ players }) => players)) player.bytesDown = player.bytesUp = 0;
    const before = await usedBy(server);
    const began = performance.now();
    for (const one of await playOn(tables, { milliseconds: left })) took.push(one); // too many for the arguments of a call
    left -= performance.now() - began;
    cpu += (await usedBy(server)).cpu - before.cpu;
    leave(tables);
    for (const { players } of tables) {
      down += players[1].bytesDown;
      up += players[0].bytesUp + players[1].bytesUp;
    }
  }
  return {
    movesPerCpuSecond: took.length / (cpu / 1e6),
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    down: down / took.length,
    up: up / took.length,
  };
}

interface Pace extends Load {
  readonly matches: number;
  /** After a warm-up flat out, as it would take many minutes at human pace, the matches go on at human pace for this long. */
  readonly beginningMs: number;
}

const EVERY_MS = 2000;

/** Many matches with a move every two seconds in each. Returns the p99 of a move, in milliseconds. */
export async function measurePace(served: Served, { matches, warmUp, beginningMs, milliseconds }: Pace) {
  return withServer(served, async (server) => {
    await settle(served.system, server, warmUp);
    const tables = await seat(served.system, server.address, matches);
    await paced(tables, beginningMs);
    const took = await paced(tables, milliseconds);
    leave(tables);
    return quantile(took, 0.99);
  });
}

/** The matches begin spread over the time between two moves. */
async function paced(tables: readonly BenchTable[], milliseconds: number): Promise<readonly number[]> {
  const began = performance.now();
  const took: number[] = [];
  const playOne = async (table: BenchTable, i: number) => {
    let next = began + (i / tables.length) * EVERY_MS;
    for (; next < began + milliseconds; next += EVERY_MS) {
      await pause(Math.max(0, next - performance.now()));
      took.push(await playMove(table));
    }
  };
  await Promise.all(tables.map(playOne));
  return took;
}

interface IdleRun {
  readonly matches: number;
  readonly milliseconds: number;
  /** Starting and joining leave garbage to collect, and HTTP connections that close after five seconds. */
  readonly calmMs: number;
}

const THOUSAND = 1000;

/** The first matches make a server load and compile what all later ones use. That is not a part of what a match costs. */
const FIRST_PART = 1 / 4;

/**
 * What matches cost while two players sit in each and nothing happens, at all servers at the same time, so that other load on the
 * machine weighs on all alike. For a thousand matches, beyond a server with a few: `cpu` in percent of a core, `rss` in megabytes.
 */
export async function measureIdle(servers: readonly Served[], run: IdleRun) {
  const together = meetings(servers.length);
  return Promise.all(servers.map((served) => measureOneIdle(served, run, together)));
}

async function measureOneIdle(served: Served, { matches, milliseconds, calmMs }: IdleRun, together: Meet) {
  return withServer(served, async (server) => {
    const all: BenchTable[] = [];
    const used = async (more: number) => {
      all.push(...(await seat(served.system, server.address, more)));
      await together();
      await pause(calmMs);
      const cpu = await cpuOver(server, milliseconds);
      return { cpu, rss: (await usedBy(server)).rss };
    };
    const few = await used(Math.ceil(matches * FIRST_PART));
    const many = await used(matches);
    leave(all);
    const scale = THOUSAND / matches;
    return { cpu: (many.cpu - few.cpu) * 100 * scale, rss: ((many.rss - few.rss) / 1024 ** 2) * scale };
  });
}

type Meet = () => Promise<void>;

/** A meeting point: each caller waits until all have come. It can be used again and again. */
function meetings(people: number): Meet {
  let waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length < people) return;
      for (const go of waiting) go();
      waiting = [];
    });
}

/** The part of a core that the server used during this time. */
async function cpuOver(server: Measured, milliseconds: number): Promise<number> {
  const before = await usedBy(server);
  const began = performance.now();
  await pause(milliseconds);
  const after = await usedBy(server);
  return (after.cpu - before.cpu) / 1000 / (performance.now() - began);
}

// Tables of two at one server, how they play, and how long a server must play until it is measured.

interface BenchTable {
  readonly players: readonly [BenchSeat, BenchSeat];
  turn: number;
}

/** A match that has more moves than this may end by itself, because its record is full. */
const MOST_MOVES = 4500;

/** What tells the first player of the second has come by then: later it would be taken for a move. */
const CALM_MS = 50;

async function seat(system: System, address: string, matches: number): Promise<readonly BenchTable[]> {
  const tables: BenchTable[] = [];
  for (let match = 0; match < matches; match++) {
    const [red, yellow] = await NEW_MATCH[system](address);
    tables.push({ players: [await red(), await yellow()], turn: 0 });
  }
  await pause(CALM_MS);
  return tables;
}

/** Plays one move. Returns how many milliseconds it took until the mover had the answer and both players saw it. */
async function playMove(table: BenchTable): Promise<number> {
  const [first, second] = table.players;
  const wanted = [first.views + 1, second.views + 1] as const;
  const mover = table.turn % 2 === 0 ? first : second;
  const began = performance.now();
  await Promise.all([mover.play(table.turn), first.seen(wanted[0]), second.seen(wanted[1])]);
  table.turn++;
  return performance.now() - began;
}

interface Play {
  readonly milliseconds: number;
  /** Of each table, since it began. */
  readonly moves?: number;
}

/** Each table plays as fast as it can, until the time or its moves are used up. Returns how long each move took. */
async function playOn(
  tables: readonly BenchTable[],
  { milliseconds, moves = MOST_MOVES }: Play,
): Promise<readonly number[]> {
  const until = performance.now() + milliseconds;
  const took: number[] = [];
  const playOne = async (table: BenchTable) => {
    while (performance.now() < until && table.turn < moves) took.push(await playMove(table));
  };
  await Promise.all(tables.map(playOne));
  return took;
}

function leave(tables: readonly BenchTable[]): void {
  for (const { players } of tables) for (const player of players) player.close();
}

export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
}

export interface WarmUp {
  /** How long the cost of a move is counted before it is compared with the cost before. */
  readonly windowMs: number;
  /** Neither fewer moves nor less time than one of these. */
  readonly leastMoves: number;
  readonly leastMs: number;
  /** After this time it is over, settled or not. */
  readonly mostMs: number;
}

/** That play at the same time where many do. */
const TABLES = 50;
/** Two costs that differ by no more are nearly the same. */
const NEARLY = 0.05;

/**
 * A fresh server plays slowly until Node has compiled what it uses most. This server needs some 150 000 moves for that,
 * a bare room a tenth of them. So each is warmed up until a move costs no less than it did before.
 */
async function settle(system: System, server: Measured, warmUp: WarmUp): Promise<void> {
  const began = performance.now();
  const spent = () => performance.now() - began;
  let [moves, before] = [0, Number.POSITIVE_INFINITY];
  while (spent() < warmUp.mostMs) {
    const one = await windowOf(system, server, warmUp.windowMs);
    moves += one.moves;
    const isEnough = moves >= warmUp.leastMoves || spent() >= warmUp.leastMs;
    if (isEnough && Math.abs(one.cost / before - 1) <= NEARLY) return;
    before = one.cost;
  }
}

export interface Times {
  readonly least: number;
  readonly most: number;
}

/** Repeats what has a cost until it costs nearly the same twice. Returns the last cost. */
export async function whenSettled(cost: () => Promise<number>, { least, most }: Times): Promise<number> {
  let [before, last] = [Number.POSITIVE_INFINITY, await cost()];
  for (let times = 1; times < most && (times < least || Math.abs(last / before - 1) > NEARLY); times++)
    [before, last] = [last, await cost()];
  return last;
}

/** Each window has tables of its own, since a match has an end. To take the seats is not counted. */
async function windowOf(system: System, server: Measured, milliseconds: number) {
  const tables = await seat(system, server.address, TABLES);
  const before = await usedBy(server);
  const moves = (await playOn(tables, { milliseconds })).length;
  const cost = ((await usedBy(server)).cpu - before.cpu) / moves;
  leave(tables);
  return { moves, cost };
}

const BLOCK = Buffer.alloc(4096, 7);

/** Milliseconds of one fdatasync of a small file. */
export function syncing(path: string): () => number {
  const file = openSync(path, 'w');
  return () => {
    const since = performance.now();
    writeSync(file, BLOCK);
    fdatasyncSync(file);
    return performance.now() - since;
  };
}
