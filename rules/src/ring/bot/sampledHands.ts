/** Deals cards to the seats whose hands a bot cannot see. Open cards, and the sizes of hands and decks, tell which are possible. */
import type { Chance } from '../../contract/chance.ts';
import type { Seat } from '../../contract/seat.ts';
import { cardOf } from '../cards/cards.ts';
import { without } from '../completedPosition.ts';
import type { CardId, Deck } from '../model/card.ts';
import type { Tribe } from '../model/state.ts';
import type { RingView } from '../view/view.ts';

export interface Cards {
  /** All cards of the match, by their deck. */
  readonly full: Readonly<Record<Deck, readonly CardId[]>>;
  /** Cards that lie open outside of hands, such as discarded ones. */
  readonly open: readonly CardId[];
  /** How many cards each deck has left. */
  readonly left: Readonly<Record<Deck, number>>;
}

interface Seen {
  readonly view: RingView;
  readonly seat: Seat;
}

type Held = Pick<Tribe, 'hand' | 'pending'>;

/** By seat: the bot's own cards, and for each other seat cards that may be its cards. Undefined if too few are left. */
export function sampledHands({ view, seat }: Seen, cards: Cards, chance: Chance): readonly Held[] | undefined {
  const others = view.tribes.filter((_, index) => index !== seat);
  const wanted = {
    hand: others.reduce((sum, tribe) => sum + tribe.cards, 0),
    pending: others.reduce((sum, tribe) => sum + tribe.pending, 0),
  };
  const loose = looseCards(unseenBy(view, cards), { ...cards, chance, events: wanted.pending });
  if (loose.hand.length < wanted.hand || loose.pending.length < wanted.pending) return undefined;
  return view.tribes.map((tribe, index) =>
    index === seat
      ? { hand: view.hand, pending: view.pending }
      : { hand: loose.hand.splice(0, tribe.cards), pending: loose.pending.splice(0, tribe.pending) },
  );
}

const DECKS: readonly Deck[] = ['day', 'war', 'rain'];

type Unseen = Readonly<Record<Deck, readonly CardId[]>>;

function unseenBy({ hand, pending, tribes }: RingView, { full, open }: Cards): Unseen {
  const seen = [...hand, ...pending, ...tribes.flatMap(({ victories }) => victories), ...open];
  return { day: without(full.day, seen), war: without(full.war, seen), rain: without(full.rain, seen) };
}

interface Loosening extends Pick<Cards, 'left'> {
  readonly chance: Chance;
  /** How many events wait in front of the other seats. */
  readonly events: number;
}

/** Unseen cards that are in no deck: first the waiting events, then as many of each deck as its size says. */
function looseCards(unseen: Unseen, { left, chance, events }: Loosening): { hand: CardId[]; pending: CardId[] } {
  const pending = chance.shuffle(DECKS.flatMap((deck) => unseen[deck].filter(isEvent))).slice(0, events);
  const hand = DECKS.flatMap((deck) => {
    const gone = unseen[deck].length - left[deck] - pending.filter((id) => cardOf(id).deck === deck).length;
    return chance.shuffle(unseen[deck].filter(isForHands)).slice(0, Math.max(0, gone));
  });
  return { hand: [...chance.shuffle(hand)], pending };
}

const isEvent = (id: CardId): boolean => cardOf(id).timing === 'event';
const isForHands = (id: CardId): boolean => !isEvent(id) && cardOf(id).timing !== 'victory';
