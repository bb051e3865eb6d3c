/** What a load is: what happens in it, what it needs, and what it must keep. */
import type { Plan } from './plan.ts';

export const LOADS = [
  'human',
  'flat',
  'lobby',
  'quick',
  'storm',
  'watch',
  'mix',
  'wake',
  'temples',
  'plain',
  'calibrate',
] as const;
export type LoadName = (typeof LOADS)[number];

/** What goes on beside k6. */
export type BesideName = 'sleepers';

/** The loads that the driver plays: k6 has no MQTT, and reads no answer without an end. */
export type DrivenName = 'temples' | 'plain';

export interface Awaited {
  readonly time: string;
  readonly tells: string;
}

/** What a run by the driver must keep. */
export interface Driven {
  /** The longest p99 of what it times, in milliseconds. */
  readonly mostP99Ms: Readonly<Record<string, number>>;
  /** What happens at least once in the measured time. */
  readonly mustHappen: readonly string[];
}

export interface Load {
  /** What happens, for people. */
  readonly tells: string;
  /** The players if the caller names no number. */
  readonly players: number;
  readonly plan: Pick<Plan, 'seats' | 'playersPerUser' | 'thinkMs' | 'mostP99Ms'>;
  /** The script that k6 runs, if it is that of another load. */
  readonly script?: LoadName;
  /** `answerer`: no server at all, but a program that answers at once. */
  readonly against: 'real' | 'answerer';
  /** Settings of the server that differ from what `npm start` has. The page names them. */
  readonly settings: Readonly<Record<string, string>>;
  /** What its people wait for, if it is not a move: the name of the time, and what it is. */
  readonly awaited?: Awaited;
  /** The times of a large crowd are those of a few observers beside it. */
  readonly isObserved?: true;
  /** The driver plays it, instead of k6. */
  readonly driven?: Driven;
  /** What goes on beside k6. */
  readonly beside?: BesideName;
  /** How many temples there are, if the caller names no number. */
  readonly temples?: number;
  /** Matches that there are before the first player comes, if the caller names no number. */
  readonly matches?: number;
  /** The longest times of what k6 does not time, in milliseconds, by their names. */
  readonly mostMs?: Readonly<Record<string, number>>;
  /** It needs so long to come to its end. */
  readonly leastSeconds?: number;
}
