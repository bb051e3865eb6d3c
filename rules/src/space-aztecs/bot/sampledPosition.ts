/** A position that may be the one behind a view: the cards that the seat cannot see are dealt to the piles at random. */
import type { Question } from '../../contract/game.ts';
import type { Chance } from '../../contract/chance.ts';
import { at } from '../../json/at.ts';
import type { CardId } from '../cards/card.ts';
import { byTime, dealt } from '../cards/cards.ts';
import { cardsOf } from '../model/table.ts';
import type { Settings } from '../model/options.ts';
import { type City, type Hand, type Move, type Phase, type Pile, PLACES, type State } from '../model/state.ts';
import type { CityView, View } from '../view.ts';

type Viewpoint = Pick<Question<View, Move, Settings>, 'view' | 'seat' | 'options'>;

/** Undefined while cards are revealed: then the view does not tell which cards are still to come. */
export function sampledPosition({ view, seat, options }: Viewpoint, chance: Chance): State | undefined {
  const phase = phaseOf(view);
  if (phase === undefined) return undefined;
  const { removed, round, starter, cities } = view;
  return {
    options,
    removed,
    round,
    starter,
    piles: pilesBehind(view, options, chance),
    cities: cities.map(cityBehind),
    hands: cities.map(({ pile }, index) => (index === seat ? ownHand(view, pile) : { ...strangeHand(options), pile })),
    announced: [],
    phase,
  };
}

function phaseOf({ phase, turn: seat }: View): Phase | undefined {
  if (phase === 'choosing') return { kind: 'choosing' };
  return phase === 'taking' ? { kind: 'taking', seat } : undefined;
}

export const cityBehind = ({ visible, temples, codices, saucers, here }: CityView): City => ({
  visible,
  temples,
  codices,
  saucers,
  isHere: here,
});

const ownHand = ({ chosen, log }: View, pile: number): Hand => ({
  pile,
  chosen,
  memory: log.map(({ cards }) => cards),
});

/** What the others have chosen is secret: in the imagined position they have not chosen yet. */
const strangeHand = ({ memoryAid }: Settings): Omit<Hand, 'pile'> => ({
  chosen: '',
  memory: memoryAid === 'ownLog' ? PLACES.map(() => []) : [],
});

/** Piles whose cards the seat remembers get theirs first, and then the others. */
function pilesBehind(view: View, { codex }: Settings, chance: Chance): readonly Pile[] {
  const seen = new Set([...view.cities.flatMap(cardsOf), ...view.piles.flatMap(({ cards }) => cards)]);
  const unseen = dealt({ removed: view.removed, codex }).filter((id) => !seen.has(id));
  const hidden = new Set(chance.shuffle(unseen));
  const held = view.cities.map(({ pile }) => pile);
  const known = view.piles.map(({ cards, size }, index) => {
    if (cards.length > 0) return cards;
    const remembered = (view.log[index]?.cards ?? []).filter((id) => hidden.has(id));
    return taken(hidden, chance.shuffle(remembered), size);
  });
  return known.map((cards, index) => {
    const { size } = at(view.piles, index);
    const whole = [...cards, ...taken(hidden, [...hidden], size - cards.length)];
    return { cards: byTime(whole), isSeen: held.includes(index + 1) };
  });
}

/** Takes some of these cards out of the hidden ones. */
function taken(hidden: Set<CardId>, from: readonly CardId[], most: number): readonly CardId[] {
  const cards = from.slice(0, most);
  for (const card of cards) hidden.delete(card);
  return cards;
}
