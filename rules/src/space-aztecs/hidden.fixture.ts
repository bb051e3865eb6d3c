/** Makes states that differ only in what one viewer does not know. */
import type { Chance } from '../contract/chance.ts';
import type { Seat, Viewer } from '../contract/game.ts';
import { byTime } from './cards.ts';
import { type Hand, handOf, pileOf, present, type State } from './state.ts';

interface Knowledge {
  readonly viewer: Viewer;
  /** The piles whose cards the viewer knows. */
  readonly known: readonly number[];
}

/** Deals all unknown piles anew and changes the secret choices of the others. At least one of them has not chosen. */
export function redrawn(state: State, { viewer, known }: Knowledge, chance: Chance): State {
  const isLoose = (index: number) => !known.includes(index + 1);
  const cards = [...chance.shuffle(state.piles.flatMap((pile, index) => (isLoose(index) ? pile.cards : [])))];
  const piles = state.piles.map((pile, index) =>
    isLoose(index) ? { ...pile, cards: byTime(cards.splice(0, pile.cards.length)) } : pile,
  );
  const dealt = { ...state, piles };
  return { ...dealt, hands: handsOf(dealt, viewer, chance) };
}

function handsOf(state: State, viewer: Viewer, chance: Chance): readonly Hand[] {
  const others = present(state).filter((seat) => seat !== viewer);
  const isOpen = (seat: Seat) => state.phase.kind === 'choosing' && others.includes(seat) && chance.coin();
  const undecided = chance.pick(others);
  return state.hands.map((hand, index) => {
    const seat = index as Seat;
    if (!others.includes(seat)) return hand;
    const memory = hand.memory.map(() => []);
    const chosen = seat !== undecided && isOpen(seat) ? chance.pick(pileOf(state, hand.pile).cards) : '';
    return { ...hand, chosen, memory };
  });
}

/** The pile that the viewer sees into now. */
export function heldBy(state: State, viewer: Viewer): readonly number[] {
  const pile = typeof viewer === 'number' ? handOf(state, viewer).pile : 0;
  return pile === 0 ? [] : [pile];
}
