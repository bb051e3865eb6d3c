/** Plays a move. Only for moves that the judge allows. */
import type { Seat } from '../../contract/game.ts';
import type { CardId } from '../model/card.ts';
import { ask, isHere, plan, tribeOf, type Work } from '../model/edition.ts';
import type { Move } from '../model/move.ts';
import type { Phase, Task } from '../model/state.ts';
import {
  addBonus,
  challenge,
  endBattle,
  exchange,
  fights,
  otherSide,
  passExchange,
  rollDice,
  settle,
} from './battle.ts';
import { carryOn, sideOf } from './effects.ts';
import { dealOne, discard, draw, give, handOf, homeDeck, takeTop } from './hand.ts';
import { drawChoice, offer, offerings, payOne, sacrificeNext } from './offering.ts';
import { playCard, playInBattle, react, resolveEvent, seatAt } from './playingCards.ts';
import {
  afterMove,
  arrive,
  attackFromAfar,
  beginTurn,
  endTurn,
  goBy,
  oweTribute,
  payTribute,
  ranged,
  roll,
  visit,
  walk,
} from './turn.ts';
import { openWindow, passWindow } from './windows.ts';

export function playMove(work: Work, move: Move): void {
  const phase: Phase = work.state.phase;
  switch (phase.kind) {
    case 'moving':
      return setOut(work, phase.seat, move);
    case 'adding-steps':
      return walk(work, phase.seat, phase.roll + (move.kind === 'extra' ? move.n : 0));
    case 'choosing-opponent':
      return fight(work, phase, move);
    case 'ranged':
      return shoot(work, move);
    case 'battle':
      return move.kind === 'play' ? playBattleCard(work, phase, move.card) : passExchange(work, phase.exchange);
    case 'reacting':
      return move.kind === 'play'
        ? react(work, phase.seat, { card: move.card, window: phase.window })
        : passWindow(work, phase.window);
    case 'offering':
      return offer(work, move);
    case 'sacrificing':
      return payOne(work, phase, move.kind === 'pick' ? move.card : undefined);
    case 'drawing':
      return drawOrTake(work, phase, move);
    case 'playing':
      return playOrStop(work, phase.seat, move);
    case 'discarding':
      if (move.kind === 'pick') discard(work, phase.seat, move.card);
      else work.state.turn = { ...work.state.turn, hasKept: true };
      return plan(work, { kind: 'cards' });
    case 'picking':
      return move.kind === 'pick' ? pick(work, phase, move.card) : stopPicking(work, phase);
    case 'choosing':
      return choose(work, move);
    case 'dealing':
      return dealOne(work, phase, move.kind === 'pick' ? move.card : undefined);
    case 'giving':
      return move.kind === 'choose' ? give(work, phase, aimedAt(work, move)) : undefined;
    case 'paying-card':
    case 'claiming':
    case 'cancelling':
    case 'taking-disc':
      return work.edition.answer(work, move);
    case 'over':
      return;
  }
}

type Of<K extends Phase['kind']> = Extract<Phase, { kind: K }>;

function setOut(work: Work, seat: Seat, move: Move): void {
  if (move.kind === 'go') goBy(work, seat, move.day);
  else if (move.kind === 'step') walk(work, seat, move.n);
  else roll(work, seat);
}

function fight(work: Work, { seat, day }: Of<'choosing-opponent'>, move: Move): void {
  const foe = move.kind === 'fight' ? seatAt(work.state, move.target) : undefined;
  if (foe !== undefined) plan(work, { kind: 'fights', seat, day, foes: [foe] });
}

function shoot(work: Work, move: Move): void {
  const foe = move.kind === 'attack' ? seatAt(work.state, move.target) : undefined;
  if (foe !== undefined) attackFromAfar(work, foe);
}

/** Plays a battle card. The exchange then goes on with the opponent. */
function playBattleCard(work: Work, { seat, exchange: { turn } }: Of<'battle'>, card: CardId): void {
  const [battle] = work.state.battles;
  if (battle === undefined) throw new Error('there is no battle');
  const other = otherSide(turn);
  plan(work, { kind: 'exchange', turn: other, passes: 0 });
  playInBattle(work, seat, { card, opponent: battle[other].seat });
}

function drawOrTake(work: Work, { seat, god }: Of<'drawing'>, move: Move): void {
  if (move.kind === 'draw') plan(work, { kind: 'draw', seat, deck: god });
  if (move.kind === 'take-card') work.edition.takeCard(work, seat, move);
}

function playOrStop(work: Work, seat: Seat, move: Move): void {
  if (move.kind === 'discard') return ask(work, { kind: 'discarding', seat });
  if (move.kind !== 'play') return plan(work, { kind: 'hand-limit' }, { kind: 'end-turn' });
  plan(work, { kind: 'cards' });
  playCard(work, seat, move);
}

/** Gives the answer to the card that asked. */
function choose(work: Work, move: Move): void {
  const { agenda } = work.state;
  const playing = agenda.at(-1);
  if (playing?.kind !== 'card' || move.kind !== 'choose') throw new Error('no card has asked');
  const { target, ...aim } = move.aim;
  const seat = target === undefined ? {} : { target: aimedAt(work, move) };
  work.state.agenda = agenda.with(-1, { ...playing, ...aim, ...seat });
}

function aimedAt({ state }: Work, { aim }: Extract<Move, { kind: 'choose' }>): Seat {
  const seat = seatAt(state, aim.target ?? '');
  if (seat === undefined) throw new Error(`no seat is named ${aim.target}`);
  return seat;
}

// Does the planned tasks, one at a time, until a seat has to answer.

const MOST_EVENTS = 13;

export function run(work: Work): void {
  const { state } = work;
  while (!work.isAsking) {
    const task = state.agenda.pop();
    if (task === undefined) throw new Error('no task is planned, and no seat is asked');
    perform(work, task);
  }
}

function perform(work: Work, task: Task): void {
  switch (task.kind) {
    case 'begin-turn':
      return beginTurn(work);
    case 'arrive':
      return arrive(work, task);
    case 'visit':
      return visit(work, task);
    case 'tribute':
      return oweTribute(work, task);
    case 'pay-tribute':
      return payTribute(work, task);
    case 'fights':
      return fights(work, task);
    case 'fight':
      return challenge(work, task);
    case 'dice':
      return rollDice(work, task);
    case 'exchange':
      return exchange(work, task);
    case 'settle':
      return settle(work);
    case 'stake':
      return work.edition.payStake(work, task);
    case 'end-battle':
      return endBattle(work);
    case 'after-move':
      return afterMove(work);
    case 'ranged':
      return ranged(work);
    case 'after-battles':
      return work.edition.afterBattles(work);
    case 'offer':
      return offerings(work);
    case 'draw-choice':
      return drawChoice(work, task);
    case 'sacrifices':
      return sacrificeNext(work, task);
    case 'draw':
      return draw(work, task);
    case 'take-top':
      return takeTop(work, task);
    case 'cards':
      return cards(work);
    case 'discard':
      return discardSome(work, task);
    case 'card':
      return carryOn(work, task);
    case 'arm':
      return work.edition.arm(work, task.seat, task);
    case 'window':
      return openWindow(work, task);
    case 'hand-limit':
      return handLimit(work, work.state.turn.seat);
    case 'end-turn':
      return endTurn(work);
    case 'own':
      return work.edition.perform(work, task);
  }
}

/** [A4.7] The card step. Waiting events come first; then the tribe plays cards as long as it holds any. */
function cards(work: Work): void {
  const { state } = work;
  const { seat, events } = state.turn;
  const { pending, hand } = tribeOf(state, seat);
  if (isHere(state, seat) && pending.length > 0 && events < MOST_EVENTS) {
    plan(work, { kind: 'cards' });
    return resolveEvent(work, seat);
  }
  if (isHere(state, seat) && hand.length > 0) ask(work, { kind: 'playing', seat });
  else plan(work, { kind: 'hand-limit' }, { kind: 'end-turn' });
}

// Picking hand cards one by one: to discard them, to replace them, or to burn them for a higher roll.

type Picking = Extract<Phase, { kind: 'picking' }>;

/** The owner picks the cards to discard. If all of them must go, it is not asked. */
function discardSome(work: Work, { seat, n }: Extract<Task, { kind: 'discard' }>): void {
  if (!isHere(work.state, seat)) return;
  const hand = handOf(work.state, seat);
  if (hand.length > n) return ask(work, { kind: 'picking', seat, left: n, why: { kind: 'discard' } });
  for (const card of hand) discard(work, seat, card);
}

/** Whether the seat may stop picking: always, except when it must discard. */
export const mayStop = ({ why }: Picking): boolean => why.kind !== 'discard';

function pick(work: Work, picking: Picking, card: CardId): void {
  const { seat, why } = picking;
  const left = picking.left - 1;
  discard(work, seat, card);
  const side = sideOf(work.state, seat);
  if (why.kind === 'roll' && side !== undefined) addBonus(work.state, side, why.per);
  const next = { ...picking, left, why: why.kind === 'cycle' ? { ...why, picked: [...why.picked, card] } : why };
  if (left > 0 && handOf(work.state, seat).length > 0) ask(work, next);
  else stopPicking(work, next);
}

/** Draws a card of the same deck for each replaced card, in the order in which they were picked. */
function stopPicking(work: Work, { seat, why }: Picking): void {
  if (why.kind !== 'cycle') return;
  plan(work, ...why.picked.map((card) => ({ kind: 'draw', seat, deck: homeDeck(card) }) as const));
}

/** [handLimit] The active tribe discards down to the limit. */
function handLimit(work: Work, seat: Seat): void {
  const { handLimit: limit } = work.state.options;
  const excess = handOf(work.state, seat).length - limit;
  if (limit > 0 && excess > 0) plan(work, { kind: 'discard', seat, n: excess });
}
