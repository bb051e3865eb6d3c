/** Glicko-2, with each match as one rating period, and which ratings fit each other. Pure: the time is a parameter. */
import type { Rating } from '../../store/ratings.ts';

import rate from 'glicko2-lite';

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

// Who meets whom in quick play: near ratings at once, others after a while.

/** What is known of how well a player plays. */
export interface Strength {
  readonly rating: number;
  readonly deviation: number;
  readonly isProvisional: boolean;
}

/** A player without a rating plays like a newcomer. */
export function strengthOf(rating: Rating | undefined, now: number): Strength {
  const known = rating ?? newcomer(now);
  return { rating: known.rating, deviation: deviationAt(known, now), isProvisional: isProvisional(known, now) };
}

export interface Wait {
  /** How long the one has waited who has waited longer. */
  readonly waitedMs: number;
  /** The longest wait. Then bots come. */
  readonly longestMs: number;
}

/** How far apart two ratings may be at the beginning of the wait, and at its end. */
const APART = { first: 100, last: 1000 };
/** From this share of the wait on, players whose strength is known meet those of whom little is known. */
const MIXED_FROM = 0.5;

/** Whether two players fit, after this wait. Two who fit once fit from then on. */
export function doFit(one: Strength, other: Strength, wait: Wait): boolean {
  if (one.isProvisional && other.isProvisional) return true;
  const share = shareOf(wait);
  if (one.isProvisional !== other.isProvisional && share < MIXED_FROM) return false;
  return gapBetween(one, other) <= APART.first + (APART.last - APART.first) * share;
}

/** How far the true strengths are apart, by as little as the deviations allow. */
export function gapBetween(one: Strength, other: Strength): number {
  return Math.max(0, Math.abs(one.rating - other.rating) - Math.hypot(one.deviation, other.deviation));
}

function shareOf({ waitedMs, longestMs }: Wait): number {
  return longestMs <= 0 ? 1 : Math.min(1, Math.max(0, waitedMs / longestMs));
}
