/**
 * What goes wrong in the world, what operators do, and what comes of a run. All strikes of a run are planned by its seed before it begins, so
 * that a run can be repeated with fewer of them.
 */
import { type Chance, fastChance } from '@flower-war/rules';
import type { Plant } from './bundle.ts';
import { BRIDGES, type House, type SimulatedServer } from './house.ts';
import type { Line } from './network.ts';
import type { Program } from './program.ts';

export interface Strike {
  /** After this many milliseconds. */
  readonly at: number;
  readonly fault: string;
  /** For all that is left open: which server, how long. */
  readonly seed: number;
}

type Range = readonly [least: number, most: number];

const APART_MS = 4000;
const SHORT_MS: Range = [200, 3000];
const LONG_MS: Range = [1000, 12_000];
const SLOW_NETWORK_MS: Range = [20, 300];
const SLOW_DATABASE_MS: Range = [50, 250];
const MOST_AHEAD_MS = 3_600_000;
/** Statements of a stranger that lock these for a while. */
const LOCKS = [
  ['claims'],
  ['records'],
  ['processes'],
  ['people', 'accounts'],
  ['outbox', 'webhooks'],
  ['talk'],
] as const;

/** One fault, from its beginning to its end. */
class Scene {
  readonly house: House;
  readonly chance: Chance;

  constructor(house: House, seed: number) {
    this.house = house;
    this.chance = fastChance(seed);
  }

  get server(): SimulatedServer {
    return this.chance.pick(this.house.servers);
  }

  get bridge() {
    return this.chance.pick(BRIDGES);
  }

  /** Some of the lines that are open now, or all. */
  get lines(): readonly Line[] {
    const lines = [...this.house.network.lines];
    return this.chance.shuffle(lines).slice(0, Math.ceil(lines.length / this.chance.die(10)));
  }

  between([least, most]: Range): number {
    return least + this.chance.die(most - least);
  }

  last(range: Range): Promise<void> {
    return this.house.world.pause(this.between(range));
  }

  async standStill(program: Program | undefined): Promise<void> {
    program?.freeze();
    await this.last(LONG_MS);
    program?.thaw();
  }

  async apart(one: string, other: string): Promise<void> {
    this.house.network.part(one, other);
    await this.last(LONG_MS);
    this.house.network.join(one, other);
  }

  async database(condition: 'away' | 'silent' | 'forgetful'): Promise<void> {
    this.house.database.condition = condition;
    await this.last(LONG_MS);
    this.house.database.condition = 'well';
  }
}

export const FAULTS: Readonly<Record<string, (scene: Scene) => Promise<void> | void>> = {
  'a server is killed': ({ server }) => server.kill(),
  'all servers are killed': ({ house }) => {
    for (const server of house.servers) server.kill();
  },
  'a server is restarted': ({ server }) => server.restart(),
  'all servers are restarted, one by one': async ({ house }) => {
    for (const server of house.servers) await server.restart();
  },
  'a server stands still': (scene) => scene.standStill(scene.server.program),
  'the front door is killed': ({ house }) => house.openDoor(),
  'the broker is killed': ({ house }) => house.openBroker(),
  'a bridge is killed': ({ house, bridge }) => house.openBridge(bridge),
  'a bridge stands still': (scene) => scene.standStill(scene.house.bridges.get(scene.bridge)),
  'a bridge loses the broker': (scene) => scene.apart(`bridge ${scene.bridge}`, 'broker'),
  'a bridge loses the front door': (scene) => scene.apart(`bridge ${scene.bridge}`, 'door'),
  'two servers lose each other': (scene) => scene.apart(scene.server.name, scene.server.name),
  'the front door loses a server': (scene) => scene.apart('door', scene.server.name),
  'the people lose the front door': (scene) => scene.apart('people', 'door'),
  'a server does not reach the receivers of notices': (scene) => scene.apart('people', scene.server.name),
  'lines are cut': ({ lines }) => {
    for (const line of lines) line.cut();
  },
  'lines are held up': async (scene) => {
    for (const line of scene.lines) line.stall(scene.between(SHORT_MS));
    await scene.last(SHORT_MS);
  },
  'the network is slow': async (scene) => {
    scene.house.network.delays = SLOW_NETWORK_MS;
    await scene.last(LONG_MS);
    scene.house.network.beUsual();
  },
  'the database is away': (scene) => scene.database('away'),
  'the database is silent': (scene) => scene.database('silent'),
  'the database loses answers': (scene) => scene.database('forgetful'),
  'the database is slow': async (scene) => {
    scene.house.database.delays = SLOW_DATABASE_MS;
    await scene.last(LONG_MS);
    scene.house.database.beUsual();
  },
  'a server loses the database': async (scene) => {
    const { name } = scene.server;
    scene.house.database.cutOff.add(name);
    await scene.last(LONG_MS);
    scene.house.database.cutOff.delete(name);
  },
  'a table is locked': async (scene) => {
    const until = scene.house.world.now + scene.between(LONG_MS);
    scene.house.database.locked = { groups: scene.chance.pick(LOCKS), until };
    await scene.last(SHORT_MS);
  },
  'a clock jumps': ({ server: { program }, chance }) => {
    if (program !== undefined) program.wallOffset += chance.die(2 * MOST_AHEAD_MS) - MOST_AHEAD_MS;
  },
};

/** These keep people from their matches, and no server can know it. */
const OF_PEOPLE: readonly string[] = [
  'the front door is killed',
  'the front door loses a server',
  'the people lose the front door',
  'lines are cut',
  'lines are held up',
  'the network is slow',
];

interface Planning {
  /** Those that may strike. */
  readonly faults?: readonly string[] | undefined;
  /** The time from one to the next, on average. */
  readonly apartMs?: number;
}

/** As many as fit into this many milliseconds. */
export function planned(
  seed: number,
  milliseconds: number,
  { faults = Object.keys(FAULTS), apartMs = APART_MS }: Planning = {},
): readonly Strike[] {
  const chance = fastChance(seed);
  const strikes: Strike[] = [];
  for (let at = chance.die(apartMs); at < milliseconds && faults.length > 0; at += chance.die(2 * apartMs))
    strikes.push({ at, fault: chance.pick(faults), seed: chance.die(2 ** 31) });
  return strikes;
}

/** Returns when it is over. */
export async function strike(house: House, { fault, seed }: Strike): Promise<void> {
  const trouble = () => {
    if (OF_PEOPLE.includes(fault)) house.troubledAt = house.world.now;
  };
  trouble();
  await FAULTS[fault]?.(new Scene(house, seed));
  trouble();
}

export interface WorldPlan {
  readonly seed: number;
  /** Of virtual time. */
  readonly minutes: number;
  /** What fails, and when; by the seed if absent. */
  readonly strikes?: readonly Strike[];
  /** How many tables of people there are, beside those with a temple. */
  readonly parties?: number;
  /** A club of this many people, instead of tables at which people play one match after another. */
  readonly people?: number;
  /** After this many findings the run is over. */
  readonly mostFindings?: number;
  /** Faults in the code itself. */
  readonly plants?: readonly Plant[];
  /** Called with lines for people. */
  readonly trace?: (line: string) => void;
}

export interface Outcome {
  readonly seed: number;
  readonly steps: number;
  readonly servers: number;
  readonly matches: number;
  readonly accepted: number;
  readonly entries: number;
  /** How often beads were recorded. */
  readonly beads: number;
  readonly strikes: readonly Strike[];
  /** Of the last entry: the same for the same seed. */
  readonly digest: string;
  readonly findings: readonly string[];
  readonly club?: ClubFigures;
}

export interface ClubFigures {
  readonly notices: number;
  readonly mails: number;
  /** Notices that came more than once, each soon after something failed. */
  readonly again: number;
  readonly tournaments: number;
  readonly tables: number;
  /** Tables that a block left without a match. */
  readonly unplayed: number;
  readonly blocked: number;
  readonly leaps: number;
}
