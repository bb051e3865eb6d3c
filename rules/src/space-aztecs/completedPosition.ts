/** An author of a position may leave out piles: they get every card that lies nowhere else. */
import type { CardId } from './cards/card.ts';
import { byTime, dealt } from './cards/cards.ts';
import { onTable } from './invariants.ts';
import { PLACES, type State } from './model/state.ts';

/**
 * Cards that lie in a city leave their pile. Cards that lie nowhere go to the last pile that the author left out. Piles
 * that are `written` keep their cards and are sorted. A pile that a seat holds counts as seen.
 */
export function completed(state: State, written: object): State {
  const isFixed = (index: number) => writtenPiles(written).includes(index);
  const elsewhere = [...onTable(state), ...state.piles.flatMap(({ cards }, i) => (isFixed(i) ? cards : []))];
  const kept = state.piles.map(({ cards }, i) => (isFixed(i) ? cards : cards.filter((id) => !elsewhere.includes(id))));
  const lying: readonly CardId[] = [...elsewhere, ...kept.flat()];
  const missing = dealt({ removed: state.removed, codex: state.options.codex }).filter((id) => !lying.includes(id));
  const last = kept.findLastIndex((_, index) => !isFixed(index));
  const piles = state.piles.map((pile, index) => ({
    cards: byTime([...(kept[index] ?? []), ...(index === last ? missing : [])]),
    isSeen: pile.isSeen || state.hands.some((hand) => hand.pile === index + 1),
  }));
  return { ...state, piles };
}

/** The indexes of piles whose cards the author wrote. */
function writtenPiles(written: object): readonly number[] {
  const piles: unknown = Reflect.get(written, 'piles');
  if (typeof piles !== 'object' || piles === null) return [];
  return Object.entries(piles)
    .filter(([, pile]) => Object.hasOwn(pile, 'cards'))
    .map(([key]) => (PLACES.includes(key) ? PLACES.indexOf(key) : Number(key)));
}
