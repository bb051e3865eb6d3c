/** How much is measured, as a whole and quickly. */
import type { Wave } from '../measures/arriving.ts';
import type { Return } from '../measures/comingBack.ts';
import type { IdleRun } from '../measures/idle.ts';
import type { Load } from '../measures/load.ts';
import type { Pace } from '../measures/pace.ts';
import type { WarmUp } from '../measures/settle.ts';
import type { Batch } from '../open.ts';
import type { Size } from './units.ts';

export interface Sizes {
  readonly rules: { readonly rounds: number; readonly milliseconds: number };
  readonly moves: Load;
  readonly pace: Pace;
  /** The largest crowd first: numbers of matches of two. */
  readonly crowds: readonly number[];
  readonly joins: Wave;
  readonly idle: IdleRun;
  readonly opening: Batch;
  readonly beads: number;
  readonly back: Return;
}

const SETTLED: WarmUp = { windowMs: 3000, leastMoves: 150_000, leastMs: 12_000, mostMs: 30_000 };
const QUICKLY: WarmUp = { windowMs: 1000, leastMoves: 0, leastMs: 0, mostMs: 3000 };

export const SIZES: Readonly<Record<Size, Sizes>> = {
  whole: {
    rules: { rounds: 3, milliseconds: 300 },
    moves: { milliseconds: 4000, warmUp: SETTLED },
    pace: { matches: 1000, warmUp: SETTLED, beginningMs: 4000, milliseconds: 12_000 },
    crowds: [2500, 1000, 500],
    joins: { matches: 150, times: { least: 20, most: 32 } },
    idle: { matches: 200, milliseconds: 25_000, calmMs: 12_000 },
    opening: { matches: 1000, entries: 50 },
    beads: 40,
    back: { matches: 200, times: { least: 10, most: 24 } },
  },
  quick: {
    rules: { rounds: 1, milliseconds: 100 },
    moves: { milliseconds: 1000, warmUp: QUICKLY },
    pace: { matches: 300, warmUp: QUICKLY, beginningMs: 2000, milliseconds: 4000 },
    crowds: [500],
    joins: { matches: 60, times: { least: 2, most: 4 } },
    idle: { matches: 60, milliseconds: 6000, calmMs: 3000 },
    opening: { matches: 300, entries: 50 },
    beads: 8,
    back: { matches: 60, times: { least: 2, most: 4 } },
  },
};

/** What a quick run cannot tell. */
export const QUICK_WORDS = [
  'A quick run: one round, and servers that have not settled, since each plays for at most 3 s before it is measured. A',
  'move of ours costs about twice as much as after the whole warm-up, so its ratios are about half of the truth. 300',
  'matches are opened, and 300 play at human pace, instead of 1000; no crowd comes. Judge by the whole run alone.',
].join('\n');
