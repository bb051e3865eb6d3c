/** What goes on beside k6 in a run: it makes what the server finds when it starts, and sees what k6 cannot see. */
import type { LoadName } from '../load.ts';
import type { Told } from '../plan.ts';
import type { Threshold } from '../report/figures.ts';

export interface BesideWanted {
  readonly load: LoadName;
  /** The folder of the server's data. No server uses it yet. */
  readonly data: string;
  readonly seconds: number;
  /** How many matches there are before the first player comes. */
  readonly matches: number;
  readonly signal: AbortSignal;
}

/** What it saw, in the words of k6. */
export interface Seen {
  readonly told: readonly Told[];
  readonly thresholds: readonly Threshold[];
}

export interface Beside {
  /** The measured time begins at this time at the earliest, in milliseconds since 1970. */
  readonly measuredFrom: number;
  /** Called when the server is ready. */
  start(): void;
  /** What it saw. Called once, when k6 has ended and the server still runs. */
  see(): Promise<Seen>;
  /** Ends everything that it started, also after an error. */
  stop(): Promise<void>;
}

/** A second in which nothing was counted. */
export const NOTHING_TOLD = {
  isMeasured: true,
  counts: {},
  times: {},
  failures: {},
  shown: [],
  sent: [],
  accepted: [],
} as const;
