/** [D3] The deal, and dealing unseen piles anew. */
import type { Chance } from '../../contract/chance.ts';
import { SEATS, type Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import { type CardId, COLOURS, type Colour } from '../cards/card.ts';
import { byTime, dealt } from '../cards/cards.ts';
import type { Settings } from '../model/options.ts';
import { type City, type Hand, type Pile, PLACES, type State } from '../model/state.ts';
import { nextTaker } from './ending.ts';

/** The most seats with which a set is removed. */
const MOST_SEATS_WITHOUT_A_SET = 4;
const EMPTY_CITY: City = { visible: [], temples: [], codices: [], saucers: [], isHere: true };

export function setup(options: Settings, seats: number, chance: Chance): State {
  const removed = removedFor(options, seats, chance);
  const deck = chance.shuffle(dealt({ removed, codex: options.codex }));
  const starter = namedStarter(options, seats) ?? chance.pick(SEATS.slice(0, seats));
  return nextTaker({
    options,
    removed,
    round: 1,
    starter,
    piles: pilesOf(deck),
    announced: [],
    phase: { kind: 'choosing' },
    cities: Array.from({ length: seats }, () => EMPTY_CITY),
    hands: Array.from({ length: seats }, () => emptyHand(options)),
  });
}

/** The starting seat that the option names; undefined if it is random. */
function namedStarter({ startPlayer }: Pick<Settings, 'startPlayer'>, seats: number): Seat | undefined {
  if (startPlayer === 'host') return 0;
  return SEATS.slice(0, seats).find((seat) => startPlayer === `seat-${seat}`);
}

/** The starting player must sit at the table. */
export function optionAmiss({ startPlayer }: Settings, seats: number): string | undefined {
  const isNamed = startPlayer !== 'random' && startPlayer !== 'host';
  return isNamed && namedStarter({ startPlayer }, seats) === undefined ? 'startPlayer' : undefined;
}

function removedFor({ removedSet }: Settings, seats: number, chance: Chance): Colour | 'none' {
  if (seats > MOST_SEATS_WITHOUT_A_SET) return 'none';
  return removedSet === 'random' ? chance.pick(COLOURS) : removedSet;
}

const emptyHand = ({ memoryAid }: Settings): Hand => ({
  pile: 0,
  chosen: '',
  memory: memoryAid === 'ownLog' ? PLACES.map(() => []) : [],
});

function pilesOf(deck: readonly CardId[]): readonly Pile[] {
  const cardsOf = (pile: number) => deck.filter((_, index) => index % PLACES.length === pile);
  return PLACES.map((_, pile) => ({ cards: byTime(cardsOf(pile)), isSeen: false }));
}

/** Deals anew the piles that no seat has ever held. All other cards are known to a seat. */
export function reshuffle(state: State, chance: Chance): State {
  const unseen = state.piles.filter(({ isSeen }) => !isSeen);
  const cards = chance.shuffle(unseen.flatMap((pile) => pile.cards));
  const starts = unseen.map((_, index) => unseen.slice(0, index).reduce((sum, pile) => sum + pile.cards.length, 0));
  const redealt = (pile: Pile): Pile => {
    const start = at(starts, unseen.indexOf(pile));
    return { ...pile, cards: byTime(cards.slice(start, start + pile.cards.length)) };
  };
  return { ...state, piles: state.piles.map((pile) => (pile.isSeen ? pile : redealt(pile))) };
}
