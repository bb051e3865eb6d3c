/**
 * Each row of the table of failures, with real processes under one load of people, bots and beads: what breaks, that all play on, and in
 * the end that every answer and every bead is in the records once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { at, fastChance } from '@flower-war/rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { person } from '../support/api.ts';
import { BACK_WITHIN_MS, templesAt } from './chaos.ts';
import { Cluster, noCluster } from './house.ts';
import { type Fault, OF_CLOCKS, stopStatement, strike } from './faults.ts';
import { timeOfDay } from './ledger.ts';
import { Load } from './load.ts';
import { insist } from './person.ts';
import { noClocks } from './serverProcess.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

interface Row {
  readonly fault: Fault;
  readonly lastsMs: number;
  /** Whether all tables play again while the fault lasts, as other servers have taken over. Then it ends. */
  readonly isTakenOver?: boolean;
  readonly jumpMs?: number;
}

/** Long enough that another server takes over. */
const OUT_MS = 8000;
/** Long enough that nothing passes by a way that is not cut yet. */
const CUT_MS = 1500;
/** Longer than a server waits for a statement. */
const GONE_MS = 7000;
/** Long enough that the server reads its clock again, and plays on by it. */
const JUMPED_MS = 5000;
const HOUR_MS = 3_600_000;
const CALM_MS = 1000;
/** Longer than the turns of the load. */
const LOCKED_S = 18;
/** Longer than the names are locked, and as short as that allows. */
const LONG_TURN_CAP = 400;
/** For this long a server waits for a statement, and then for a new connection, on a busy machine. */
const ONE_TIMEOUT_MS = 10_000;

const ROWS: readonly Row[] = [
  { fault: 'killed', lastsMs: CUT_MS, isTakenOver: true },
  // Its players keep a silent connection, and come back when it goes on or when their heartbeat misses it.
  { fault: 'stopped for a while', lastsMs: OUT_MS },
  { fault: 'cut off from PostgreSQL', lastsMs: CUT_MS, isTakenOver: true },
  { fault: 'cut off from both', lastsMs: CUT_MS, isTakenOver: true },
  { fault: 'hears nothing of PostgreSQL', lastsMs: CUT_MS, isTakenOver: true },
  { fault: 'answers of PostgreSQL are lost', lastsMs: 300 },
  { fault: 'PostgreSQL gone', lastsMs: GONE_MS },
  { fault: 'PostgreSQL crashed', lastsMs: 0 },
  { fault: 'Redis gone', lastsMs: 4000, isTakenOver: true },
  { fault: 'Redis restarted empty', lastsMs: 0 },
  { fault: 'cut off from Redis', lastsMs: 4000, isTakenOver: true },
  { fault: 'proxy restarted', lastsMs: 0 },
  { fault: 'bridge killed', lastsMs: CUT_MS, isTakenOver: true },
  { fault: 'broker restarted', lastsMs: 0 },
  { fault: 'all restarted in turn', lastsMs: 0 },
  { fault: 'a clock jumps forward', lastsMs: JUMPED_MS, jumpMs: HOUR_MS },
];

describe.skipIf(noCluster)(`several servers, seed ${SEED}${noCluster === undefined ? '' : ` (${noCluster})`}`, () => {
  const chance = fastChance(SEED);
  let cluster: Cluster;
  let load: Load | undefined;
  /** Each fault, and when it began, for those who look for the cause of a problem. */
  const struck: string[] = [];

  beforeAll(async () => {
    const settings = { BOT_DELAY_MS: '0', MESSAGES_PER_SECOND: '10000', WEBHOOKS: 'any' };
    cluster = await Cluster.start({ processes: 3, settings });
  });
  afterAll(async () => {
    await load?.close();
    await cluster?.stop();
  });

  /** Other people than before, who play on until `expectAllIsKept`. */
  async function play(turnCap = 40): Promise<Load> {
    await load?.close();
    const seed = chance.die(1_000_000);
    const temples = await templesAt(cluster, { seed, count: 1 });
    load = await Load.start({ url: cluster.url, seed, tables: 4, temples, turnCap });
    await load.goesOn();
    return load;
  }

  /** A server that was declared dead starts anew when it learns of it, and the next fault is to hit a whole house. */
  async function allAreUp(): Promise<void> {
    await pause(CALM_MS);
    const isUp = ({ url }: { readonly url: string }) =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(() => Promise.all(cluster.processes.map(isUp))).toEqual([true, true, true]);
  }

  async function expectAllIsKept(played: Load, isFine = (_problem: string) => false): Promise<void> {
    expect(await played.goesOn()).toBeLessThan(BACK_WITHIN_MS);
    await played.finish();
    const { problems, lost, twice, accepted, beads } = await played.check();
    const amiss = [...problems, ...cluster.problems].filter((problem) => !isFine(problem));
    const told = [...struck, ...amiss].join('\n');
    expect({ problems: amiss, lost, twice }, told).toEqual({ problems: [], lost: 0, twice: 0 });
    expect(accepted).toBeGreaterThan(20);
    expect(beads.fallen).toBeGreaterThan(2);
  }

  test.for(ROWS)('$fault', async ({ fault, lastsMs, isTakenOver = false, jumpMs }, { skip }) => {
    skip(noClocks !== undefined && OF_CLOCKS.includes(fault), noClocks);
    const played = load ?? (await play());
    struck.push(`${timeOfDay(Date.now())} ${fault}`);
    const lasting = pause(lastsMs).then(() => (isTakenOver ? played.goesOn() : 0));
    const wanted = { cluster, chance, milliseconds: lastsMs, ...(jumpMs !== undefined && { jumpMs }) };
    const striking = strike(fault, { ...wanted, until: lasting.catch(() => {}) });
    expect(await lasting).toBeLessThan(BACK_WITHIN_MS);
    await striking;
    expect(await played.goesOn()).toBeLessThan(BACK_WITHIN_MS);
    await allAreUp();
  });

  test('rows that are locked for longer than a turn: no clock runs out while no answer can be written', async () => {
    const played = load ?? (await play());
    await cluster.ask(`SELECT id FROM claims FOR UPDATE; SELECT pg_sleep(${LOCKED_S})`);
    expect(await played.goesOn()).toBeLessThan(BACK_WITHIN_MS);
  });

  test('through all of this every answer and every bead counts once, and no clock pays for it', async () => {
    await expectAllIsKept(load ?? (await play()));
  });

  test('names that are locked for longer than a turn: no person who plays waits, though strangers sign in', async () => {
    const played = await play(LONG_TURN_CAP);
    const locked = cluster.ask(`BEGIN; LOCK TABLE people; SELECT pg_sleep(${LOCKED_S}); COMMIT`);
    const strangers = setInterval(() => void person(cluster.url, 'Stranger').catch(() => {}), 100);
    const lost: unknown[] = [];
    try {
      const watched = await at(at(played.tables, 0).clients, 0).watch(at(played.matches, 0));
      watched.on('connected', (is) => void (is || lost.push(watched.connection)));
      await locked;
    } finally {
      clearInterval(strangers);
    }
    expect(lost).toEqual([]);
    await expectAllIsKept(played);
  });

  test('a statement stopped before its commit: others wait one time-out', async () => {
    const played = await play();
    const stopped = await stopStatement(cluster, chance);
    try {
      expect(stopped.matches).not.toEqual([]);
      // A new match of the same server needs an append of its own.
      const host = await person(cluster.process(stopped.server).url, 'Ana');
      const began = Date.now();
      await insist(() => host.create({ game: 'tieqchieq' }));
      expect(Date.now() - began).toBeLessThan(ONE_TIMEOUT_MS);
      expect(await played.goesOn(stopped.matches)).toBeLessThan(ONE_TIMEOUT_MS);
    } finally {
      stopped.goOn();
    }
    // Its server cannot tell the match that stands still from one whose player thinks, so the clock goes on there.
    const isCharged = (problem: string) => problem.includes('the clocks ran for');
    await expectAllIsKept(played, (problem) => isCharged(problem) && stopped.matches.includes(problem.slice(0, 8)));
  });
});
