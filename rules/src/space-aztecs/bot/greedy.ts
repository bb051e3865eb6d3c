/** A bot that looks one card ahead: points, what may still become of the city, what saucers may take, and the end. */
import type { Bot } from '../../contract/bot.ts';
import { at } from '../../json/at.ts';
import type { AztecCard, CardId, Colour } from '../cards/card.ts';
import { cardOf } from '../cards/cards.ts';
import {
  aztecsIn,
  cardsOf,
  mayShelter,
  templesFor,
  visibleOf,
  withCodex,
  withSaucer,
  withSheltered,
  withTemple,
  withVisible,
} from '../city.ts';
import { FEWEST_PINK, linesOf, totalOf } from '../scoring.ts';
import type { Move } from '../state.ts';
import type { CityView, View } from '../view.ts';
import { damage, worth } from './appraisal.ts';
import { outlook } from './outlook.ts';

export const greedy: Bot<View, Move> = (view, legal, chance) => {
  const values = legal.map((move) => moveValue(view, move));
  const best = Math.max(...values);
  return chance.pick(legal.filter((_, index) => values[index] === best));
};

function moveValue(view: View, move: Move): number {
  const { card, cities, removed } = view;
  switch (move.kind) {
    case 'take':
      return pileValue(view, move.pile);
    case 'choose':
      return cardValue(view, move.card);
    case 'hide':
      return valueAfter(view, withSheltered(own(view), move.temple, card), card);
    case 'show':
      return valueAfter(view, withVisible(own(view), card), card);
    case 'capture':
      return damage(at(cities, move.seat), move.card, removed);
  }
}

/** While all choose, the view does not say who is asked: it is who sees into a pile. */
function own({ piles, cities, turn }: View): CityView {
  const open = piles.findIndex(({ cards }) => cards.length > 0) + 1;
  return cities.find(({ pile }) => open > 0 && pile === open) ?? at(cities, turn);
}

const others = (view: View): readonly CityView[] => view.cities.filter((city) => city !== own(view));
const rivals = (view: View): readonly CityView[] => others(view).filter(({ here }) => here);

/** What a pile that nobody knows may bring; more cards, more choice. */
const SURPRISE = 3;
const CHOICE = 0.3;

/** The last card of a pile may end the match, so the pile is looked at as if it were held. */
function pileValue(view: View, pile: number): number {
  const mine = { ...own(view), pile };
  const holding = { ...view, cities: view.cities.with(view.turn, mine) };
  const known = knownIn(view, pile);
  if (known.length > 0) return Math.max(...known.map((card) => cardValue(holding, card)));
  return valueAfter(holding, mine, '') + SURPRISE + CHOICE * at(view.piles, pile - 1).size;
}

/** What the seat's log says about a pile, without what lies open by now. */
function knownIn({ log, cities }: View, pile: number): readonly CardId[] {
  const open = cities.flatMap(cardsOf);
  return (log[pile - 1]?.cards ?? []).filter((card) => !open.includes(card));
}

function cardValue(view: View, id: CardId): number {
  const card = cardOf(id);
  const mine = own(view);
  switch (card.kind) {
    case 'aztec':
      return Math.max(...arrivals(mine, card).map((after) => valueAfter(view, after, id)));
    case 'temple':
      return valueAfter(view, withTemple(mine, id), id);
    case 'codex':
      return valueAfter(view, withCodex(mine, id), id);
    case 'saucer': {
      const prey = others(view).flatMap((victim) => dearest(victim, card.colour, view.removed));
      const captured = prey.map(({ aztec }) => aztec);
      const harm = prey.reduce((sum, { loss }) => sum + loss, 0) / rivals(view).length;
      return valueAfter(view, withSaucer(mine, id, captured), id) + harm;
    }
  }
}

/** The view does not tell the option, and whoever may hide an arriving Agent is asked all the same. */
const NO_OPTION = { agentSelf: false };

function arrivals(mine: CityView, card: AztecCard): readonly CityView[] {
  const temples = mayShelter(mine, card, NO_OPTION) ? templesFor(mine, card.colour) : [];
  return [withVisible(mine, card.id), ...temples.map((temple) => withSheltered(mine, temple.card, card.id))];
}

/** The one Aztec whose loss would hurt the victim most, if there is any. */
function dearest(victim: CityView, colour: Colour, removed: View['removed']) {
  const losses = visibleOf(victim, colour).map((aztec) => ({ aztec, loss: damage(victim, aztec, removed) }));
  return losses.toSorted((a, b) => b.loss - a.loss).slice(0, 1);
}

/** What it is worth more to end the match in front, and less to end it behind. */
const VICTORY = 8;

function valueAfter(view: View, after: CityView, played: CardId | ''): number {
  const ahead = outlook(view, played);
  const value = worth(after, { removed: view.removed, seats: view.cities.length, ahead });
  return (
    value - pinkRisk(view, after, ahead.rounds) + (ahead.rounds === 0 ? VICTORY * Math.sign(lead(view, after)) : 0)
  );
}

const lead = (view: View, mine: CityView): number =>
  totalOf(linesOf(mine, view.removed)) - Math.max(...rivals(view).map(({ score }) => score));

/** The fewer rounds are left, the surer the penalty. */
function pinkRisk(view: View, after: CityView, rounds: number): number {
  if (view.removed === 'P') return 0;
  const pinkIn = (city: CityView) => aztecsIn(city).filter(({ colour }) => colour === 'P').length;
  const isPoor = rivals(view).every((rival) => pinkIn(rival) >= pinkIn(after));
  return isPoor ? -FEWEST_PINK * Math.max(0.3, 1 - rounds / 12) : 0;
}
