/** Who meets whom in quick play: near ratings at once, others after a while. Pure: the time is a parameter. */
import type { Rating } from '../../store/ratings.ts';
import { deviationAt, isProvisional, newcomer } from './glicko.ts';

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
