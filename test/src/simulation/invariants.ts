/** What must hold in every simulated world. docs/promises.md shows it. */

interface Invariant {
  readonly holds: string;
  /** The rows of docs/promises.md that it watches. */
  readonly promises: readonly number[];
}

export const INVARIANTS = {
  kept: { holds: 'a person who is told that a move counts finds it in the record, once', promises: [1, 2, 10] },
  answered: { holds: 'each action gets one answer, which fits it, while anything fails', promises: [1, 2, 10] },
  seen: { holds: 'what a seat was shown is, step by step, what the record shows to it', promises: [3, 15, 20] },
  owned: { holds: 'each entry follows the one before: a match has one owner', promises: [2, 10, 11] },
  proven: { holds: 'the record of a match that is over verifies', promises: [16, 20] },
  beads: { holds: 'each bead that fell is recorded once, and no other', promises: [4, 5, 7] },
  credit: { holds: 'no more time is given back than has passed', promises: [10, 13] },
  clocks: { holds: 'no clock answers for a person who is there and answers in time', promises: [6, 13, 14] },
  noticed: { holds: 'the end of a match is told to those who asked for it', promises: [21] },
  tended: { holds: 'no match waits that is due', promises: [12, 13] },
  alive: { holds: 'when faults stop, all people play on, and every temple has its answers', promises: [4, 10, 12] },
  bounded: { holds: 'what waits in a connection is bounded', promises: [22] },
  calm: {
    holds: 'no program crashes, leaves an error unhandled, or tells of an error that is no outage',
    promises: [10],
  },
} as const satisfies Readonly<Record<string, Invariant>>;

export type InvariantName = keyof typeof INVARIANTS;

/** The rows of the table in docs/promises.md. */
export function invariantRows(): readonly string[] {
  return Object.values(INVARIANTS).map(({ holds, promises }) => `- ${holds} (${promises.join(', ')})`);
}
