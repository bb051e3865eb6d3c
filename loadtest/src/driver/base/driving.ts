/** What all parts of the driver share: the plan, the time and the tally. */
import { setTimeout as wait } from 'node:timers/promises';
import { measuredTo, type Plan } from '../../plan.ts';
import { Tally } from './tally.ts';

export interface Driving {
  readonly plan: Plan;
  readonly tally: Tally;
  /** Milliseconds since the driver began. */
  readonly now: () => number;
  /** Resolves when so many milliseconds have passed since then. */
  readonly at: (milliseconds: number) => Promise<void>;
  /** Whether moves are still played and beads still fall. */
  readonly isOpen: () => boolean;
}

const LOOK_EVERY_MS = 100;

export function drivingBy(plan: Plan): Driving {
  const began = performance.now();
  const now = () => performance.now() - began;
  return {
    plan,
    tally: new Tally(plan, now),
    now,
    at: (milliseconds) => wait(Math.max(0, milliseconds - now())),
    isOpen: () => now() < measuredTo(plan),
  };
}

/** A driver that is late finds the server late: so its own timers are timed, too, as long as it runs. */
export function watchLateness({ now, tally }: Pick<Driving, 'now' | 'tally'>): void {
  let due = now() + LOOK_EVERY_MS;
  const look = () => {
    tally.took('late', Math.max(0, now() - due));
    due = now() + LOOK_EVERY_MS;
    setTimeout(look, LOOK_EVERY_MS);
  };
  setTimeout(look, LOOK_EVERY_MS);
}

/** A number between the two, any of them as likely. */
export function anyOf([least, most]: readonly [least: number, most: number]): number {
  return least + Math.random() * (most - least);
}

export function oneOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}
