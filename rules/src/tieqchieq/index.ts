import type { Chance } from '../contract/chance.ts';
import type { Applied, Game, Refused, Result, Seat, Standing } from '../contract/game.ts';
import { at } from '../json.ts';
import { type Colour, other, TOKENS, X } from './board.ts';
import { habits, type TieqchieqHabits } from './habits.ts';
import { arrival, canAct, format, legalMoves, parse, pathOf, refusal, refusalToStep } from './moves.ts';
import { OPTIONS, PRESETS, type Settings } from './options.ts';
import { parts } from './parts.ts';
import {
  type Event,
  type Face,
  type Move,
  type Phase,
  progress,
  type Reason,
  reserve,
  type Side,
  type State,
} from './state.ts';
import { type View, view, viewEvent } from './view.ts';

interface Tieqchieq extends Game<State, Move, Event, View, Reason> {
  readonly habits: TieqchieqHabits;
}

/** A race of twelve tokens through one lane, with four coins. Seat 0 is RED, seat 1 is YELLOW. */
export const tieqchieq: Tieqchieq = {
  id: 'tieqchieq',
  rulesVersion: 1,
  seats: [2, 2],
  presets: PRESETS,
  options: OPTIONS,
  setup,
  toMove: ({ phase }) => (phase.kind === 'over' ? [] : [phase.seat]),
  refusal,
  legalMoves,
  apply,
  fallback,
  leave,
  reshuffle: (state) => state, // the game has no secrets
  view,
  viewEvent,
  parts,
  habits,
  result,
  standings,
  parse,
  format,
};

const EMPTY: Side = { path: [], home: 0 };

function setup(options: Settings, _seats: number, chance: Chance): State {
  const seat = firstSeat(options) ?? chance.pick([0, 1] as const);
  return { options, sides: [EMPTY, EMPTY], phase: { kind: 'tossing', seat }, tosses: 0 };
}

function firstSeat({ startPlayer }: Settings): Colour | undefined {
  if (startPlayer === 'random') return undefined;
  return startPlayer === 'seat-1' ? 1 : 0;
}

/** The clock plays `pass` if the options allow it, else the first move in canonical order. */
function fallback(state: State, seat: Seat): Move {
  const legal = legalMoves(state, seat);
  return legal.find(({ kind }) => kind === 'pass') ?? at(legal, 0);
}

const COLOURS: readonly Colour[] = [0, 1];

function result(state: State): Result | undefined {
  const { phase } = state;
  if (phase.kind !== 'over') return undefined;
  const winners = winnersOf(state, phase);
  return {
    result: phase.reason === 'retired' ? 'forfeit' : winners.length > 1 ? 'draw' : 'win',
    winners,
    standings: standings(state),
    reason: phase.reason,
  };
}

/** Before the end, the seats that are farthest come first. */
function standings(state: State): readonly Standing[] {
  const { phase } = state;
  const first = phase.kind === 'over' ? winnersOf(state, phase) : farthest(state);
  return COLOURS.map((seat) => standing(state, seat, first.includes(seat) ? 1 : 2)).toSorted(byPlace);
}

/** [E8] At the turn cap the larger sum of positions wins; seats with equal sums share the victory. */
function winnersOf(state: State, phase: Extract<Phase, { kind: 'over' }>): readonly Seat[] {
  return phase.reason === 'turn-cap' ? farthest(state) : [phase.winner];
}

function farthest({ sides }: State): readonly Seat[] {
  const best = Math.max(...sides.map(progress));
  return COLOURS.filter((seat) => progress(sides[seat]) === best);
}

function standing({ sides }: State, seat: Colour, place: number): Standing {
  const side = sides[seat];
  const breakdown = { home: side.home, board: side.path.length, reserve: reserve(side) };
  return { seat, place, score: progress(side), breakdown };
}

const byPlace = (a: Standing, b: Standing): number => a.place - b.place;

function apply(state: State, seat: Seat, move: Move, chance: Chance): Applied<State, Event> | Refused<Reason> {
  const reason = refusal(state, seat, move);
  if (reason) return { ok: false, reason };
  const events: Event[] = [];
  return { ok: true, state: play(state, move, { events, chance }), events };
}

/** What playing a move needs: the list for its events, and its chance. */
interface Course {
  readonly events: Event[];
  readonly chance: Chance;
}

/** Plays a move. Only for moves that `refusal` allows. */
function play(state: State, move: Move, course: Course): State {
  const { phase } = state;
  if (phase.kind === 'over') return state;
  const { seat } = phase;
  if (phase.kind === 'tossing') return toss(state, seat, course);
  if (move.kind === 'pass' || move.kind === 'stay') return endTurn(state, seat, course);
  if (phase.kind === 'bonus') return go(state, { seat, from: phase.at, to: phase.at + 1 }, course);
  const from = move.kind === 'move' ? move.from : 0;
  return go(state, { seat, from, to: arrival(state, phase, from) }, course);
}

/** [E5 2] A roll that no token can use, such as no heads, ends the turn at once. */
function toss(state: State, seat: Colour, course: Course): State {
  let roll = 0;
  for (let coin = 0; coin < 4; coin++) if (course.chance.coin()) roll++;
  course.events.push({ kind: 'tossed', seat, heads: roll });
  const acting: State = { ...state, tosses: state.tosses + 1, phase: { kind: 'acting', seat, roll } };
  return canAct(acting, seat) ? acting : endTurn(acting, seat, course);
}

interface Walk {
  readonly seat: Colour;
  readonly from: number;
  readonly to: number;
}

function go(state: State, walk: Walk, course: Course): State {
  const { seat, from, to } = walk;
  course.events.push({ kind: from === 0 ? 'introduced' : 'moved', seat, from, to });
  const enemy = state.sides[other(seat)];
  const there = pathOf(state, seat).facing[to] ?? 0;
  if (!enemy.path.includes(there)) return settle(state, walk, course);
  return fight(walk, course) ? capture(state, walk, course) : repel(state, walk, course);
}

/** [E6] The attacker loses only if both coins show the defender's colour. */
function fight({ seat, to }: Walk, { events, chance }: Course): boolean {
  const coins = [battleCoin(chance), battleCoin(chance)];
  const won = coins.includes(seat === 0 ? 'red' : 'yellow');
  events.push({ kind: 'fought', seat, at: to, coins, won });
  return won;
}

/** Heads is the front of the coin, which is red. */
const battleCoin = (chance: Chance): Face => (chance.coin() ? 'red' : 'yellow');

/** Captures the tokens on the goal. With `stacking` the whole stack is captured. */
function capture(state: State, walk: Walk, course: Course): State {
  const seat = other(walk.seat);
  const side = state.sides[seat];
  const at = pathOf(state, walk.seat).facing[walk.to] ?? 0;
  const path = side.path.filter((position) => position !== at);
  course.events.push({ kind: 'captured', seat, at, tokens: side.path.length - path.length });
  return settle(withSide(state, seat, { path, home: side.home }), walk, course);
}

/** The attacker loses the token that moved, and no mark takes effect. */
function repel(state: State, { seat, from, to }: Walk, course: Course): State {
  const { path, home } = state.sides[seat];
  course.events.push({ kind: 'captured', seat, at: to, tokens: 1 });
  return endTurn(withSide(state, seat, { path: without(path, from), home }), seat, course);
}

/** Puts the token on its new square, where the mark takes effect. */
function settle(state: State, { seat, from, to }: Walk, course: Course): State {
  const { path, home } = state.sides[seat];
  const left = without(path, from);
  const side = to === X ? { path: left, home: home + 1 } : { path: placed(left, to), home };
  const settled = withSide(state, seat, side);
  if (side.home === TOKENS) return end(settled, { kind: 'over', reason: 'all-home', winner: seat }, course);
  const mark = pathOf(state, seat).mark[to];
  if (mark === 'ring' || mark === 'sun') return extraTurn(settled, { seat, by: mark }, course);
  if (mark !== 'plus' || refusalToStep(settled, seat, to)) return endTurn(settled, seat, course);
  return { ...settled, phase: { kind: 'bonus', seat, at: to } };
}

function extraTurn(state: State, by: { readonly seat: Colour; readonly by: 'ring' | 'sun' }, course: Course): State {
  if (state.tosses >= state.options.turnCap) return end(state, { kind: 'over', reason: 'turn-cap' }, course);
  course.events.push({ kind: 'extra-turn', ...by });
  return { ...state, phase: { kind: 'tossing', seat: by.seat } };
}

function endTurn(state: State, seat: Colour, course: Course): State {
  course.events.push({ kind: 'turn-ended', seat });
  if (state.tosses >= state.options.turnCap) return end(state, { kind: 'over', reason: 'turn-cap' }, course);
  return { ...state, phase: { kind: 'tossing', seat: other(seat) } };
}

function end(state: State, phase: Extract<Phase, { kind: 'over' }>, { events }: Pick<Course, 'events'>): State {
  events.push({ kind: 'ended', reason: phase.reason });
  return { ...state, phase };
}

/** A player who retires loses. Once the match is over, retiring does nothing. */
function leave(state: State, seat: Seat): Applied<State, Event> {
  if (state.phase.kind === 'over' || seat > 1) return { ok: true, state, events: [] };
  const colour: Colour = seat === 0 ? 0 : 1;
  const events: Event[] = [{ kind: 'retired', seat: colour }];
  return {
    ok: true,
    state: end(state, { kind: 'over', reason: 'retired', winner: other(colour) }, { events }),
    events,
  };
}

const withSide = (state: State, seat: Colour, side: Side): State => ({
  ...state,
  sides: seat === 0 ? [side, state.sides[1]] : [state.sides[0], side],
});

/** Removes one token from this position. A token from the reserve (0) was not on the path. */
function without(path: readonly number[], position: number): readonly number[] {
  const index = path.indexOf(position);
  return index < 0 ? path : path.toSpliced(index, 1);
}

function placed(path: readonly number[], position: number): readonly number[] {
  const index = path.findIndex((taken) => taken > position);
  return path.toSpliced(index < 0 ? path.length : index, 0, position);
}
