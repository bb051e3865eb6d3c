/** Playing a card: its price, its place afterwards, the seats that may answer it, and its aim. */
import type { Seat } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { CARDS, cardOf } from '../cards/cards.ts';
import { DAYS, type Day, distance } from '../model/calendar.ts';
import { type Card, type CardId, type Effect, GODS } from '../model/card.ts';
import { others, plan, tell, tribeOf, type Work } from '../model/edition.ts';
import type { Aim } from '../model/move.ts';
import type { Playing, RingTable, Task, Window } from '../model/state.ts';
import { isLasting, withdraw } from './hand.ts';
import { transfer } from './skulls.ts';

interface Play {
  readonly card: CardId;
  readonly aim: Aim;
}

/** Plays a card in the card step. Any other seat may answer it. */
export function playCard(work: Work, seat: Seat, play: Play): void {
  const guarded = spend(work, seat, play);
  tell(work, { kind: 'card-played', seat, card: play.card, ...targetOf(guarded) });
  plan(work, windowFor(work.state, seat, play.card), guarded);
}

/** Plays a card in a battle. The opponent may answer it; against Cortes any other seat may. */
export function playInBattle(
  work: Work,
  seat: Seat,
  { card, opponent }: { readonly card: CardId; readonly opponent: Seat | 'cortes' },
): void {
  const guarded = spend(work, seat, { card, aim: {} });
  tell(work, { kind: 'card-played', seat, card });
  const window = windowFor(work.state, seat, card);
  plan(work, opponent === 'cortes' ? window : { ...window, asked: [opponent] }, guarded);
}

/** Plays an answer to the coming task. No seat can answer an answer. */
export function react(
  work: Work,
  seat: Seat,
  { card, window }: { readonly card: CardId; readonly window: Window },
): void {
  const playing = spend(work, seat, { card, aim: {} });
  tell(work, { kind: 'card-played', seat, card, moment: window.moment });
  plan(work, { ...playing, ...(playing.kind === 'card' && { foe: window.by }) });
}

/** Carries out the oldest waiting event of a seat. Any other seat may answer it. */
export function resolveEvent(work: Work, seat: Seat): void {
  const [card = '', ...pending] = tribeOf(work.state, seat).pending;
  work.state.tribes = work.state.tribes.with(seat, { ...tribeOf(work.state, seat), pending });
  work.state.turn = { ...work.state.turn, events: work.state.turn.events + 1 };
  tell(work, { kind: 'event-revealed', seat, card });
  plan(work, windowFor(work.state, seat, card), begin(seat, card, { isHeld: true, aim: {} }, work.state));
}

const windowFor = (state: RingTable, by: Seat, card: CardId): Window => ({
  kind: 'window',
  moment: 'card',
  asked: others(state, by),
  by,
  card,
});

/** Takes the card out of the hand, pays its price onto the day, and returns the task that it becomes. */
function spend(work: Work, seat: Seat, { card, aim }: Play): Playing | Extract<Task, { kind: 'arm' }> {
  const { edition, state } = work;
  const cost = edition.costOf(state, seat, cardOf(card));
  withdraw(work, seat, card);
  const { day } = tribeOf(state, seat);
  transfer(work, { n: cost, from: { seat }, to: { day }, why: 'card' });
  if (edition.spendsAtOnce) edition.lay(work, seat, card);
  if (isLasting(cardOf(card))) return { kind: 'arm', seat, card, day };
  return begin(seat, card, { isHeld: !edition.spendsAtOnce, aim }, state);
}

function begin(
  self: Seat,
  card: CardId,
  { isHeld, aim }: { readonly isHeld: boolean; readonly aim: Aim },
  state: RingTable,
): Playing {
  const { target, ...rest } = aim;
  const seat = target === undefined ? undefined : seatAt(state, target);
  return {
    kind: 'card',
    self,
    card,
    effects: cardOf(card).effects,
    isHeld,
    hasWon: false,
    ...rest,
    ...(seat !== undefined && { target: seat }),
  };
}

const targetOf = (task: Task): { readonly target?: Seat } =>
  task.kind === 'card' && task.target !== undefined ? { target: task.target } : {};

export function seatAt({ tribes }: Pick<RingTable, 'tribes'>, compass: string): Seat | undefined {
  const index = tribes.findIndex((tribe) => tribe.compass === compass && tribe.isHere);
  return index < 0 ? undefined : (index as Seat);
}

/** All aims that a card can have when it is played, in canonical order; one empty aim if it needs none. */
export function aims(state: RingTable, seat: Seat, { id }: Card): readonly Aim[] {
  const aimed = AIMED.get(id);
  if (aimed === undefined) return NO_AIM;
  return aimed.reduce((known, effect) => known.flatMap((aim) => aimsOf(state, seat, { effect, aim })), NO_AIM);
}

const NO_AIM: readonly Aim[] = [{}];

/** What one effect adds to an aim. An effect that finds no target has an empty aim and does nothing. */
function aimsOf(
  state: RingTable,
  seat: Seat,
  { effect, aim }: { readonly effect: Effect; readonly aim: Aim },
): readonly Aim[] {
  const targeted = aimsAtSeat(effect) && aim.target === undefined ? withTargets(state, seat, { effect, aim }) : [aim];
  return targeted.flatMap((one) => withRest(effect, one));
}

function withTargets(
  state: RingTable,
  seat: Seat,
  { effect, aim }: { readonly effect: Effect; readonly aim: Aim },
): readonly Aim[] {
  const found = eligible(state, seat, effect).map((other) => ({ ...aim, target: tribeOf(state, other).compass }));
  return found.length > 0 ? found : [aim];
}

function withRest(effect: Effect, aim: Aim): readonly Aim[] {
  if ((effect.kind === 'offer' && effect.god === 'choice') || effect.kind === 'deal')
    return GODS.map((god) => ({ ...aim, god }));
  if (effect.kind === 'go-to' && effect.to === 'chosen') return EVERY_DAY.map((day) => ({ ...aim, day }));
  if (effect.kind === 'move-choice') return stepsOf(effect).map((steps) => ({ ...aim, steps }));
  return [aim];
}

/** For each card that takes an aim, the effects that take it. */
const AIMED: ReadonlyMap<CardId, readonly Effect[]> = new Map(
  [...CARDS.values()]
    .map(({ id, effects }) => [id, effects.filter(takesAim)] as const)
    .filter(([, { length }]) => length > 0),
);

function takesAim(effect: Effect): boolean {
  const isForGod = (effect.kind === 'offer' && effect.god === 'choice') || effect.kind === 'deal';
  const isForDay = effect.kind === 'go-to' && effect.to === 'chosen';
  return isForGod || isForDay || effect.kind === 'move-choice' || aimsAtSeat(effect);
}

const EVERY_DAY: readonly Day[] = Array.from({ length: DAYS }, (_, index) => index + 1);

/** All allowed steps, the smallest first, forward before backward. */
export function stepsOf({ min, max }: { readonly min: number; readonly max: number }): readonly number[] {
  const sizes = Array.from({ length: Math.max(max, -min) }, (_, index) => index + 1);
  return sizes.flatMap((n) => [...(n <= max ? [n] : []), ...(-n >= min ? [-n] : [])]);
}

export function aimsAtSeat(effect: Effect): boolean {
  if (effect.kind === 'attack') return effect.target === 'chosen';
  if (effect.kind === 'pay' || effect.kind === 'give-card') return effect.from === 'chosen' || effect.to === 'chosen';
  return 'who' in effect && effect.who === 'chosen';
}

/** The seats that this effect may choose, the lowest first. */
export function eligible(state: RingTable, seat: Seat, effect: Effect): readonly Seat[] {
  const all = others(state, seat).toSorted();
  const within = effect.kind === 'attack' ? effect.within : undefined;
  if (within === undefined) return all;
  const { day } = tribeOf(state, seat);
  return all.filter((other) => distance(day, at(state.tribes, other).day) <= within);
}
