/** [A5.5] Battles: what the loser pays, and the range of attacks. */

import type { Seat } from '../contract/game.ts';
import { distance } from '../ring/model/calendar.ts';
import type { CardId } from '../ring/model/card.ts';
import type { Move, Reason } from '../ring/model/move.ts';
import type { Task } from '../ring/model/state.ts';
import { change, others, tribeOf } from '../ring/model/tribes.ts';
import { ask, plan, tell } from '../ring/play/agenda.ts';
import { handOver } from '../ring/play/hand.ts';
import { transfer } from '../ring/play/skulls.ts';
import type { MexicaTable, MexicaWork } from './table.ts';
import { checkVictory, modifierSum } from './weeks.ts';

export const BATTLES = {
  battles: (): 'dice' => 'dice',
  areBattleCardsOn: () => true,
  stakeBonus: () => 0,
  payStake,
  afterBattle: () => {},
  rangedTargets,
  afterBattles: () => {},
  foughtCortes: () => {},
  refusal,
  candidates: ({ phase, ...table }: MexicaTable): readonly Move[] =>
    phase.kind === 'paying-card' ? payable(table, phase.seat).map((card) => ({ kind: 'pick', card })) : [],
  answer,
  perform: () => {},
};

/** The loser pays tokens, else a hand card, else a victory card. If it has nothing, the winner draws a Day card. */
function payStake(work: MexicaWork, { winner, loser, stake }: Extract<Task, { kind: 'stake' }>): void {
  const paid = transfer(work, { n: stake, from: { seat: loser }, to: { seat: winner }, why: 'stake' });
  if (paid > 0) return;
  if (payable(work.state, loser).length > 0) ask(work, { kind: 'paying-card', seat: loser, to: winner });
  else plan(work, { kind: 'draw', seat: winner, deck: 'day' });
}

/** The cards that a loser may pay. Waiting events and week cards are never paid. */
function payable({ tribes, options }: Pick<MexicaTable, 'tribes' | 'options'>, seat: Seat): readonly CardId[] {
  const { hand, victories } = tribeOf({ tribes }, seat);
  if (hand.length > 0) return [...new Set(hand)].sort();
  return options.victoryCardsPayable === 'last' ? victories : [];
}

function refusal(table: MexicaTable, move: Move): Reason | undefined {
  if (table.phase.kind !== 'paying-card' || move.kind !== 'pick') return 'pick-a-card';
  return payable(table, table.phase.seat).includes(move.card) ? undefined : 'not-in-hand';
}

function answer(work: MexicaWork, move: Move): void {
  const { phase } = work.state;
  if (phase.kind !== 'paying-card' || move.kind !== 'pick') return;
  const { seat: from, to } = phase;
  const { hand } = tribeOf(work.state, from);
  if (hand.includes(move.card)) handOver(work, move.card, { from, to });
  else payVictory(work, move.card, { from, to });
}

function payVictory(work: MexicaWork, card: CardId, { from, to }: { readonly from: Seat; readonly to: Seat }): void {
  const { state } = work;
  change(work, from, { victories: tribeOf(state, from).victories.filter((other) => other !== card) });
  change(work, to, { victories: [...tribeOf(state, to).victories, card] });
  const isOpen = work.edition.areVictoriesOpen(state);
  tell(work, { kind: 'card-given', from, to, card, ...(isOpen && { isOpen }) });
  checkVictory(work, to);
}

/** The seats that the active tribe may attack from afar, once a turn. */
function rangedTargets(table: MexicaTable): readonly Seat[] {
  const { seat, farAttacks } = table.turn;
  if (farAttacks.length > 0) return [];
  const reach = modifierSum(table, seat, 'range');
  if (reach < 1) return [];
  const { day } = tribeOf(table, seat);
  const far = (other: Seat) => distance(day, tribeOf(table, other).day);
  return others(table, seat).filter((other) => far(other) >= 1 && far(other) <= reach);
}
