/** The course of a turn: its move, its steps, its end, and the next turn. */

import type { Seat } from '../../contract/game.ts';
import { at } from '../../json/at.ts';
import { type Day, wrap } from '../model/calendar.ts';
import type { Work } from '../model/edition.ts';
import type { RingTable, Turn } from '../model/state.ts';
import { change, isHere, present, tribeOf } from '../model/tribes.ts';
import { ask, plan, tell } from './agenda.ts';
import { arrive, put } from './arrival.ts';
import { each, sum } from './effects.ts';
import { drop } from './windows.ts';

const DIE = 6;

export const newTurn = (seat: Seat, isExtra: boolean): Turn => ({
  seat,
  isExtra,
  hasExtra: false,
  moves: 0,
  arrivals: 0,
  hasCollected: false,
  farAttacks: [],
  offered: 0,
  hasPrayed: false,
  hasKept: false,
  events: 0,
});

export function beginTurn(work: Work): void {
  const { state, edition } = work;
  const { seat, isExtra } = state.turn;
  tell(work, { kind: 'turn-began', seat, round: state.round, extra: isExtra });
  change(work, seat, { modifiers: tribeOf(state, seat).nextModifiers, nextModifiers: [] });
  ask(work, { kind: 'moving', seat });
  edition.beginTurn(work);
}

/**
 * Rolls the die. Modifiers that slow the tribe reduce the roll, but not below one. The tribe may choose to add steps
 * from modifiers that speed it.
 */
export function roll(work: Work, seat: Seat): void {
  const die = work.chance.die(DIE);
  tell(work, { kind: 'rolled', seat, die });
  const steps = each(work, seat, 'step');
  const slowed = Math.max(1, die + sum(steps.filter((n) => n < 0)));
  const most = sum(steps.filter((n) => n > 0));
  if (most > 0) return ask(work, { kind: 'adding-steps', seat, roll: slowed, most });
  walk(work, seat, slowed);
}

export function walk(work: Work, seat: Seat, steps: number): void {
  goBy(work, seat, wrap(tribeOf(work.state, seat).day + steps));
}

/** Makes the turn's own move to a day. */
export function goBy(work: Work, seat: Seat, day: Day): void {
  const { state, edition } = work;
  const { times, firstArrives } = edition.moves(state);
  const moves = state.turn.moves + 1;
  state.turn = { ...state.turn, moves };
  plan(work, { kind: 'after-move' });
  if (moves < times && !firstArrives) put(work, seat, { day, way: 'move' });
  else arrive(work, { kind: 'arrive', seat, day }, 'move');
}

export function afterMove(work: Work): void {
  const { state, edition } = work;
  const { seat, moves } = state.turn;
  if (moves < edition.moves(state).times) return ask(work, { kind: 'moving', seat });
  plan(work, { kind: 'ranged' }, { kind: 'after-battles' }, { kind: 'offer' });
}

/** Asks for a battle from afar if another tribe is within range. */
export function ranged(work: Work): void {
  const { state, edition } = work;
  if (isHere(state, state.turn.seat) && edition.rangedTargets(state).length > 0)
    ask(work, { kind: 'ranged', seat: state.turn.seat });
}

export function attackFromAfar(work: Work, defender: Seat): void {
  const { turn } = work.state;
  work.state.turn = { ...turn, farAttacks: [...turn.farAttacks, defender] };
  plan(work, { kind: 'fight', attacker: turn.seat, defender, roll: 0, stake: 0 }, { kind: 'ranged' });
}

/** [A4.8] Ends the turn: its modifiers end, and then the edition acts. */
export function endTurn(work: Work): void {
  const { state, edition } = work;
  const { seat } = state.turn;
  change(work, seat, { modifiers: [] });
  tell(work, { kind: 'turn-ended', seat });
  edition.endTurn(work);
  if (state.phase.kind !== 'over') next(work);
}

function next(work: Work): void {
  const { state } = work;
  const { seat, hasExtra } = state.turn;
  const again = hasExtra && isHere(state, seat);
  if (again) tell(work, { kind: 'extra-turn', seat });
  const following = again ? seat : after(state, seat);
  const isNewRound = !again && following <= seat;
  if (isNewRound && state.round >= state.options.roundCap) return work.edition.roundCapReached(work);
  if (isNewRound) state.round += 1;
  state.turn = newTurn(following, again);
  plan(work, { kind: 'begin-turn' });
}

/** The next seat that plays. */
function after(state: RingTable, seat: Seat): Seat {
  const all = present(state);
  return all.find((other) => other > seat) ?? at(all, 0);
}

/** Ends the match and drops all planned tasks. */
export function end(work: Work, over: { readonly reason: string; readonly winner?: Seat }): void {
  const unfinished = work.state.agenda;
  work.state.agenda = [];
  work.state.battles = [];
  for (const task of unfinished) drop(work, task);
  ask(work, { kind: 'over', ...over });
  tell(work, { kind: 'ended', reason: over.reason });
}
