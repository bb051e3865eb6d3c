/** A bot that tries its cards out in piles that it imagines, and weighs what may still become of each city. */
import type { Chance } from '../../contract/chance.ts';
import type { Bot, Question, Seat } from '../../contract/game.ts';
import { at } from '../../json/at.ts';
import { type Plan, searching } from '../../search/searching.ts';
import type { CardId, Colour } from '../cards/card.ts';
import { cardOf, colourOf } from '../cards/cards.ts';
import { spaceAztecs } from '../index.ts';
import type { Settings } from '../model/options.ts';
import type { City, Move, State } from '../model/state.ts';
import {
  aztecOf,
  cityOf,
  mayShelter,
  templesFor,
  visibleOf,
  withCodex,
  withoutVisible,
  withSaucer,
  withSheltered,
  withTemple,
  withVisible,
} from '../model/table.ts';
import { legalMoves } from '../play/moves.ts';
import type { View } from '../view.ts';
import { damage, forecast } from './cityValue.ts';
import { gainAtGlance, glanceAt } from './glance.ts';
import { type Outlook, outlookIn, outlookOf, valuesOf } from './greedy.ts';
import { leadOf, type Scene } from './prospects.ts';
import { cityBehind, sampledPosition } from './sampledPosition.ts';

const PLAN: Plan<State, Move, View, Settings> = {
  game: spaceAztecs,
  guess: leadsOf,
  // Piles whose cards are unknown differ in nothing that trials could find.
  sampled: (question, chance) => (question.view.phase === 'choosing' ? sampledPosition(question, chance) : undefined),
  playsOn,
  worth: (state: State, seat: Seat) => leadOf({ ...state, outlook: outlookIn(state) }, seat),
  clock: ({ round }) => round,
  limits: { candidates: 4, margin: 6, horizon: 2, moves: 1200, trust: 20 },
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

function bestCard(state: State, seat: Seat, legal: readonly Move[]): Move {
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
export function leadsOf(question: AztecsQuestion): readonly number[] {
  const { view, options } = question;
  if (view.phase === 'taking') return valuesOf(question);
  const outlook = outlookOf(forecast({ view, options }, ''));
  return question.legal.map((move) => leadAfter(question, move) + denied(question, move, outlook));
}

function leadAfter(question: AztecsQuestion, move: Move): number {
  const { view, options, seat } = question;
  const played = move.kind === 'choose' ? move.card : view.card;
  const outlook = outlookOf(forecast({ view, options }, played));
  const leads = outcomes(question, move).map((cities) => leadOf({ cities, removed: view.removed, outlook }, seat));
  return Math.max(...leads);
}

/** How likely a good card that is left goes to a certain rival before the end, if the match is young. */
const LOST = 0.15;

/** With fewer rounds left, a pile comes back less often. */
const COMES_BACK = 8;

/** The worth of an average card. */
const USUAL = 3;

/** A card that stays in its pile may go to a rival later: what it is worth to take it away. */
function denied({ view, seat }: AztecsQuestion, move: Move, outlook: Outlook): number {
  if (move.kind !== 'choose' || cardOf(move.card).kind === 'saucer') return 0;
  const scene = { cities: view.cities.map(cityBehind), removed: view.removed, outlook };
  const now = leadOf(scene, seat);
  const losses = scene.cities.map((city, other) =>
    other === seat || !city.isHere
      ? 0
      : now - leadOf({ ...scene, cities: scene.cities.with(other, grown(city, move.card)) }, seat),
  );
  return LOST * Math.min(1, outlook.rounds / COMES_BACK) * Math.max(0, Math.max(...losses) - USUAL);
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
