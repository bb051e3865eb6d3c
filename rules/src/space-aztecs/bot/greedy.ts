/** A bot that looks one card ahead. It weighs points, the prospects of its city, saucers, and the end of the match. */
import type { Bot, Question, Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { overlooking } from '../../search/overlooking.ts';
import { type AztecCard, type AztecType, type Card, type CardId, cardOf, type Colour, type Goal } from '../cards.ts';
import type { Settings } from '../options.ts';
import {
  aztecsIn,
  cardsOf,
  mayShelter,
  type Move,
  type State,
  templesFor,
  visibleOf,
  withCodex,
  withSaucer,
  withSheltered,
  withTemple,
  withVisible,
} from '../state.ts';
import { saucerLimit, saucersIn } from '../revealing.ts';
import { FEWEST_PINK, linesOf, totalOf } from '../scoring.ts';
import type { CityView, View } from '../view.ts';
import { damage, type Forecast, forecast, worth } from './cityValue.ts';

export const greedy: Bot<View, Move, Settings> = (question, chance) => {
  const values = valuesOf(question);
  const best = Math.max(...values);
  return chance.pick(question.legal.filter((_, index) => values[index] === best));
};

export const easy: Bot<View, Move, Settings> = overlooking({ guess: valuesOf, obvious: 4, overlooks: 50 });

/** What each legal move is worth, in points. */
export function valuesOf({ view, seat, options, legal }: Question<View, Move, Settings>): readonly number[] {
  const sight = { view, me: seat, options };
  return legal.map((move) => moveValue(sight, move));
}

/** The view of the bot's seat, and the options of the match. */
interface Sight {
  readonly view: View;
  readonly me: Seat;
  readonly options: Settings;
}

function moveValue(sight: Sight, move: Move): number {
  const { card, cities, removed } = sight.view;
  switch (move.kind) {
    case 'take':
      return pileValue(sight, move.pile);
    case 'choose':
      return cardValue(sight, move.card);
    case 'hide':
      return valueAfter(sight, withSheltered(own(sight), move.temple, card), card);
    case 'show':
      return valueAfter(sight, withVisible(own(sight), card), card);
    case 'capture':
      return damage(at(cities, move.seat), move.card, removed);
  }
}

const own = ({ view, me }: Sight): CityView => at(view.cities, me);
const others = ({ view, me }: Sight): readonly CityView[] => view.cities.filter((_, seat) => seat !== me);
const rivals = (sight: Sight): readonly CityView[] => others(sight).filter(({ here }) => here);

/** The worth of a pile that the bot does not know. More cards give more choice. */
const SURPRISE = 3;

const CHOICE = 0.3;

/** The worth of taking a pile. Its last card may end the match, so the bot judges the pile as if it held it. */
function pileValue(sight: Sight, pile: number): number {
  const { view, me } = sight;
  const mine = { ...own(sight), pile };
  const holding = { ...sight, view: { ...view, cities: view.cities.with(me, mine) } };
  const known = knownIn(view, pile);
  if (known.length > 0) return Math.max(...known.map((card) => cardValue(holding, card)));
  return valueAfter(holding, mine, '') + SURPRISE + CHOICE * at(view.piles, pile - 1).size;
}

/** The cards of a pile by the seat's log, without cards that lie open by now. */
function knownIn({ log, cities }: View, pile: number): readonly CardId[] {
  const open = cities.flatMap(cardsOf);
  return (log[pile - 1]?.cards ?? []).filter((card) => !open.includes(card));
}

function cardValue(sight: Sight, id: CardId): number {
  const card = cardOf(id);
  const mine = own(sight);
  switch (card.kind) {
    case 'aztec':
      return Math.max(...arrivals(mine, card, sight.options).map((after) => valueAfter(sight, after, id)));
    case 'temple':
      return valueAfter(sight, withTemple(mine, id), id);
    case 'codex':
      return valueAfter(sight, withCodex(mine, id), id);
    case 'saucer': {
      const prey = others(sight).flatMap((victim) => dearest(victim, card.colour, sight.view.removed));
      const captured = prey.map(({ aztec }) => aztec);
      const harm = prey.reduce((sum, { loss }) => sum + loss, 0) / rivals(sight).length;
      return valueAfter(sight, withSaucer(mine, id, captured), id) + harm;
    }
  }
}

function arrivals(mine: CityView, card: AztecCard, options: Settings): readonly CityView[] {
  const temples = mayShelter(mine, card, options) ? templesFor(mine, card.colour) : [];
  return [withVisible(mine, card.id), ...temples.map((temple) => withSheltered(mine, temple.card, card.id))];
}

/** The Aztec whose loss would hurt the victim most, if there is one. */
function dearest(victim: CityView, colour: Colour, removed: View['removed']) {
  const losses = visibleOf(victim, colour).map((aztec) => ({ aztec, loss: damage(victim, aztec, removed) }));
  return losses.toSorted((a, b) => b.loss - a.loss).slice(0, 1);
}

/** Added for ending the match in front, subtracted for ending it behind. */
const VICTORY = 8;

function valueAfter(sight: Sight, after: CityView, played: CardId | ''): number {
  const { view } = sight;
  const ahead = forecast(sight, played);
  const value = worth(after, { removed: view.removed, seats: view.cities.length, ahead });
  return (
    value - pinkRisk(sight, after, ahead.rounds) + (ahead.rounds === 0 ? VICTORY * Math.sign(lead(sight, after)) : 0)
  );
}

const lead = (sight: Sight, mine: CityView): number =>
  totalOf(linesOf(mine, sight.view.removed)) - Math.max(...rivals(sight).map(({ score }) => score));

/** The risk of the pink penalty. The fewer rounds are left, the surer it is. */
function pinkRisk(sight: Sight, after: CityView, rounds: number): number {
  if (sight.view.removed === 'P') return 0;
  const pinkIn = (city: CityView) => aztecsIn(city).filter(({ colour }) => colour === 'P').length;
  const isPoor = rivals(sight).every((rival) => pinkIn(rival) >= pinkIn(after));
  return isPoor ? -FEWEST_PINK * Math.max(0.3, 1 - rounds / 12) : 0;
}

// The cards that will probably still come into play, by what they are.

type Numbers<K extends string> = Readonly<Partial<Record<K, number>>>;

export interface Outlook extends Forecast {
  readonly types: Numbers<AztecType>;
  readonly aztecs: Numbers<Colour>;
  readonly saucers: Numbers<Colour>;
  readonly temples: Numbers<Colour>;
  /** The cards that a codex would count, which are the temples or the cards of its hours. */
  readonly counted: (goal: Goal) => number;
}

export function outlookOf(ahead: Forecast): Outlook {
  const { pool, share } = ahead;
  return {
    ...ahead,
    types: tallied(pool, share, (card) => (card.kind === 'aztec' ? card.type : undefined)),
    aztecs: tallied(pool, share, (card) => (card.kind === 'aztec' ? card.colour : undefined)),
    saucers: tallied(pool, share, (card) => (card.kind === 'saucer' ? card.colour : undefined)),
    temples: tallied(pool, share, (card) => (card.kind === 'temple' ? card.colour : undefined)),
    counted: (goal) => share * pool.filter((card) => counts(goal, card)).length,
  };
}

function tallied<K extends string>(
  pool: readonly Card[],
  share: number,
  by: (card: Card) => K | undefined,
): Numbers<K> {
  const tally: Partial<Record<K, number>> = {};
  for (const card of pool) {
    const key = by(card);
    if (key !== undefined) tally[key] = (tally[key] ?? 0) + share;
  }
  return tally;
}

function counts(goal: Goal, { kind, time }: Card): boolean {
  if (goal.kind === 'hours') return kind !== 'saucer' && goal.from <= time && time <= goal.to;
  return goal.kind === 'temple' && kind === 'temple';
}

/** The outlook at the start of a round. */
export function outlookIn(state: State): Outlook {
  const { removed, piles, cities, options } = state;
  const view = {
    removed,
    piles: piles.map(({ cards }) => ({ size: cards.length })),
    cities: cities.map((city) => ({ ...city, pile: 0, here: city.isHere })),
    card: '',
    saucers: saucersIn(state),
    saucerLimit: saucerLimit(cities.length),
  };
  return outlookOf(forecast({ view, options }, ''));
}
