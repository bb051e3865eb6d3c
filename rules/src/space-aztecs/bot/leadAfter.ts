/** How far each legal move would bring a seat ahead. */
import type { Question } from '../../contract/bot.ts';
import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { CardId, Colour } from '../cards/card.ts';
import { cardOf, colourOf } from '../cards/cards.ts';
import {
  aztecOf,
  mayShelter,
  templesFor,
  visibleOf,
  withCodex,
  withoutVisible,
  withSaucer,
  withSheltered,
  withTemple,
  withVisible,
} from '../model/city.ts';
import type { Settings } from '../model/options.ts';
import type { City, Move } from '../model/state.ts';
import type { View } from '../view.ts';
import { damage } from './cityValue.ts';
import { forecast } from './forecast.ts';
import { valuesOf } from './greedy.ts';
import { leadOf, type Scene } from './lead.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import { cityBehind } from './sampledPosition.ts';

type Asked = Question<View, Move, Settings>;

/** For a pile, whose cards are unknown, it is the worth of the pile instead. */
export function leadsOf(question: Asked): readonly number[] {
  const { view, options } = question;
  if (view.phase === 'taking') return valuesOf(question);
  const outlook = outlookOf(forecast({ view, options }, ''));
  return question.legal.map((move) => leadAfter(question, move) + denied(question, move, outlook));
}

function leadAfter(question: Asked, move: Move): number {
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
function denied({ view, seat }: Asked, move: Move, outlook: Outlook): number {
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
function outcomes({ view, seat, options }: Asked, move: Move): readonly Cities[] {
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
