/** Random faults of several servers under load. Afterwards every answer and every bead must be in the records exactly once. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Chance, fastChance } from '@flower-war/rules';
import { Cluster, type Homes, homesIn } from './house.ts';
import { type Fault, strike } from './faults.ts';
import { timeOfDay } from './ledger.ts';
import { type Checked, Load } from './load.ts';
import { HEARTBEAT_SECONDS } from './plainPerson.ts';
import { TempleTable } from './templeTable.ts';

export interface ChaosSettings {
  readonly seed: number;
  /** For this long new faults begin. All begin at least once if each is named and the time is long enough. */
  readonly seconds: number;
  readonly faults: readonly Fault[];
  readonly processes: number;
  readonly tables: number;
  /** How many people play with a temple. */
  readonly temples: number;
  /** After each fault all servers restart in turn, as at an update. */
  readonly restarts: boolean;
  readonly log: (line: string) => void;
}

export interface ChaosTally extends Checked {
  /** How often each was made. */
  readonly faults: Readonly<Record<string, number>>;
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
export const BACK_WITHIN_MS = 20_000;
/** A server that stops in good order hands its matches over at once. */
const HANDED_OVER_WITHIN_MS = 6000;
const SETTINGS = { MESSAGES_PER_SECOND: '10000', WEBHOOKS: 'any', HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS) };

export async function chaosRun(wanted: ChaosSettings): Promise<ChaosTally> {
  const cluster = await Cluster.start({ processes: wanted.processes, settings: SETTINGS });
  try {
    return await chaosIn(cluster, wanted);
  } catch (error) {
    for (const problem of cluster.problems) wanted.log(problem);
    throw error;
  } finally {
    await cluster.stop();
  }
}

/** At most two temples, which the broker knows, each with a player. */
export async function templesAt(cluster: Cluster, { seed, count }: { readonly seed: number; readonly count: number }) {
  const key = await cluster.templeKey();
  const { broker: mosquitto, url } = cluster;
  const passwordOf = (temple: string) => mosquitto.login(temple).password;
  const broker = { url: `mqtt://127.0.0.1:${mosquitto.port}`, passwordOf };
  const numbers = [1, 2].slice(0, count);
  return Promise.all(
    numbers.map((number) => TempleTable.start({ url, number, key, broker, seed: seed * 10 + number })),
  );
}

async function chaosIn(cluster: Cluster, wanted: ChaosSettings): Promise<ChaosTally> {
  const { seed, tables } = wanted;
  const temples = await templesAt(cluster, { seed, count: wanted.temples });
  const doors = cluster.processes.map(({ name, url }) => ({ name, url }));
  const load = await Load.start({ url: cluster.url, seed, tables, temples, doors, turnCap: TURN_CAP });
  const feeling = new Feeling(load);
  try {
    await load.goesOn();
    await pause(WARM_MS);
    load.warmed();
    await beCalm(feeling);
    const struck = await strikeOn(wanted, { cluster, load, feeling });
    await beCalm(feeling);
    await load.finish();
    const checked = await load.check();
    const problems = [...checked.problems, ...struck.late, ...cluster.problems, ...feeling.problems];
    return { ...checked, ...struck, problems, waits: feeling.waits };
  } finally {
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

async function strikeOn(wanted: ChaosSettings, { cluster, load, feeling }: Scene) {
  const { seed, seconds, faults, log } = wanted;
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
    const lasted = Date.now() - from - took;
    log(
      `${timeOfDay(from)} ${fault} (${hit.join() || 'none'}, ${lasted} ms): all play again after ${took} ms, ${load.moves} moves`,
    );
    if (wanted.restarts) {
      await strike('all restarted in turn', { cluster, chance, milliseconds });
      const restarted = await load.goesOn();
      log(`  restarted in turn: all play again after ${restarted} ms`);
      if (restarted > HANDED_OVER_WITHIN_MS) late.push(`${fault}, then all restarted: stood still for ${restarted} ms`);
    }
    await pause(chance.die(1500));
  }
  return { faults: tried, late, longestReturn };
}

/** Each once, in any order, and so on without an end. */
function* inAnyOrder(faults: readonly Fault[], chance: Chance): Generator<Fault> {
  for (;;) yield* chance.shuffle(faults);
}

/** How long players waited for their answers, in milliseconds, the shortest first. */
export interface Waits {
  readonly calm: readonly number[];
  /** While a fault hit another server than theirs. */
  readonly beside: readonly number[];
}

/** Beside a fault, the slowest hundredth of the answers may take this many times as long as without any. */
const MOST_TIMES = 3;
/** A machine that starts servers beside a load delays answers by this much. */
const NOISE_MS = 500;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Notes what players feel of faults that do not hit their server. */
class Feeling {
  private readonly load: Load;
  private readonly calm: number[] = [];
  private readonly beside: number[] = [];

  constructor(load: Load) {
    this.load = load;
  }

  /** Notes the answers of a time without a fault. */
  noteCalm(span: Span): void {
    this.calm.push(...this.waitsIn(span, () => true));
  }

  /** Notes the answers in matches that lived elsewhere when a fault began. */
  noteBeside(span: Span, homes: Homes, hit: readonly string[]): void {
    this.beside.push(...this.waitsIn(span, (match) => homes.has(match) && !hit.includes(homes.get(match) ?? '')));
  }

  get waits(): Waits {
    const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b);
    return { calm: sorted(this.calm), beside: sorted(this.beside) };
  }

  get problems(): readonly string[] {
    const { calm, beside } = this.waits;
    const [usual, then] = [at(calm, 0.99), at(beside, 0.99)];
    const isFelt = then > Math.max(MOST_TIMES * usual, usual + NOISE_MS);
    return isFelt
      ? [`others felt a fault: their slowest answers took ${then} ms, and ${usual} ms without a fault`]
      : [];
  }

  private waitsIn({ from, to }: Span, fits: (match: string) => boolean): readonly number[] {
    const told = this.load.withSockets.flatMap((table) => table.told).filter(({ match }) => fits(match));
    const answers = told
      .flatMap((one) => one.answers)
      .filter((one) => !one.wasDropped && one.at > from && one.at <= to);
    return answers.map(({ took }) => took);
  }
}

/** The number below which this share of the sorted ones lies. */
export function at(waits: readonly number[], share: number): number {
  return waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;
}
