/**
 * The loads: what happens in each, what it needs, and what it must keep. To add one, add a row here and its players in
 * `k6/main.ts`. The runner and the scripts of k6 both read this file, so it holds only plain values.
 */

export const LOADS = ['human', 'flat', 'lobby', 'quick', 'storm', 'watch', 'mix'] as const;
export type LoadName = (typeof LOADS)[number];

/** What the runner asks of k6. It crosses as JSON in the environment. */
export interface Plan {
  readonly load: LoadName;
  readonly url: string;
  /** When the runner wanted the run, since 1970: by it several k6 act in the same moment. */
  readonly askedAt: number;
  readonly players: number;
  /** Players arrive evenly over this time. What happens then is not measured. */
  readonly arriveSeconds: number;
  /** Then the arrived players settle for this long, which is not measured either. */
  readonly settleSeconds: number;
  readonly seconds: number;
  /** How long a player thinks before a move, at least and at most. */
  readonly thinkMs: readonly [least: number, most: number];
  /** The longest p99 of what the players of the load wait for. */
  readonly mostP99Ms: number;
}

interface Load {
  /** What happens, for people. */
  readonly tells: string;
  /** The players if the caller names no number. */
  readonly players: number;
  readonly thinkMs: Plan['thinkMs'];
  readonly mostP99Ms: number;
  /** Settings of the server that differ from what `npm start` has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The name of the time that its players wait for. */
  readonly awaited: 'move' | 'join' | 'crowd back' | 'watch';
  /** The times of a large crowd are those of a few observers beside it. */
  readonly isObserved?: true;
  /** It needs this long to come to its end. */
  readonly leastSeconds?: number;
}

/** Seats of each match. */
export const SEATS = 4;
/** Players whom one virtual user of k6 holds. All of its sockets come from one address. */
export const PLAYERS_OF_A_USER = 40;

/** A match gets a move every two seconds or so. */
const HUMAN_MS = [1000, 3000] as const;

export const loadOf: Readonly<Record<LoadName, Load>> = {
  human: {
    tells: 'whole matches of four at the pace of people, who think 1 to 3 seconds before each move',
    players: 2000,
    thinkMs: HUMAN_MS,
    mostP99Ms: 50,
    awaited: 'move',
    isObserved: true,
  },
  flat: {
    tells: 'whole matches of four in which every player moves as soon as it may',
    players: 80,
    thinkMs: [0, 0],
    mostP99Ms: 1000,
    // No person moves as often, so the limits on requests of persons do not fit.
    settings: { LIMITS: '0', MESSAGES_PER_SECOND: '100000' },
    awaited: 'move',
  },
  lobby: {
    tells: 'a lobby rush: within a second all look at the list of matches, and open one or choose one',
    players: 400,
    thinkMs: HUMAN_MS,
    mostP99Ms: 5000,
    awaited: 'join',
  },
  quick: {
    tells: 'quick play: within a second all ask for a seat in any match',
    players: 400,
    thinkMs: HUMAN_MS,
    mostP99Ms: 2000,
    awaited: 'join',
  },
  storm: {
    tells: 'a reconnect storm: people play, all their sockets are cut at once, and all come back',
    players: 2000,
    thinkMs: HUMAN_MS,
    mostP99Ms: 5000,
    awaited: 'crowd back',
    isObserved: true,
    leastSeconds: 20,
  },
  watch: {
    tells: 'one match of four that all others watch',
    players: 2000,
    thinkMs: HUMAN_MS,
    mostP99Ms: 500,
    awaited: 'watch',
  },
  mix: {
    tells: 'of five people three play on, while one comes by quick play and one through the lobby, all within a second',
    players: 1000,
    thinkMs: HUMAN_MS,
    mostP99Ms: 50,
    awaited: 'move',
  },
};

/** When the measured time begins, in milliseconds from the start of k6. */
export const measuredFrom = ({ arriveSeconds, settleSeconds }: Plan): number => (arriveSeconds + settleSeconds) * 1000;

/** When it ends. */
export const measuredTo = (plan: Plan): number => measuredFrom(plan) + plan.seconds * 1000;

export const usersOf = ({ players }: Plan): number => Math.ceil(players / PLAYERS_OF_A_USER);

export type StepTime = readonly [step: number, at: number];

/** A line of JSON that each virtual user of k6 writes once a second. Times and counts are metrics of k6 instead. */
export interface UserReport {
  /** When k6 began, since 1970. */
  readonly beganAt: number;
  /** How often each failure happened. */
  readonly failures: Readonly<Record<string, number>>;
  /** The moves that the server has accepted: their matches and ids. */
  readonly accepted: readonly (readonly [match: string, id: number])[];
  /** When the move was sent that led to the table of a step, in milliseconds from the start of k6. */
  readonly sent: readonly StepTime[];
  /** When all spectators of this virtual user had seen the table of a step. */
  readonly shown: readonly StepTime[];
}
