/** A bot that tries its cards out in piles that it imagines, and weighs what may still become of each city. */
import type { Chance } from '../../contract/chance.ts';
import type { Bot, Question, Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { type Plan, searching } from '../../search/searching.ts';
import { byTime, type CardId, cardOf, type Colour, colourOf, dealt } from '../cards.ts';
import { spaceAztecs } from '../index.ts';
import type { Settings } from '../options.ts';
import {
  aztecOf,
  cardsOf,
  type City,
  cityOf,
  type Hand,
  mayShelter,
  type Move,
  type Phase,
  type Pile,
  PLACES,
  type State,
  templesFor,
  visibleOf,
  withCodex,
  withoutVisible,
  withSaucer,
  withSheltered,
  withTemple,
  withVisible,
} from '../state.ts';
import { legalMoves } from '../moves.ts';
import type { CityView, View } from '../view.ts';
import { gainAtGlance, glanceAt } from './census.ts';
import { damage, forecast } from './cityValue.ts';
import { outlookIn, outlookOf, valuesOf } from './greedy.ts';
import { leadOf, type Scene } from './prospects.ts';
import type { Weights } from './prospectWeights.ts';

const PLAN: Plan<State, Move, View, Settings> = {
  game: spaceAztecs,
  guess: (question) => leadsOf(question),
  // Piles whose cards are unknown differ in nothing that trials could find.
  sampled: (question, chance) => (question.view.phase === 'choosing' ? sampledPosition(question, chance) : undefined),
  playsOn,
  worth: (state: State, seat: Seat) => leadOf({ ...state, outlook: outlookIn(state) }, seat),
  clock: ({ round }) => round,
  limits: { candidates: 4, margin: 6, horizon: 4, moves: 4000, trust: 20 },
};

export const strong: Bot<View, Move, Settings> = searching(PLAN);

/** How seats play on while a move is tried out: they take any pile, and of it the card that looks best at a glance. */
function playsOn(state: State, seat: Seat, chance: Chance): Move {
  const legal = legalMoves(state, seat);
  switch (state.phase.kind) {
    case 'choosing':
      return bestCard(state, seat, legal);
    case 'hiding':
      return at(legal, 0);
    case 'taking':
    case 'capturing':
    case 'over':
      return chance.pick(legal);
  }
}

export function bestCard(state: State, seat: Seat, legal: readonly Move[]): Move {
  const glance = glanceAt(cityOf(state, seat));
  let best = at(legal, 0);
  let most = -Infinity;
  for (const move of legal) {
    const gain = move.kind === 'choose' ? gainAtGlance(glance, cardOf(move.card), state.cities) : 0;
    if (gain > most) [best, most] = [move, gain];
  }
  return best;
}

// How far each legal move would bring a seat ahead.

type AztecsQuestion = Question<View, Move, Settings>;

/** For a pile, whose cards are unknown, it is the worth of the pile instead. */
export function leadsOf(question: AztecsQuestion, weights?: Weights): readonly number[] {
  const { view, options } = question;
  if (view.phase === 'taking') return valuesOf(question);
  const before = { removed: view.removed, outlook: outlookOf(forecast({ view, options }, '')), weights };
  return question.legal.map((move) => leadAfter(question, move, weights) + denied(question, move, before));
}

function leadAfter(question: AztecsQuestion, move: Move, weights: Weights | undefined): number {
  const { view, options, seat } = question;
  const played = move.kind === 'choose' ? move.card : view.card;
  const outlook = outlookOf(forecast({ view, options }, played));
  const after = { removed: view.removed, outlook, weights };
  const leads = outcomes(question, move).map((cities) => leadOf({ ...after, cities }, seat));
  return Math.max(...leads);
}

/** How likely a good card that is left goes to a certain rival before the end, if the match is young. */
const LOST = 0.15;

/** With fewer rounds left, a pile comes back less often. */
const COMES_BACK = 8;

/** The worth of an average card. */
const USUAL = 3;

/** A card that stays in its pile may go to a rival later: what it is worth to take it away. */
function denied({ view, seat }: AztecsQuestion, move: Move, before: Omit<Scene, 'cities'>): number {
  if (move.kind !== 'choose' || cardOf(move.card).kind === 'saucer') return 0;
  const scene = { ...before, cities: view.cities.map(cityBehind) };
  const now = leadOf(scene, seat);
  const losses = scene.cities.map((city, other) =>
    other === seat || !city.isHere
      ? 0
      : now - leadOf({ ...scene, cities: scene.cities.with(other, grown(city, move.card)) }, seat),
  );
  return LOST * Math.min(1, before.outlook.rounds / COMES_BACK) * Math.max(0, Math.max(...losses) - USUAL);
}

type Cities = readonly City[];

/** The cities after the move. The seat may choose between several outcomes. */
function outcomes({ view, seat, options }: AztecsQuestion, move: Move): readonly Cities[] {
  const cities = view.cities.map(cityBehind);
  const own = at(cities, seat);
  switch (move.kind) {
    case 'take':
      return [cities];
    case 'choose':
      return cardOf(move.card).kind === 'saucer'
        ? [robbed({ cities, removed: view.removed }, move.card, seat)]
        : arrivals(own, move.card, options).map((city) => cities.with(seat, city));
    case 'hide':
      return [cities.with(seat, withSheltered(own, move.temple, view.card))];
    case 'show':
      return [cities.with(seat, withVisible(own, view.card))];
    case 'capture':
      return [without(cities, move.seat, move.card)];
  }
}

function arrivals(own: City, id: CardId, options: Settings): readonly City[] {
  if (cardOf(id).kind !== 'aztec') return [grown(own, id)];
  const aztec = aztecOf(id);
  const temples = mayShelter(own, aztec, options) ? templesFor(own, aztec.colour) : [];
  return [grown(own, id), ...temples.map(({ card }) => withSheltered(own, card, id))];
}

/** The city with the card, which takes nothing from other cities. */
function grown(city: City, id: CardId): City {
  switch (cardOf(id).kind) {
    case 'aztec':
      return withVisible(city, id);
    case 'temple':
      return withTemple(city, id);
    case 'codex':
    case 'saucer':
      return withCodex(city, id);
  }
}

const without = (cities: Cities, seat: number, card: CardId): Cities =>
  cities.with(seat, withoutVisible(at(cities, seat), card));

/** The saucer takes the Aztec from each rival that is worth most to it. */
function robbed({ cities, removed }: Pick<Scene, 'cities' | 'removed'>, saucer: CardId, seat: Seat): Cities {
  const colour = colourOf(saucer);
  const captured = cities.flatMap((city, other) =>
    other === seat || colour === undefined ? [] : dearest(city, colour, removed),
  );
  const poorer = cities.map((city) => captured.reduce(withoutVisible, city));
  return poorer.with(seat, withSaucer(at(cities, seat), saucer, captured));
}

function dearest(city: City, colour: Colour, removed: Scene['removed']): readonly CardId[] {
  const losses = visibleOf(city, colour).map((aztec) => ({ aztec, loss: damage(city, aztec, removed) }));
  const [worst] = losses.toSorted((a, b) => b.loss - a.loss);
  return worst === undefined ? [] : [worst.aztec];
}

// A position that may be the one behind a view: the cards that the seat cannot see are dealt to the piles at random.

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

const cityBehind = ({ visible, temples, codices, saucers, here }: CityView): City => ({
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
