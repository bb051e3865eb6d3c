/** A seat gives up. Its open questions get the clock's answers, and its tribe leaves between two steps of the turn. */

import type { Seat } from '../contract/game.ts';
import { at } from '../json/at.ts';
import { legalMoves } from './judge/legalMoves.ts';
import type { At, Work } from './model/edition.ts';
import type { Move } from './model/move.ts';
import type { RingTable, Task } from './model/state.ts';
import { isHere, present } from './model/tribes.ts';
import { plan, tell } from './play/agenda.ts';
import { playMove } from './play/playMove.ts';
import { run } from './play/run.ts';
import { end } from './play/turn.ts';

/** The move that the clock plays for an absent seat. */
export function fallback(where: At, seat: Seat): Move {
  const legal = legalMoves(where, seat);
  const { phase, tally } = where.state;
  const usual = (move: Move) => {
    if (phase.kind === 'drawing') return move.kind === 'draw';
    if (phase.kind === 'claiming')
      return move.kind === 'claim' && move.god === (tally.rain < tally.war ? 'rain' : 'war');
    return move.kind === 'pass' || move.kind === 'done';
  };
  return legal.find(usual) ?? at(legal, 0);
}

/** Runs after every answer: answers for leaving seats, and takes their tribes off the board once that is possible. */
export function settleLeaving(work: Work): void {
  const { state } = work;
  while (state.leaving.length > 0 && state.phase.kind !== 'over') {
    if (isBetween(state)) retireAll(work);
    else if (state.leaving.includes(state.phase.seat)) answerFor(work, state.phase.seat);
    else return;
  }
}

const STEPS: readonly Task['kind'][] = [
  'begin-turn',
  'after-move',
  'ranged',
  'after-battles',
  'offer',
  'cards',
  'hand-limit',
  'end-turn',
];
const CALM: readonly RingTable['phase']['kind'][] = [
  'moving',
  'adding-steps',
  'ranged',
  'offering',
  'playing',
  'discarding',
];

/** Whether the agenda has only steps of the turn, so that no effect is unfinished. */
const isBetween = ({ agenda, phase }: RingTable): boolean =>
  CALM.includes(phase.kind) && agenda.every(({ kind }) => STEPS.includes(kind));

function answerFor(work: Work, seat: Seat): void {
  const move = fallback(work, seat);
  work.isAsking = false;
  playMove(work, move);
  run(work);
}

function retireAll(work: Work): void {
  const { state } = work;
  const { leaving } = state;
  state.leaving = [];
  for (const seat of leaving) if (isHere(state, seat) && state.phase.kind !== 'over') retire(work, seat);
  if (state.phase.kind === 'over') return;
  if (isHere(state, state.turn.seat)) return;
  state.agenda = [];
  work.isAsking = false;
  plan(work, { kind: 'end-turn' });
  run(work);
}

function retire(work: Work, seat: Seat): void {
  work.edition.retire(work, seat);
  work.state.tribes = work.state.tribes.with(seat, {
    ...at(work.state.tribes, seat),
    isHere: false,
    modifiers: [],
    nextModifiers: [],
  });
  tell(work, { kind: 'retired', seat });
  const [last, ...more] = present(work.state);
  if (more.length === 0 && last !== undefined) end(work, { reason: 'retired', winner: last });
}
