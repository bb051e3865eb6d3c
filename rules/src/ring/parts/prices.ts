/** What an edition knows of the prices of moves, from what the seat sees. */
import { at } from '../../json/at.ts';
import type { Day } from '../model/calendar.ts';
import type { Card, CardId, Deck } from '../model/card.ts';
import type { Settings } from '../model/options.ts';
import type { TurnModifier } from '../model/state.ts';
import type { RingView } from '../view/view.ts';
import type { Seen } from './named.ts';

export interface Prices<V extends RingView = RingView, O = Settings> {
  /** The skulls that an offering to a god costs, and whether hand cards may stand for them. */
  offering(seen: Seen<V, O>): { readonly skulls: number; readonly orCards: boolean };
  /** The skulls that a prayer to Tonantzin costs. */
  prayer(seen: Seen<V, O>): number;
  /** The skulls that playing a card costs. */
  card(seen: Seen<V, O>, card: Card): number;
  /** Whether a card can be drawn from the deck, or taken instead. */
  hasCards(seen: Seen<V, O>, deck: Deck): boolean;
  /** The card at a place in the pile of a day, if the edition has piles. */
  lying(seen: Seen<V, O>, place: { readonly day: Day; readonly index: number }): CardId | undefined;
}

/** The sum of the seat's modifiers of one kind. The view shows them as words: `play-cost -1`. */
export function changeFor({ view, seat }: Seen, kind: TurnModifier['kind']): number {
  const numbers = at(view.tribes, seat).modifiers.flatMap((words) => {
    const [name, n] = words.split(' ');
    return name === kind ? [Number(n)] : [];
  });
  return numbers.reduce((sum, n) => sum + n, 0);
}
