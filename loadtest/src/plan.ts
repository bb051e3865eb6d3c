/** What the runner asks of k6 or the driver. It crosses as JSON in the environment, so it holds only plain values. */
import type { Tally } from '@flower-war/protocol';

export interface Plan {
  readonly url: string;
  /** When the runner wanted the run, since 1970: by it several k6 act in the same moment. */
  readonly askedAt: number;
  readonly players: number;
  /** Seats of each match. */
  readonly seats: number;
  /** Players whom one virtual user of k6 holds. All of a virtual user's sockets come from one address. */
  readonly playersPerUser: number;
  /** Players arrive evenly over this time. What happens then is not measured. */
  readonly arriveSeconds: number;
  /** Then the arrived players settle for so long, and that is not measured either. */
  readonly settleSeconds: number;
  /** So long is measured. */
  readonly seconds: number;
  /** How long a player thinks before a move, at least and at most. */
  readonly thinkMs: readonly [least: number, most: number];
  /** The longest p99 from a move until all clients of its match have seen it. */
  readonly mostP99Ms: number;
  /** Absent in loads without temples. */
  readonly temples?: TemplesPlan;
}

export interface TemplesPlan {
  readonly many: number;
  /** The address of the broker. */
  readonly broker: string;
  /** The passwords and the codes of all temples follow from it. */
  readonly key: string;
}

/** When the measured time begins, in milliseconds from the start of k6. */
export const measuredFrom = ({ arriveSeconds, settleSeconds }: Plan): number => (arriveSeconds + settleSeconds) * 1000;

/** When it ends. */
export const measuredTo = (plan: Plan): number => measuredFrom(plan) + plan.seconds * 1000;

export const usersOf = ({ players, playersPerUser }: Plan): number => Math.ceil(players / playersPerUser);

export type StepTime = readonly [step: number, at: number];

/** What became of the beads of one temple. */
export interface BeadsTold {
  readonly temple: string;
  /** The matches for which it counted. */
  readonly matches: readonly string[];
  /** The beads that really fell. */
  readonly fallen: Tally;
  /** What the server tells its owner in the end. */
  readonly ledger: Readonly<Record<'sensed' | 'applied' | 'held' | 'refused', Tally>>;
}

/** What k6 tells of one virtual user and one second, and the driver of one second: a line of JSON. */
export interface Told {
  /** Whether the second belongs to the measured time. */
  readonly isMeasured: boolean;
  /** The second, since 1970. */
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
  /** In milliseconds. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  /** How often each failure happened. */
  readonly failures: Readonly<Record<string, number>>;
  /** When all spectators of this virtual user had seen the table of a step, in milliseconds from the start of k6. */
  readonly shown: readonly StepTime[];
  /** The moves that the server has accepted: their matches and ids. */
  readonly accepted: readonly (readonly [match: string, id: number])[];
  /** When the move was sent that led to the table of a step. */
  readonly sent: readonly StepTime[];
  /** Told at the end, once for each temple. */
  readonly beads?: readonly BeadsTold[];
}
