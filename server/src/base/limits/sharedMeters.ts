/** Meters that all processes on the same data share. */
import type { Rate } from '@flower-war/protocol/hosting';

/** One key of one meter. */
export interface Counted {
  readonly key: string;
  readonly rate: Rate;
}

/** `take` counts an event on each key if all may go on, `charge` counts it in any case, `look` counts nothing. */
export type Asking = 'take' | 'charge' | 'look';

export interface SharedMeters {
  /** What was left of each before. Undefined if the answer does not come soon: then the process counts for itself. */
  ask(asking: Asking, counted: readonly Counted[]): Promise<readonly number[] | undefined>;
  stop(): void;
}

/** For a process that counts for itself. */
export const ownMetersOnly: SharedMeters = { ask: async () => undefined, stop: () => {} };
