/** Random faults of several servers under load. Afterwards every answer must be in the records exactly once. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Chance, fastChance } from '@flower-war/rules';
import { timeOfDay } from '../crash/seat.ts';
import { Cluster } from './cluster.ts';
import { type Bites, Counting } from './counting.ts';
import { type Fault, strike } from './faults.ts';
import { Feeling, feltBy, homesIn, type Waits } from './feeling.ts';
import { type Checked, Load } from './load.ts';
import { HEARTBEAT_SECONDS } from './plainTable.ts';
import { templesAt } from './templeTable.ts';

export interface ChaosWanted {
  readonly seed: number;
  /** For so long new faults begin. All begin at least once if each is named and the time is long enough. */
  readonly seconds: number;
  readonly faults: readonly Fault[];
  readonly processes: number;
  readonly tables: number;
  /** How many people play with a temple. */
  readonly temples: number;
  readonly log: (line: string) => void;
}

export interface ChaosTally extends Checked {
  /** How often each was made. */
  readonly faults: Readonly<Record<string, number>>;
  readonly bites: Bites;
  readonly waits: Waits;
  /** How long it took at most until every table played again, in milliseconds. */
  readonly longestReturn: number;
}

/** Servers that have just started answer more slowly, and would hide what others feel. */
const WARM_MS = 8000;
/** Before the first fault, and again after the last one, because the machine may have other work meanwhile. */
const CALM_MS = 12_000;
/** Long enough that a silent server is declared dead, and others take over. */
const LASTING_MS = { least: 4500, more: 4000 } as const;
/** Short matches, because much can go wrong where they begin and end. */
const TURN_CAP = 20;
/** After a fault all play again within this time, on a busy machine. */
const BACK_WITHIN_MS = 20_000;
const SETTINGS = {
  BOT_DELAY_MS: '0',
  MESSAGES_PER_SECOND: '10000',
  WEBHOOKS: 'any',
  HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS),
};

export async function chaosRun(wanted: ChaosWanted): Promise<ChaosTally> {
  const cluster = await Cluster.start({ processes: wanted.processes, settings: SETTINGS });
  try {
    return await chaosIn(cluster, wanted);
  } finally {
    await cluster.stop();
  }
}

async function chaosIn(cluster: Cluster, wanted: ChaosWanted): Promise<ChaosTally> {
  const { seed, tables, log } = wanted;
  const temples = await templesAt(cluster, { seed, count: wanted.temples });
  const doors = cluster.processes.map(({ name, server }) => ({ name, url: server.url }));
  const load = await Load.start({ url: cluster.url, seed, tables, temples, doors, turnCap: TURN_CAP });
  const [counting, feeling] = [new Counting(cluster), new Feeling(load.withSockets)];
  try {
    await load.goesOn();
    await pause(WARM_MS);
    load.warmed();
    await beCalm(feeling);
    const struck = await strikeOn(wanted, { cluster, load, feeling });
    await beCalm(feeling);
    await load.finish();
    const checked = await load.check();
    const problems = [...checked.problems, ...struck.late, ...cluster.problems, ...feltBy(feeling.waits)];
    return { ...checked, ...struck, problems, waits: feeling.waits, bites: await counting.stop() };
  } catch (error) {
    for (const problem of cluster.problems) log(problem);
    throw error;
  } finally {
    await counting.stop();
    await load.close();
  }
}

async function beCalm(feeling: Feeling): Promise<void> {
  const from = Date.now();
  await pause(CALM_MS);
  feeling.noteCalm({ from, to: Date.now() });
}

interface Scene {
  readonly cluster: Cluster;
  readonly load: Load;
  readonly feeling: Feeling;
}

async function strikeOn({ seed, seconds, faults, log }: ChaosWanted, { cluster, load, feeling }: Scene) {
  const chance = fastChance(seed);
  const until = Date.now() + seconds * 1000;
  const tried: Record<string, number> = Object.fromEntries(faults.map((fault) => [fault, 0]));
  const late: string[] = [];
  let longestReturn = 0;
  for (const fault of inAnyOrder(faults, chance)) {
    if (Date.now() > until) break;
    const homes = await homesIn(cluster);
    const from = Date.now();
    const milliseconds = LASTING_MS.least + chance.die(LASTING_MS.more);
    const hit = await strike(fault, { cluster, chance, milliseconds, streams: () => load.streams });
    feeling.noteBeside({ from, to: Date.now() }, homes, hit);
    const took = await load.goesOn();
    longestReturn = Math.max(longestReturn, took);
    tried[fault] = (tried[fault] ?? 0) + 1;
    if (took > BACK_WITHIN_MS) late.push(`${fault}: all played again only after ${took} ms`);
    log(
      `${timeOfDay(from)} ${fault} (${hit.join() || 'none'}, ${Date.now() - from - took} ms): all play again after ${took} ms, ${load.moves} moves`,
    );
    await pause(chance.die(1500));
  }
  return { faults: tried, late, longestReturn };
}

/** Each once, in any order, and so on without an end. */
function* inAnyOrder(faults: readonly Fault[], chance: Chance): Generator<Fault> {
  for (;;) yield* chance.shuffle(faults);
}
