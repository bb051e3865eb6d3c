/** What is wrong with a state, in words for its author; empty for every state that play can reach. */
import { SEATS } from '../contract/game.ts';
import { byTime, type CardId, cardOf, CARDS, type Colour, colourOf, dealt } from './cards.ts';
import {
  aztecOf,
  cardsOf,
  type City,
  cityOf,
  handOf,
  isHere,
  mayShelter,
  type Phase,
  pileOf,
  PLACES,
  present,
  type State,
} from './state.ts';
import { captives, toMove } from './moves.ts';
import { endFlag, nextTaker } from './revealing.ts';

export function broken(state: State): readonly string[] {
  const unknown = cardsIn(state).filter((id) => !CARDS.some((card) => card.id === id));
  if (unknown.length > 0) return unknown.map((id) => `there is no card ${id}`);
  const wrong = [...deal(state), ...state.cities.flatMap((city, seat) => brokenCity(city, seat)), ...hands(state)];
  return wrong.length > 0 ? wrong : [...memories(state), ...announced(state), ...pending(state)];
}

/** All cards outside of the piles. */
const onTable = ({ cities, announced, phase }: State): readonly CardId[] => [
  ...cities.flatMap(cardsOf),
  ...announced.map(({ card }) => card),
  ...(phase.kind === 'hiding' ? [phase.card] : []),
];

const cardsIn = (state: State): readonly CardId[] => [...onTable(state), ...state.piles.flatMap(({ cards }) => cards)];

/** [inv 1] Every card of the deal lies in one place. */
function deal(state: State): readonly string[] {
  const { removed, options, cities, round, starter, piles } = state;
  const found = cardsIn(state);
  const cards = dealt({ removed, codex: options.codex });
  const count = (id: CardId) => found.filter((other) => other === id).length;
  return lines([
    [(removed === 'none') !== cities.length > 4, `${removed} is removed with ${cities.length} seats`],
    [round < 1 || starter >= cities.length, `round ${round}, begun by ${starter}`],
    [piles.length !== PLACES.length, `there are ${piles.length} piles`],
    [piles.some(({ cards: ids }) => byTime(ids).join() !== ids.join()), 'a pile is not in the order of the day'],
    ...cards.filter((id) => count(id) !== 1).map((id) => [true, `${id} is there ${count(id)} times`] as const),
    ...found.filter((id) => !cards.includes(id)).map((id) => [true, `${id} is not in the deal`] as const),
  ]);
}

/** [inv 3] A city holds only cards that belong there. */
function brokenCity(city: City, seat: number): readonly string[] {
  const name = `cities.${seat}`;
  const only = (ids: readonly CardId[], kind: string, colour?: Colour) =>
    ids.every((id) => cardOf(id).kind === kind && (colour === undefined || colourOf(id) === colour));
  const groups = [
    ...city.temples.map(({ card, aztecs }) => ({ kind: 'temple', card, aztecs })),
    ...city.saucers.map(({ card, captured }) => ({ kind: 'saucer', card, aztecs: captured })),
  ];
  return lines([
    [!only(city.visible, 'aztec'), `${name}.visible has something that is not an Aztec`],
    [!only(city.codices, 'codex'), `${name}.codices has something that is not a codex`],
    ...groups.map(
      ({ kind, card, aztecs }) =>
        [
          !only([card], kind) || !only(aztecs, 'aztec', colourOf(card)),
          `${name}: ${card} with ${aztecs.join(', ')} is no ${kind} with Aztecs of its colour`,
        ] as const,
    ),
  ]);
}

/** [inv 2, 3] Hands hold piles and choices that they can hold. */
function hands(state: State): readonly string[] {
  const held = state.hands.map(({ pile }) => pile).filter((pile) => pile !== 0);
  const most = state.cities.length - 1;
  const bad = SEATS.slice(0, state.hands.length).filter((seat) => {
    const { pile, chosen } = handOf(state, seat);
    const cards = pile === 0 ? [] : pileOf(state, pile).cards;
    return (chosen !== '' && !cards.includes(chosen)) || (pile !== 0 && (cards.length === 0 || !isHere(state, seat)));
  });
  return lines([
    [state.hands.length !== state.cities.length, 'every seat has a city and a hand'],
    [new Set(held).size < held.length, 'two seats hold the same pile'],
    [held.some((pile) => !pileOf(state, pile).isSeen), 'a seat holds a pile that no seat has seen'],
    ...bad.map((seat) => [true, `hands.${seat} holds what it cannot hold`] as const),
    [
      state.cities.some(({ saucers }) => saucers.some(({ captured }) => captured.length > most)),
      'a saucer takes one Aztec at most of every other city',
    ],
  ]);
}

/** The cards that a seat remembers of a pile can only become fewer. */
function memories({ hands: all, cities, piles, options }: State): readonly string[] {
  const length = options.memoryAid === 'ownLog' ? PLACES.length : 0;
  return all.flatMap(({ memory }, seat) =>
    lines([
      [memory.length !== length, `hands.${seat}.memory is of ${memory.length} piles, not ${length}`],
      [
        cities[seat]?.isHere === true &&
          memory.some((cards, i) => cards.length > 0 && piles[i]?.cards.some((id) => !cards.includes(id))),
        `hands.${seat}.memory lacks cards that lie in the pile`,
      ],
    ]),
  );
}

function announced(state: State): readonly string[] {
  const { announced: plays, phase } = state;
  const seats = plays.map(({ seat }) => seat);
  const isRevealing = phase.kind === 'hiding' || phase.kind === 'capturing';
  const isForfeit = phase.kind === 'over' && phase.reason === 'retired';
  return lines([
    [plays.length > 0 && !isRevealing && !isForfeit, 'cards are announced, but no seat reveals'],
    [new Set(seats).size < seats.length || (isRevealing && seats.includes(phase.seat)), 'a seat has two cards'],
    [seats.some((seat) => !isHere(state, seat)), 'a seat that has left has announced a card'],
    [isRevealing && state.hands.some(({ pile }) => pile !== 0), 'a pile is held while cards are revealed'],
  ]);
}

/** [inv 5, 10] The phase is the one that the rest of the state asks for. */
function pending(state: State): readonly string[] {
  const { phase } = state;
  const isOver = phase.kind === 'over' && phase.reason === 'retired';
  return lines([
    [isOver !== (present(state).length === 1), 'one seat is left, and that is the end, go together'],
    ...pendingOf(state, phase),
  ]);
}

type Check = readonly [bad: boolean, line: string];

function pendingOf(state: State, phase: Phase): readonly Check[] {
  switch (phase.kind) {
    case 'taking':
    case 'choosing':
      return betweenRounds(state, phase);
    case 'hiding': {
      const isAsked = mayShelter(cityOf(state, phase.seat), aztecOf(phase.card), state.options);
      return [[!isHere(state, phase.seat) || !isAsked, `${phase.card} has no temple and Agent to ask about`]];
    }
    case 'capturing':
      return capturing(state, phase);
    case 'over':
      return [[phase.reason !== 'retired' && endFlag(state) !== phase.reason, `it does not end by ${phase.reason}`]];
    default:
      return [[true, `there is no phase ${JSON.stringify(phase satisfies never)}`]];
  }
}

function betweenRounds(state: State, phase: Phase): readonly Check[] {
  const due = nextTaker(state).phase;
  const isDue =
    due.kind === phase.kind && (due.kind !== 'taking' || phase.kind !== 'taking' || due.seat === phase.seat);
  return [
    [endFlag(state) !== undefined, `the match would have ended: ${endFlag(state)}`],
    [!isDue, `it is not ${phase.kind} that comes next, but ${JSON.stringify(due)}`],
    [phase.kind === 'choosing' && toMove(state).length === 0, 'all have chosen, so the times are announced'],
    [
      phase.kind === 'taking' && state.hands.some(({ chosen }) => chosen !== ''),
      'a seat has chosen before all have taken a pile',
    ],
  ];
}

function capturing(state: State, phase: Extract<Phase, { kind: 'capturing' }>): readonly Check[] {
  const { seat, victim } = phase;
  if (!isHere(state, seat) || cityOf(state, seat).saucers.length === 0) return [[true, `seat ${seat} has no saucer`]];
  const isChoice = seat !== victim && captives(state, phase).length > 1;
  return [[!isChoice, `there is nothing to choose among the Aztecs of seat ${victim}`]];
}

const lines = (checks: readonly Check[]): readonly string[] => checks.filter(([bad]) => bad).map(([, line]) => line);

// An author of a position may leave out piles: they get every card that lies nowhere else.

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
