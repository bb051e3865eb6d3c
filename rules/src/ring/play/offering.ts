/** The offering step: sacrifices at the temple, prayers, gifts to the day, and the card that a god returns. */
import type { Seat } from '../../contract/game.ts';
import { type CardId, GODS, type God } from '../model/card.ts';
import { ask, type At, others, plan, tell, tribeOf, type Work } from '../model/edition.ts';
import type { Move, Reason } from '../model/move.ts';
import type { Settings } from '../model/options.ts';
import type { Phase, RingTable, Task } from '../model/state.ts';
import { canDraw, handOf, withdraw } from './hand.ts';
import { count, room, toLake, transfer } from './skulls.ts';
import { end } from './turn.ts';

type Sacrificing = Extract<Phase, { kind: 'sacrificing' }>;

/** [C4.5, A4.6] Asks for offerings as long as the tribe can make one. */
export function offerings(work: Work): void {
  const { seat } = work.state.turn;
  if (canOffer(work)) ask(work, { kind: 'offering', seat });
  else plan(work, { kind: 'cards' });
}

const canOffer = (where: At): boolean =>
  SACRIFICES.some((move) => offerRefusal(where, move) === undefined) || offerRefusal(where, ONE_GIFT) === undefined;

/** Everything that a tribe may try in the offering step. */
export function offers(where: At): readonly Move[] {
  const singly = where.edition.givesToDay(where.state) ? WITH_GIFTS : OFFERS;
  return tribeOf(where.state, where.state.turn.seat).skulls > 1 ? [...singly, ...SEVERAL] : singly;
}

const SACRIFICES: readonly Move[] = [...GODS.map((god): Move => ({ kind: 'offer', god })), { kind: 'tonantzin' }];
const ONE_GIFT: Move = { kind: 'give', n: 1 };
const MOST_GIVEN = 13;
const GIFTS = Array.from({ length: MOST_GIVEN }, (_, index): Move => ({ kind: 'give', n: index + 1 }));
const DONE: Move = { kind: 'done' };
const STOPS: readonly Move[] = [DONE, { kind: 'end' }];
const OFFERS = [...SACRIFICES, ...STOPS];
const WITH_GIFTS = [...SACRIFICES, ...GIFTS, ...STOPS];
const MOST_AT_ONCE = 6;
const SEVERAL = GODS.flatMap((god) =>
  Array.from({ length: MOST_AT_ONCE - 1 }, (_, index): Move => ({ kind: 'offer', god, n: index + 2 })),
);

export function offerRefusal(where: At, move: Move): Reason | undefined {
  const { state, edition } = where;
  const refused = edition.offerRefusal(state, move);
  if (refused !== undefined) return refused;
  if (move.kind === 'offer') return refusalToSacrifice(where) ?? refusalOfSeveral(where, move);
  if (move.kind === 'tonantzin') return refusalToPray(where);
  if (move.kind === 'give') return refusalToGive(where, move.n);
  if (move.kind === 'end') return refusalToEnd(where);
  return move.kind === 'done' ? undefined : 'offer-first';
}

function refusalToSacrifice({ state, edition }: At): Reason | undefined {
  const { seat, offered } = state.turn;
  const limit = state.options.sacrificesPerTurn;
  if (limit > 0 && offered >= limit) return 'enough-sacrifices';
  const { skulls, hand } = tribeOf(state, seat);
  const means = skulls + (edition.takesCards(state) ? hand.length : 0);
  return means >= edition.offerPrice(state, seat) ? undefined : 'too-few-skulls';
}

/** Several sacrifices at once are those that nothing can come between: no question, no act of another tribe, no shuffling. */
function refusalOfSeveral(where: At, { god, n }: Extract<Move, { kind: 'offer' }>): Reason | undefined {
  if (n === undefined) return undefined;
  const { state, edition } = where;
  const { seat, offered } = state.turn;
  const limit = state.options.sacrificesPerTurn;
  if (limit > 0 && offered + n > limit) return 'enough-sacrifices';
  if (n * edition.offerPrice(state, seat) > tribeOf(state, seat).skulls) return 'too-few-skulls';
  const isOneMove = n >= 2 && n <= MOST_AT_ONCE && !edition.takesCards(state) && areSure(where, god, n);
  return isOneMove ? undefined : 'one-by-one';
}

/**
 * Whether these draws come as they would one by one, by what all viewers know: which cards the other tribes hold is secret, so any hand
 * might prevent a draw. An event that waits may open a window after the last skull, and would hide all of them then.
 */
function areSure(where: At, god: God, n: number): boolean {
  const { state, edition } = where;
  const { seat } = state.turn;
  if (edition.takeable(state, god).length > 0 || tribeOf(state, seat).pending.length > 0) return false;
  if (!canDraw(where, god)) return true;
  const { handLimit } = state.options;
  if (n > state.decks[god].length || (handLimit > 0 && handOf(state, seat).length + n > handLimit)) return false;
  return !edition.preventsDraws || others(state, seat).every((other) => secretsOf(where, other) === 0);
}

/** How many cards of a tribe no other tribe knows. */
function secretsOf({ state, edition }: At, seat: Seat): number {
  const { hand, victories } = tribeOf(state, seat);
  return hand.length + (edition.areVictoriesOpen(state) ? 0 : victories.length);
}

/** To end the turn here is to be done with the offerings and then with the cards. A waiting event would come between. */
function refusalToEnd(where: At): Reason | undefined {
  const { hand, pending } = tribeOf(where.state, where.state.turn.seat);
  return offerRefusal(where, DONE) ?? (hand.length > 0 && pending.length === 0 ? undefined : 'one-by-one');
}

function refusalToPray({ state, edition }: At): Reason | undefined {
  const price = edition.prayerPrice(state, state.turn.seat);
  if (price === undefined) return 'no-tonantzin';
  if (state.turn.hasPrayed) return 'already-prayed';
  return tribeOf(state, state.turn.seat).skulls >= price ? undefined : 'too-few-skulls';
}

function refusalToGive({ state, edition }: At, n: number): Reason | undefined {
  if (!edition.givesToDay(state)) return 'no-gifts';
  const { skulls, day } = tribeOf(state, state.turn.seat);
  if (n < 1 || n > skulls) return 'too-few-skulls';
  return n <= room(state, day) ? undefined : 'no-room';
}

export function offer(work: Work, move: Move): void {
  const { seat } = work.state.turn;
  if (move.kind === 'done') return plan(work, { kind: 'cards' });
  if (move.kind === 'end') return plan(work, { kind: 'hand-limit' }, { kind: 'end-turn' });
  plan(work, { kind: 'offer' });
  if (move.kind === 'offer' && move.n !== undefined)
    return plan(work, { kind: 'sacrifices', seat, god: move.god, left: move.n });
  if (move.kind === 'offer') sacrifice(work, seat, move.god);
  if (move.kind === 'tonantzin') pray(work, seat);
  if (move.kind === 'give')
    transfer(work, { n: move.n, from: { seat }, to: { day: tribeOf(work.state, seat).day }, why: 'gift' });
}

/** Starts a sacrifice. Where cards may stand for skulls, it asks for each skull of the price. */
function sacrifice(work: Work, seat: Seat, god: God): void {
  const left = work.edition.offerPrice(work.state, seat);
  const sacrificing = { kind: 'sacrificing', seat, god, left, cards: 0 } as const;
  if (work.edition.takesCards(work.state) && handOf(work.state, seat).length > 0) ask(work, sacrificing);
  else payRest(work, { ...sacrificing, left: 0 }, left);
}

/** Pays one skull of the price, or a card in its place. */
export function payOne(work: Work, sacrificing: Sacrificing, card: CardId | undefined): void {
  const { seat, god, left, cards } = sacrificing;
  if (card === undefined) return payRest(work, { ...sacrificing, left: left - 1 }, 1);
  withdraw(work, seat, card);
  work.edition.lay(work, seat, card);
  count(work, god, 1);
  work.edition.given(work, god, 'card');
  tell(work, { kind: 'card-offered', seat, god, card });
  payRest(work, { ...sacrificing, left: left - 1, cards: cards + 1 }, 0);
}

function payRest(work: Work, sacrificing: Sacrificing, skulls: number): void {
  const { seat, god, left, cards } = sacrificing;
  toLake(work, { seat, god, n: skulls, why: 'sacrifice' });
  if (left > 0) return ask(work, sacrificing);
  sacrificed(work, seat, god);
  if (work.edition.drawsFor(work.state, cards)) plan(work, { kind: 'draw-choice', seat, god });
}

function sacrificed(work: Work, seat: Seat, god: God): void {
  work.state.turn = { ...work.state.turn, offered: work.state.turn.offered + 1 };
  tell(work, { kind: 'sacrificed', seat, god, tally: work.state.tally[god] });
}

/** Makes the next of several sacrifices, and draws its card. */
export function sacrificeNext(work: Work, task: Extract<Task, { kind: 'sacrifices' }>): void {
  const { seat, god, left } = task;
  if (left > 1) plan(work, { ...task, left: left - 1 });
  toLake(work, { seat, god, n: work.edition.offerPrice(work.state, seat), why: 'sacrifice' });
  sacrificed(work, seat, god);
  if (canDraw(work, god)) plan(work, { kind: 'draw', seat, deck: god });
}

function pray(work: Work, seat: Seat): void {
  const n = work.edition.prayerPrice(work.state, seat) ?? 0;
  transfer(work, { n, from: { seat }, to: 'out', why: 'tonantzin' });
  work.state.turn = { ...work.state.turn, hasPrayed: true };
  work.edition.prayed(work, n);
  plan(work, { kind: 'draw', seat, deck: 'day' });
}

/** Asks the tribe to draw a card or to take one from a pile. If there is no card, it does not ask. */
export function drawChoice(work: Work, { seat, god }: Extract<Task, { kind: 'draw-choice' }>): void {
  if (canDraw(work, god) || work.edition.takeable(work.state, god).length > 0)
    ask(work, { kind: 'drawing', seat, god });
}

// The god who counts as the greater one, also if the tallies are level and can never differ again.

/** What an edition keeps of the balance. */
export interface Balance {
  /** The god who received the last skull. Until the first skull, a card that stands for one counts too. */
  readonly lastGiven: God | 'none';
  /** The god who counts as the greater one once the tallies are level and can never differ again. */
  readonly favoured: God | 'none';
}

interface Balanced extends RingTable, Balance {
  readonly options: Settings & { readonly balance: 'lastOffering' | 'shared' | 'wait' };
}

/** The greater god; undefined while the gods are level and either may still get ahead. */
export function greaterGod({ tally, favoured }: Pick<Balanced, 'tally' | 'favoured'>): God | undefined {
  if (tally.war !== tally.rain) return tally.war > tally.rain ? 'war' : 'rain';
  return favoured === 'none' ? undefined : favoured;
}

/** Notes the god who received the last skull, if that may matter. A card counts only until a god has received a skull. */
export function given({ state }: Work<Balanced>, god: God, what: 'skulls' | 'card'): void {
  if (state.options.balance === 'wait') return;
  if (what === 'skulls' || state.lastGiven === 'none') state.lastGiven = god;
}

/** No skull can be offered any more, and the tallies are level. */
function isEternal({ tally, days, tribes, pool }: RingTable): boolean {
  const isBare = pool === 0 && days.every((skulls) => skulls === 0) && tribes.every(({ skulls }) => skulls === 0);
  return isBare && tally.war === tally.rain;
}

/** [balance] At the end of a turn, decides on the greater god if the balance is eternal. */
export function settleBalance(work: Work<Balanced>): void {
  const { state } = work;
  const { balance } = state.options;
  if (balance === 'wait' || state.favoured !== 'none' || !isEternal(state)) return;
  if (balance === 'shared') return end(work, { reason: 'balance' });
  if (state.lastGiven === 'none') return;
  state.favoured = state.lastGiven;
  tell(work, { kind: 'balance-settled', god: state.lastGiven });
}
