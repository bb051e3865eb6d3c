/**
 * An author of a position may leave out the supply and the decks: they get every skull and card that lies nowhere else.
 */

import { inHands } from './invariants.ts';
import type { CardId, Deck } from './model/card.ts';
import type { Table } from './model/state.ts';
import { total } from './play/skulls.ts';

type Decks = Readonly<Record<Deck, readonly CardId[]>>;

export interface Cards {
  /** All cards of the match, in the order in which missing cards go under a deck. */
  readonly full: Decks;
  /** Cards that this edition keeps outside hands and decks. */
  readonly used: readonly CardId[];
}

/** Completes a position; `written` is the author's part, which stays as it is. */
export function completed<T extends Table>(table: T, written: object, { full, used }: Cards): T {
  const decks = completedDecks(table, { full, used });
  if (Object.hasOwn(written, 'pool')) return { ...table, decks };
  const { tokensTotal, perSpace } = table.options;
  const all = Math.max(tokensTotal, 20 * perSpace);
  return { ...table, decks, pool: all - (total(table) - table.pool) };
}

/** Cards that lie elsewhere leave their deck, the topmost copy first. Cards that lie nowhere go under it. */
function completedDecks({ decks, ...table }: Table, { full, used }: Cards): Decks {
  const none: Decks = { day: [], war: [], rain: [] };
  const elsewhere = [...inHands({ ...table, decks: none }), ...used];
  const whole = (deck: Deck) => {
    const gone = elsewhere.filter((card) => full[deck].includes(card));
    const known = without(decks[deck], without(gone, without(full[deck], decks[deck])));
    return [...without(full[deck], [...known, ...gone]), ...known];
  };
  return { day: whole('day'), war: whole('war'), rain: whole('rain') };
}

/** Removes these cards, the last copy of each first. */
export function without(cards: readonly CardId[], gone: readonly CardId[]): readonly CardId[] {
  const left = [...cards];
  for (const card of gone) {
    const index = left.lastIndexOf(card);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}
