/** The final order. */

import type { Seat, Standing } from '../contract/game.ts';

export interface Score {
  readonly seat: Seat;
  readonly isHere: boolean;
  /** The numbers that decide the order, the most important first. The first one is the score. */
  readonly order: readonly number[];
  readonly breakdown: Readonly<Record<string, number>>;
}

/** The winner comes first with any numbers. Seats that have left come last. Equal numbers share a place. */
export function standingsBy(scores: readonly Score[], winner: Seat | undefined): readonly Standing[] {
  const rank = ({ seat, isHere, order }: Score) => [seat === winner ? 1 : 0, isHere ? 1 : 0, ...order];
  const better = (a: Score, b: Score) => compare(rank(b), rank(a));
  return scores
    .toSorted((a, b) => better(a, b) || a.seat - b.seat)
    .map((score) => {
      const place = 1 + scores.filter((other) => better(other, score) < 0).length;
      return { seat: score.seat, place, score: score.order[0] ?? 0, breakdown: score.breakdown };
    });
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((n, i) => n !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
