/** [D5] Cards are revealed one after another, each resolved completely before the next. */

import type { Seat } from '../../contract/seat.ts';
import { at } from '../../json/at.ts';
import type { AztecCard, CardId } from '../cards/card.ts';
import { cardOf } from '../cards/cards.ts';
import {
  mayShelter,
  withCodex,
  withoutVisible,
  withSaucer,
  withSheltered,
  withTemple,
  withVisible,
} from '../model/city.ts';
import type { Event, Play, State } from '../model/state.ts';
import { cityOf, clockwise, withCity } from '../model/table.ts';
import { endRound } from './ending.ts';
import { captives } from './moves.ts';

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

interface Arrival {
  readonly seat: Seat;
  readonly card: AztecCard;
}

/** Reveals an Aztec. If an Agent may bring it under a temple, the seat is asked; otherwise the Aztec lies open. */
function welcome(state: State, { seat, card }: Arrival, story: Event[]): State {
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
