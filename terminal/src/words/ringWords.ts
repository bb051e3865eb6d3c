/** Days in the notation and the cards that stand for omens, which are the same in every language. */
import { NAHUATL } from '@flower-war/words';
import type { Cards } from './cards.ts';

/** The day with this name in the notation, or 0. */
export const dayOf = (name: string): number => NAHUATL.findIndex((one) => one.toLowerCase() === name) + 1;

/** The change of the rules that a calendar disc brings, by its day. */
export function omenOf(cards: Cards, day: number): string {
  return (cards.get(`C${`${day}`.padStart(2, '0')}`)?.text ?? '').replace(/[.]$/, '');
}
