/** The course of a turn: its move, its steps, its end, and the next turn. */
import type { Seat, Standing } from '../../contract/game.ts';
import { at } from '../../json.ts';
import { type Day, wrap } from '../model/calendar.ts';
import { ask, change, isHere, plan, present, tell, tribeOf, type Work } from '../model/edition.ts';
import type { Event } from '../model/event.ts';
import type { RingTable, Task, Turn } from '../model/state.ts';
import { meet } from './battle.ts';
import { each, sum } from './effects.ts';
import { transfer } from './skulls.ts';
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

// A tribe arrives on a day: cards act on it, it picks up skulls, pays tribute, and fights.

/** Guards against cards that move a tribe for ever. */
const MOST_ARRIVALS = 13;

type Way = Extract<Event, { kind: 'moved' }>['way'];

/** Moves a tribe to a day and plans its visit. After too many arrivals in a turn, it only moves the tribe. */
export function arrive(work: Work, { seat, day }: Extract<Task, { kind: 'arrive' }>, way: Way = 'card'): void {
  const { turn, options } = work.state;
  if (!isHere(work.state, seat)) return;
  const isArrival = turn.arrivals < MOST_ARRIVALS;
  put(work, seat, { day, way: isArrival ? way : 'put' });
  if (!isArrival) return;
  work.state.turn = { ...turn, arrivals: turn.arrivals + 1 };
  plan(work, ...PARTS[options.stepOrder].map((part) => ({ kind: 'visit', part, seat, day }) as const));
}

/** [stepOrder] The parts of a visit in their order. */
const PARTS = {
  printed: ['land', 'collect', 'tribute', 'battles'],
  battleFirst: ['land', 'battles', 'collect', 'tribute'],
} as const;

/** Moves a tribe to a day without an arrival. */
function put(work: Work, seat: Seat, { day, way }: { readonly day: Day; readonly way: Way }): void {
  tell(work, { kind: 'moved', seat, from: tribeOf(work.state, seat).day, to: day, way });
  change(work, seat, { day });
}

/** Does one part of a visit. The remaining parts lapse if the tribe is no longer on the day. */
export function visit(work: Work, { part, seat, day }: Extract<Task, { kind: 'visit' }>): void {
  if (!isHere(work.state, seat) || tribeOf(work.state, seat).day !== day) return;
  switch (part) {
    case 'land':
      return work.edition.land(work, seat, day);
    case 'collect':
      return work.edition.collect(work, seat, day);
    case 'tribute':
      return plan(
        work,
        ...work.edition.tributeTo(work.state, seat, day).map((to) => ({ kind: 'tribute', from: seat, to }) as const),
      );
    case 'battles':
      return meet(work, seat, day);
  }
}

/** The visitor owes tribute and may answer with a card. A visitor without skulls owes nothing. */
export function oweTribute(work: Work, { from, to }: Owed): void {
  if (tribeOf(work.state, from).skulls === 0) return;
  plan(work, { kind: 'window', moment: 'tribute', asked: [from], by: to }, { kind: 'pay-tribute', from, to });
}

export function payTribute(work: Work, { from, to }: Owed): void {
  transfer(work, { n: 1, from: { seat: from }, to: { seat: to }, why: 'tribute' });
}

type Owed = Pick<Extract<Task, { kind: 'tribute' | 'pay-tribute' }>, 'from' | 'to'>;

// The final order of the seats.

interface Score {
  readonly seat: Seat;
  readonly isHere: boolean;
  /** The numbers that decide the order, the most important first. The first one is the score. */
  readonly order: readonly number[];
  readonly breakdown: Readonly<Record<string, number>>;
}

/** The winner comes first with any numbers. Seats that have left come last. Equal numbers share a place. */
export function standingsBy(scores: readonly Score[], winner: Seat | undefined): readonly Standing[] {
  const rank = ({ seat, isHere, order }: Score) => [seat === winner ? 1 : 0, isHere ? 1 : 0, ...order];
  const better = (a: Score, b: Score) => compare(rank(b), rank(a));
  return scores
    .toSorted((a, b) => better(a, b) || a.seat - b.seat)
    .map((score) => {
      const place = 1 + scores.filter((other) => better(other, score) < 0).length;
      return { seat: score.seat, place, score: score.order[0] ?? 0, breakdown: score.breakdown };
    });
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((n, i) => n !== b[i]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
