/** Glicko-2, with each match as one rating period. Pure: the time comes in. */
import rate from 'glicko2-lite';
import type { Rating } from '../../store/ratings.ts';

/** One of those who played, and where they ended up; equal places are a draw. */
export interface Placed {
  readonly rating: Rating;
  readonly place: number;
}

const MOST_DEVIATION = 350;
/** Between the scale that people know and the one that Glicko-2 computes in. */
const SCALE = 173.7178;
/** Away for a year, a deviation of 60 becomes one of about 95. */
const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/** The fewest matches, and the deviation, for a place in the list of the best. */
export const ESTABLISHED = { matches: 5, deviation: 160 } as const;

/** How much the square of a deviation grows in a millisecond, for a volatility of 1. */
export const GROWTH = SCALE ** 2 / PERIOD_MS;

export function newcomer(at: number): Rating {
  return { rating: 1500, deviation: MOST_DEVIATION, volatility: 0.06, matches: 0, at };
}

/** What is known of somebody fades while they are away. */
export function deviationAt({ deviation, volatility, at }: Rating, now: number): number {
  const grown = Math.sqrt(deviation ** 2 + GROWTH * volatility ** 2 * Math.max(0, now - at));
  return Math.min(MOST_DEVIATION, grown);
}

/** Whether somebody has played too little, or too long ago, to be compared. */
export function isProvisional(rating: Rating, now: number): boolean {
  return rating.matches < ESTABLISHED.matches || deviationAt(rating, now) >= ESTABLISHED.deviation;
}

/** Everybody after a match that ended then: each against each other, by place. */
export function rated(players: readonly Placed[], at: number): readonly Rating[] {
  const before = players.map(({ rating, place }) => ({ ...rating, place, deviation: deviationAt(rating, at) }));
  return before.map((own) => {
    const others = before.filter((other) => other !== own);
    const meetings = others.map(({ rating, deviation, place }): [number, number, number] => {
      return [rating, deviation, scoreOf(own.place, place)];
    });
    const { rating, rd, vol } = rate(own.rating, own.deviation, own.volatility, meetings);
    return { rating, deviation: rd, volatility: vol, matches: own.matches + 1, at: Math.max(own.at, at) };
  });
}

function scoreOf(own: number, other: number): number {
  if (own === other) return 0.5;
  return own < other ? 1 : 0;
}
