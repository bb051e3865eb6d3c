/** [D5] Cards are revealed one after another, each resolved completely before the next. */
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { type AztecCard, type CardId, cardOf } from './cards.ts';
import { captives, toMove } from './moves.ts';
import {
  cityOf,
  clockwise,
  type EndReason,
  type Event,
  handOf,
  isHere,
  mayShelter,
  pileOf,
  type Play,
  present,
  type State,
  withCity,
  withCodex,
  withHand,
  without,
  withoutVisible,
  withPile,
  withSaucer,
  withSheltered,
  withTemple,
  withVisible,
} from './state.ts';

export function revealNext(state: State, story: Event[]): State {
  const [play, ...announced] = state.announced;
  if (play === undefined) return endRound(state, story);
  story.push({ kind: 'revealed', seat: play.seat, card: play.card });
  return resolve({ ...state, announced }, play, story);
}

function resolve(state: State, { seat, card: id }: Play, story: Event[]): State {
  const card = cardOf(id);
  const city = cityOf(state, seat);
  switch (card.kind) {
    case 'aztec':
      return welcome(state, { seat, card }, story);
    case 'temple':
      return gather(state, { seat, temple: id }, story);
    case 'saucer': {
      const landed = withCity(state, seat, withSaucer(city, id, []));
      return captureNext(landed, { seat, victims: clockwise(landed, seat).slice(1) }, story);
    }
    case 'codex':
      return revealNext(withCity(state, seat, withCodex(city, id)), story);
  }
}

/** Reveals an Aztec. If an Agent may bring it under a temple, the seat is asked; otherwise the Aztec lies open. */
function welcome(
  state: State,
  { seat, card }: { readonly seat: Seat; readonly card: AztecCard },
  story: Event[],
): State {
  if (mayShelter(cityOf(state, seat), card, state.options))
    return { ...state, phase: { kind: 'hiding', seat, card: card.id } };
  return revealNext(show(state, seat, card.id), story);
}

export const show = (state: State, seat: Seat, card: CardId): State =>
  withCity(state, seat, withVisible(cityOf(state, seat), card));

interface Shelter {
  readonly seat: Seat;
  readonly temple: CardId;
}

export function hide(state: State, { seat, temple, card }: Shelter & { readonly card: CardId }, story: Event[]): State {
  story.push({ kind: 'sheltered', seat, temple, aztecs: [card] });
  return withCity(state, seat, withSheltered(cityOf(state, seat), temple, card));
}

function gather(state: State, { seat, temple }: Shelter, story: Event[]): State {
  const city = withTemple(cityOf(state, seat), temple);
  const aztecs = city.temples.at(-1)?.aztecs ?? [];
  if (aztecs.length > 0) story.push({ kind: 'sheltered', seat, temple, aztecs });
  return revealNext(withCity(state, seat, city), story);
}

interface Raid {
  readonly seat: Seat;
  /** The remaining victims, clockwise. Seats that have left are among them. */
  readonly victims: readonly Seat[];
}

function captureNext(state: State, { seat, victims: [victim, ...rest] }: Raid, story: Event[]): State {
  if (victim === undefined) return revealNext(state, story);
  const choices = captives(state, { seat, victim });
  if (choices.length > 1) return { ...state, phase: { kind: 'capturing', seat, victim } };
  const [card] = choices;
  const next = card === undefined ? state : take(state, { seat, victim, card }, story);
  return captureNext(next, { seat, victims: rest }, story);
}

interface Capture {
  readonly seat: Seat;
  readonly victim: Seat;
  readonly card: CardId;
}

export function capture(state: State, { seat, victim, card }: Capture, story: Event[]): State {
  const order = clockwise(state, seat);
  const victims = order.slice(order.indexOf(victim) + 1);
  return captureNext(take(state, { seat, victim, card }, story), { seat, victims }, story);
}

function take(state: State, { seat, victim, card }: Capture, story: Event[]): State {
  const { saucers } = cityOf(state, seat);
  const saucer = at(saucers, saucers.length - 1);
  story.push({ kind: 'captured', seat, saucer: saucer.card, victim, card });
  const robbed = withCity(state, victim, withoutVisible(cityOf(state, victim), card));
  const captured = [...saucer.captured, card];
  return withCity(robbed, seat, { saucers: saucers.with(-1, { ...saucer, captured }) });
}

/** [D4] Once the last seat has chosen, the piles go back and all times are published at once. */
export function closeChoices(state: State, story: Event[]): State {
  return toMove(state).length === 0 ? announce(state, story) : state;
}

function announce(state: State, story: Event[]): State {
  const plays = present(state).map((seat) => playOf(state, seat));
  story.push({ kind: 'announced', times: plays.map(({ seat, card }) => ({ seat, time: timeOf({ card }) })) });
  const starter = earliest(state, plays);
  if (starter !== state.starter) story.push({ kind: 'started', seat: starter });
  const returned = { ...plays.reduce(returnPile, state), starter };
  return revealNext({ ...returned, announced: inOrder(returned, plays) }, story);
}

function playOf(state: State, seat: Seat): Play {
  const { pile, chosen } = handOf(state, seat);
  return { seat, card: chosen, pile };
}

const timeOf = ({ card }: Pick<Play, 'card'>): string => cardOf(card).time;

/** The cards clockwise from the Starting Player. */
const inTurn = (state: State, plays: readonly Play[]): readonly Play[] =>
  clockwise(state, state.starter).flatMap((seat) => plays.filter((play) => play.seat === seat));

/** [SA-04] The seat with the earliest time. If times are equal, the first one clockwise from the Starting Player. */
function earliest(state: State, plays: readonly Play[]): Seat {
  const [first, ...others] = inTurn(state, plays);
  if (first === undefined) throw new Error('no seat has chosen');
  return others.reduce((best, play) => (timeOf(play) < timeOf(best) ? play : best), first).seat;
}

/** [SA-03] The order of revealing: clockwise from the earliest card, or by time. */
function inOrder(state: State, plays: readonly Play[]): readonly Play[] {
  if (state.options.revealOrder === 'clockwise') return inTurn(state, plays);
  return inTurn(state, plays).toSorted((a, b) => Number(timeOf(a) > timeOf(b)) - Number(timeOf(a) < timeOf(b)));
}

/** Puts a pile back. The seat remembers the cards that it leaves there, if the options give it a log. */
function returnPile(state: State, { seat, pile, card }: Play): State {
  const cards = without(pileOf(state, pile).cards, card);
  const { memory } = handOf(state, seat);
  const remembered = memory.length === 0 ? memory : memory.with(pile - 1, cards);
  return withHand(withPile(state, pile, { cards }), seat, { pile: 0, chosen: '', memory: remembered });
}

// [D6] The end of a round, which may be the end of the match.

const EMPTY_PILES = 2;

/** The number of saucers in all cities that ends the match. Seats that have left count too. */
export const saucerLimit = (seats: number): number => (seats > 4 ? 9 : 7);

export const saucersIn = ({ cities }: Pick<State, 'cities'>): number =>
  cities.reduce((sum, { saucers }) => sum + saucers.length, 0);

export function endFlag(state: State): EndReason | undefined {
  if (state.piles.filter(({ cards }) => cards.length === 0).length >= EMPTY_PILES) return 'piles-empty';
  return saucersIn(state) >= saucerLimit(state.cities.length) ? 'saucers-landed' : undefined;
}

function endRound(state: State, story: Event[]): State {
  story.push({ kind: 'round-ended', round: state.round });
  const reason = endFlag(state);
  return reason === undefined ? nextTaker({ ...state, round: state.round + 1 }) : end(state, reason, story);
}

export function end(state: State, reason: EndReason, story: Event[]): State {
  story.push({ kind: 'ended', reason });
  return { ...state, phase: { kind: 'over', reason } };
}

/** Asks the next seat, clockwise from the Starting Player, to take a pile. Once all hold one, all choose. */
export function nextTaker(state: State): State {
  const seat = clockwise(state, state.starter).find((other) => isHere(state, other) && handOf(state, other).pile === 0);
  return { ...state, phase: seat === undefined ? { kind: 'choosing' } : { kind: 'taking', seat } };
}
