/** What `bench:all` measures: each unit has turns, which are processes of their own, and each turn has a budget. */
export type Size = 'whole' | 'quick';

interface UnitShape {
  /** What is measured in turn, one process each; or `all` when one process measures all at the same time. */
  readonly turns: readonly string[];
  /** The systems that have figures afterwards. */
  readonly systems: readonly string[];
  readonly figures: readonly string[];
  /** A turn that takes longer is stopped. In seconds. */
  readonly budget: Readonly<Record<Size, number>>;
  /** A quick run leaves it out. */
  readonly isSlow?: true;
}

const MOVERS = ['ws', 'bare', 'socket.io', 'boardgame.io', 'ours', 'ours on disk'] as const;
const JOINERS = ['ws', 'bare', 'socket.io', 'boardgame.io', 'ours'] as const;
export const IDLERS = ['ws', 'bare', 'default', 'socket.io', 'boardgame.io', 'real'] as const;

export const UNITS = {
  rules: {
    turns: ['all'],
    systems: ['chessops', 'boardgame.io', 'ours'],
    figures: ['listed', 'judged'],
    budget: { whole: 120, quick: 60 },
  },
  moves: {
    turns: MOVERS,
    systems: MOVERS,
    figures: ['movesPerCpuSecond', 'p50', 'p99', 'down', 'up', 'sync', 'settled'],
    budget: { whole: 150, quick: 60 },
  },
  pace: {
    turns: ['bare with heartbeats', 'ours'],
    systems: ['bare with heartbeats', 'ours'],
    figures: ['p50', 'p99', 'cpu'],
    budget: { whole: 240, quick: 90 },
  },
  crowd: {
    turns: ['ours'],
    systems: ['ours'],
    figures: ['players'],
    budget: { whole: 400, quick: 90 },
    isSlow: true,
  },
  joins: { turns: JOINERS, systems: JOINERS, figures: ['perCpuSecond'], budget: { whole: 180, quick: 60 } },
  idle: { turns: ['all'], systems: IDLERS, figures: ['cpu', 'rss'], budget: { whole: 240, quick: 90 } },
  start: {
    turns: ['ours'],
    systems: ['ours'],
    figures: ['seconds', 'all', 'server'],
    budget: { whole: 120, quick: 60 },
  },
  opening: { turns: ['ours'], systems: ['ours'], figures: ['seconds'], budget: { whole: 180, quick: 90 } },
  beads: { turns: ['ours'], systems: ['ours'], figures: ['slowest', 'floor'], budget: { whole: 120, quick: 60 } },
  return: { turns: ['ours'], systems: ['ours'], figures: ['afterStart', 'warm'], budget: { whole: 180, quick: 60 } },
} as const satisfies Readonly<Record<string, UnitShape>>;

export type UnitName = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as readonly UnitName[];

/** Names one figure of one system. */
export type Ref = {
  [U in UnitName]: `${U}/${(typeof UNITS)[U]['systems'][number]}/${(typeof UNITS)[U]['figures'][number]}`;
}[UnitName];

export interface Turn {
  readonly unit: UnitName;
  readonly system: string;
}

/** The figures of a turn, by system and figure. */
export type Measurement = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Whether this checkout's own code is measured, so that an earlier checkout may stand in its place. */
export function isOfThisCheckout({ system }: Turn): boolean {
  return system === 'all' || system.startsWith('ours');
}
