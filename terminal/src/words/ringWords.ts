/** The names printed on the ring of twenty days, as people read them. */
import { english, NAHUATL } from '@flower-war/words';
import type { Cards } from './cards.ts';

/** `Crocodile (Cipactli)`: the English name, then the name that moves use. Days are numbered from 1. */
export const dayName = english.day;

/** The English name alone, for narrow places. */
export const shortName = english.shortDay;

/** The day with this name in the notation, or 0. */
export const dayOf = (name: string): number => NAHUATL.findIndex((one) => one.toLowerCase() === name) + 1;

/** The change of the rules that a calendar disc brings, by its day. */
export function omenOf(cards: Cards, day: number): string {
  return (cards.get(`C${`${day}`.padStart(2, '0')}`)?.text ?? '').replace(/[.]$/, '');
}
