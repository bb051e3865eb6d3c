/** States that differ only in what one viewer does not know, for tests of secrecy. */
import type { Chance } from '../contract/chance.ts';
import type { Viewer } from '../contract/game.ts';
import { cardOf } from '../ring/cards/cards.ts';
import type { CardId } from '../ring/model/card.ts';
import type { Tribe } from '../ring/model/state.ts';
import { homeDeck } from '../ring/play/hand.ts';
import type { State as RingState } from '../ring/view/hidden.ts';
import { heldBy, redrawn as pilesRedrawn } from '../space-aztecs/hidden.fixture.ts';
import type { State as AztecState } from '../space-aztecs/state.ts';

/** The viewer, and the piles of Space Aztecs whose cards it has seen. */
export interface Knowing {
  readonly viewer: Viewer;
  readonly known: readonly number[];
}

/** Another state that looks the same to the viewer; the same state in a game without secrets. */
export function twinOf<S>(game: string, state: S, { viewer, known }: Knowing, chance: Chance): S {
  if (game === 'tieqchieq') return state;
  if (game === 'space-aztecs') return pilesRedrawn(state as AztecState, { viewer, known }, chance) as S;
  return handsRedrawn(state as RingState, viewer, chance) as S;
}

/** The piles whose cards the viewer sees now. */
export function pilesSeen(game: string, state: unknown, viewer: Viewer): readonly number[] {
  return game === 'space-aztecs' ? heldBy(state as AztecState, viewer) : [];
}

/**
 * Deals the decks, and the hands and waiting events of the others, anew. A card is only replaced by one of its kind.
 */
export function handsRedrawn(state: RingState, viewer: Viewer, chance: Chance): RingState {
  const hidden = state.tribes.flatMap(({ hand, pending }, seat) => (seat === viewer ? [] : [...hand, ...pending]));
  const pool = new Map<string, CardId[]>();
  for (const card of chance.shuffle([...hidden, ...Object.values(state.decks).flat()]))
    pool.set(kindOf(card), [...(pool.get(kindOf(card)) ?? []), card]);
  const anew = (card: CardId): CardId => pool.get(kindOf(card))?.pop() ?? card;
  const tribes = state.tribes.map(
    (tribe, seat): Tribe =>
      seat === viewer ? tribe : { ...tribe, hand: tribe.hand.map(anew), pending: tribe.pending.map(anew) },
  );
  const { day, war, rain } = state.decks;
  return { ...state, tribes, decks: { day: day.map(anew), war: war.map(anew), rain: rain.map(anew) } };
}

/** What is public about a hidden card: its deck, and whether it is an event or a victory card. */
function kindOf(card: CardId): string {
  const { timing } = cardOf(card);
  return `${homeDeck(card)} ${timing === 'event' || timing === 'victory' ? timing : 'hand'}`;
}
