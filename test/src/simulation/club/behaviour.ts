/** What the people of a club do, and how often: data alone. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Range = readonly [least: number, most: number];

/** What a person does in a visit, and by how many lots of all. */
export const DEEDS = {
  enter: 40,
  find: 1,
  sitAnywhere: 6,
  challenge: 3,
  correspond: 7,
  follow: 6,
  unfollow: 1,
  block: 6,
  unblock: 2,
  report: 2,
  answerAhead: 6,
  goOnVacation: 2,
  comeBack: 1,
  withdraw: 1,
} as const;

export const VISITS = { aDay: 1, deeds: [1, 3], from: 18 * HOUR, within: 3 * HOUR } as const;

/** How long people take. Live: at a table whose clock counts seconds. */
export const TAKES = {
  live: [2000, 40_000],
  byDays: [10 * MINUTE, 20 * HOUR],
  sitDown: [5000, 90_000],
  reply: [10_000, 8 * MINUTE],
  between: [50, 300],
  look: [8 * MINUTE, 12 * MINUTE],
  lookByDays: [10 * HOUR, 14 * HOUR],
  giveUp: [20 * MINUTE, 30 * MINUTE],
} as const satisfies Readonly<Record<string, Range>>;

/** After this many moves of their own people give up. */
export const PATIENCE = { live: [1, 7], byDays: [3, 40] } as const satisfies Readonly<Record<string, Range>>;

/** One of this many. */
export const ONE_IN = {
  mail: 6,
  quiet: 5,
  moderator: 100,
  forgetsPairing: 25,
  declines: 4,
  says: 12,
  /** A receiver of notices is away for a moment. */
  receiverAway: 25,
} as const;

export const QUIET = { from: 23, to: 7, zone: 'UTC' } as const;
export const LIVE = { clock: { kind: 'turn', seconds: 120 }, absence: 'strict' } as const;
export const BY_DAYS = { clock: { kind: 'days', days: 2 }, absence: 'strict' } as const;

const PAIRS = { game: 'tieqchieq', seats: 2, table: LIVE } as const;
const THREES = { game: 'flower-war', seats: 3, table: LIVE } as const;
const SLOW = { ...PAIRS, table: BY_DAYS } as const;

/** Each begins after this many hours of the month; those after its end are not held. */
export const CUPS = [
  { after: 43, kind: 'arena', ...PAIRS, minutes: 30, most: 24 },
  { after: 44, kind: 'swiss', ...PAIRS, rounds: 5, most: 24, checkInMinutes: 10 },
  { after: 45, kind: 'round-robin', ...PAIRS, most: 9 },
  { after: 46, kind: 'knockout', ...PAIRS, most: 13 },
  { after: 140, kind: 'round-robin', ...SLOW, most: 6 },
  { after: 164, kind: 'knockout', ...SLOW, most: 8 },
  { after: 188, kind: 'arena', ...THREES, minutes: 40, most: 24 },
  { after: 212, kind: 'swiss', ...THREES, rounds: 4, most: 22, lateEntry: true },
  { after: 236, kind: 'swiss', ...SLOW, rounds: 3, most: 12 },
  { after: 332, kind: 'arena', ...PAIRS, minutes: 60, most: 64 },
  { after: 356, kind: 'swiss', ...PAIRS, rounds: 7, most: 64, checkInMinutes: 20 },
  { after: 380, kind: 'round-robin', ...PAIRS, most: 12, checkInMinutes: 5 },
  { after: 404, kind: 'knockout', ...PAIRS, most: 40 },
  { after: 548, kind: 'arena', ...PAIRS, minutes: 30, most: 40 },
  { after: 572, kind: 'round-robin', ...PAIRS, most: 10 },
  { after: 596, kind: 'knockout', ...PAIRS, most: 64, checkInMinutes: 10 },
] as const;

/** One strike in so much time, on average. */
export const STRIKES_APART_MS = 40 * MINUTE;

/** What strikes the house, but for what has to do with temples. */
export const STRIKES = [
  'a server is killed',
  'a server is killed',
  'a server is killed',
  'all servers are killed',
  'a server is restarted',
  'all servers are restarted, one by one',
  'a server stands still',
  'the front door is killed',
  'two servers lose each other',
  'the front door loses a server',
  'the people lose the front door',
  'a server does not reach the receivers of notices',
  'lines are cut',
  'the network is slow',
  'the database is away',
  'the database loses answers',
  'a server loses the database',
  'a table is locked',
] as const;
