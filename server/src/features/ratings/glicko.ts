/** Glicko-2, with each match as one rating period. Pure: the time is a parameter. */
import rate from 'glicko2-lite';
import type { Rating } from '../../store/ratings.ts';

/** A player's rating before a match, and the place reached in it. Equal places are a draw. */
export interface Placed {
  readonly rating: Rating;
  readonly place: number;
}

const MOST_DEVIATION = 350;
/** The factor between the usual scale and the internal scale of Glicko-2. */
const SCALE = 173.7178;
/** With this period, a year of absence raises a deviation of 60 to about 95. */
const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/** What a place in the list of the best requires: at least this many matches, and a deviation below this. */
export const ESTABLISHED = { matches: 5, deviation: 160 } as const;

/** How much the squared deviation grows in a millisecond at a volatility of 1. */
export const GROWTH = SCALE ** 2 / PERIOD_MS;

export function newcomer(at: number): Rating {
  return { rating: 1500, deviation: MOST_DEVIATION, volatility: 0.06, matches: 0, at };
}

/** The deviation at a later time: a rating gets less certain while the player is away. */
export function deviationAt({ deviation, volatility, at }: Rating, now: number): number {
  const grown = Math.sqrt(deviation ** 2 + GROWTH * volatility ** 2 * Math.max(0, now - at));
  return Math.min(MOST_DEVIATION, grown);
}

/** Whether a player has played too little, or too long ago, to be compared with others. */
export function isProvisional(rating: Rating, now: number): boolean {
  return rating.matches < ESTABLISHED.matches || deviationAt(rating, now) >= ESTABLISHED.deviation;
}

/** The players' ratings after a match that ended at `at`. Each pair of players counts as one game, by place. */
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
