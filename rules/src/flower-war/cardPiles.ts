/** The piles of cards under the days, from which the decks are renewed. */
import type { Chance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { cardOf } from '../ring/cards/cards.ts';
import type { Day } from '../ring/model/calendar.ts';
import type { Card, CardId, Deck, God, Modifier } from '../ring/model/card.ts';
import { change, isHere, plan, tell, tribeOf } from '../ring/model/edition.ts';
import { sumOf } from '../ring/play/effects.ts';
import { handOf, homeDeck } from '../ring/play/hand.ts';
import { omens } from './discs.ts';
import type { Entry, FlowerTable, FlowerWork } from './table.ts';

const pileOf = ({ piles }: Pick<FlowerTable, 'piles'>, day: Day): readonly Entry[] => at(piles, day - 1);

/** The card that works on a day, if there is one. */
function liveOn(table: Pick<FlowerTable, 'piles'>, day: Day): Entry | undefined {
  const top = pileOf(table, day).at(-1);
  return top?.live === true ? top : undefined;
}

/** The card that works on a day against this visitor. */
export function liveAgainst(table: FlowerTable, seat: Seat, day: Day): Entry | undefined {
  const live = liveOn(table, day);
  return live !== undefined && (live.owner !== seat || table.options.trapsHitOwner) ? live : undefined;
}

function setPile({ state }: FlowerWork, day: Day, pile: readonly Entry[]): void {
  state.piles = state.piles.with(day - 1, pile);
}

/** Lays a card on top of the pile where its player stands. */
function lay(work: FlowerWork, seat: Seat, card: CardId): void {
  const { day } = tribeOf(work.state, seat);
  setPile(work, day, [...pileOf(work.state, day), { card, owner: seat, live: false }]);
}

type Armed = Pick<Entry, 'card'> & Pick<PilePlace, 'day'>;

/** Makes a laid card work, unless another card has covered it. */
function arm(work: FlowerWork, seat: Seat, { card, day }: Armed): void {
  const pile = pileOf(work.state, day);
  const top = pile.at(-1);
  if (top?.card === card && top.owner === seat) setPile(work, day, pile.with(-1, { ...top, live: true }));
}

/**
 * [C4.2, C10] A trap goes off against the arriving tribe; a lingering card waits for the pick-up. A tribe is never
 * attacked by itself or by a tribe that has left.
 */
export function spring(work: FlowerWork, seat: Seat, day: Day): void {
  const live = liveAgainst(work.state, seat, day);
  if (live === undefined || cardOf(live.card).timing !== 'trap') return;
  const { card, owner } = live;
  const canAttack = owner !== seat && isHere(work.state, owner);
  const effects = cardOf(card).effects.filter(({ kind }) => kind !== 'attack' || canAttack);
  if (effects.length === 0) return;
  tell(work, { kind: 'trap-sprung', seat, owner, card, day });
  plan(work, { kind: 'card', self: owner, card, effects, isHeld: false, hasWon: false, foe: seat });
}

/** [effect 6] Lays the whole hand on the pile, in the order in which the tribe got it. */
export function layHand(work: FlowerWork, seat: Seat): void {
  const hand = handOf(work.state, seat);
  change(work, seat, { hand: [] });
  for (const card of hand) {
    tell(work, { kind: 'card-discarded', seat, card });
    lay(work, seat, card);
  }
}

const isCovered = (deck: Deck) => (entry: Entry, index: number, pile: readonly Entry[]) =>
  index < pile.length - 1 && homeDeck(entry.card) === deck;

const covered = ({ piles }: FlowerTable, deck: Deck): number =>
  piles.reduce((sum, pile) => sum + pile.filter(isCovered(deck)).length, 0);

/** [C4.7] Shuffles all covered cards of a deck and puts them under the rest of the deck. */
function rebuild(work: FlowerWork, deck: Deck): void {
  const { state } = work;
  const cards = state.piles.flatMap((pile) => pile.filter(isCovered(deck)).map(({ card }) => card));
  if (cards.length === 0) return;
  const isKept = (entry: Entry, index: number, pile: readonly Entry[]) => !isCovered(deck)(entry, index, pile);
  state.piles = state.piles.map((pile) => pile.filter(isKept));
  state.decks = { ...state.decks, [deck]: [...work.chance.shuffle(cards), ...state.decks[deck]] };
  tell(work, { kind: 'deck-rebuilt', deck, cards: cards.length });
}

/** The place of a card in a pile, counted from the bottom, from 1. */
interface PilePlace {
  readonly day: Day;
  readonly index: number;
}

export function takeable({ piles }: FlowerTable, god: God): readonly PilePlace[] {
  return piles.flatMap((pile, day) =>
    pile.flatMap(({ card }, index) => (homeDeck(card) === god ? [{ day: day + 1, index: index + 1 }] : [])),
  );
}

/** Takes a card from a pile. A card below it may be on top again, and works again if it worked before. */
export function takeFromPile(work: FlowerWork, seat: Seat, { day, index }: PilePlace): void {
  const pile = pileOf(work.state, day);
  const { card } = at(pile, index - 1);
  setPile(work, day, pile.toSpliced(index - 1, 1));
  change(work, seat, { hand: [...handOf(work.state, seat), card] });
  tell(work, { kind: 'card-taken', seat, card, day });
}

/** How Flower War handles cards: playing one costs skulls, and it is spent as soon as it is paid. */
export const CARDS = {
  heldModifiers: (): readonly Modifier[] => [],
  costOf: (table: FlowerTable, seat: Seat, { cost }: Card) =>
    Math.max(0, cost + sumOf(tribeOf(table, seat).modifiers, 'play-cost')),
  /** [C5] Lands are exempt. */
  isBanned: (table: FlowerTable, { deck, isLand }: Card) =>
    isLand !== true && omens(table).bans.some((god) => god === deck),
  spendsAtOnce: true,
  lay,
  arm,
  rebuild,
  usedCards: covered,
  takeWeek: () => false,
  areVictoriesOpen: () => true,
  gained: () => {},
};

export const shuffled = (chance: Chance, decks: FlowerTable['decks']): FlowerTable['decks'] => ({
  day: decks.day,
  war: chance.shuffle(decks.war),
  rain: chance.shuffle(decks.rain),
});
