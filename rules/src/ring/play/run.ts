/** Does the planned tasks, one at a time, until a seat has to answer. */

import type { Work } from '../model/edition.ts';
import { ask, isHere, plan, type Task, tribeOf } from '../model/state.ts';
import { challenge, endBattle, exchange, fights, rollDice, settle } from './battle.ts';
import { carryOn } from './effects.ts';
import { draw, takeTop } from './hand.ts';
import { drawChoice, offerings } from './offering.ts';
import { discardSome, handLimit, resolveEvent } from './playingCards.ts';
import { afterMove, arrive, beginTurn, endTurn, oweTribute, payTribute, ranged, visit } from './turn.ts';
import { openWindow } from './windows.ts';

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
