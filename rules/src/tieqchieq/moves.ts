import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { type Colour, destination, other, PATHS, type Path, X } from './board.ts';
import { type Move, type Phase, type Reason, reserve, type Side, type State } from './state.ts';

/** Each move exists once, because moves never change. */
export const TOSS: Move = { kind: 'toss' };

export const INTRODUCE: Move = { kind: 'introduce' };
export const PASS: Move = { kind: 'pass' };
export const STEP: Move = { kind: 'step' };
export const STAY: Move = { kind: 'stay' };
const MOVES: readonly Move[] = Array.from({ length: X }, (_, from) => ({ kind: 'move', from }));
export const moveFrom = (position: number): Move => at(MOVES, position);

const BY_TEXT: ReadonlyMap<string, Move> = new Map(
  [TOSS, INTRODUCE, ...MOVES.slice(1), PASS, STEP, STAY].map((move) => [format(move), move]),
);

export function format(move: Move): string {
  return move.kind === 'move' ? `move ${move.from}` : move.kind;
}

export function parse(text: string): Move | undefined {
  return BY_TEXT.get(text);
}

/** Why this move may not be played now. The one judge: legalMoves filters by it, apply obeys it. */
export function refusal(state: State, seat: Seat, move: Move): Reason | undefined {
  const { phase } = state;
  if (phase.kind !== 'over' && phase.seat !== seat) return 'not-your-turn';
  switch (phase.kind) {
    case 'tossing':
      return move.kind === 'toss' ? undefined : 'toss-first';
    case 'acting':
      return refusalToAct(state, phase, move);
    case 'bonus':
      return refusalOfBonus(state, phase, move);
    case 'over':
      return 'match-over';
  }
}

function refusalToAct(state: State, acting: Acting, move: Move): Reason | undefined {
  const side = state.sides[acting.seat];
  switch (move.kind) {
    case 'toss':
      return 'already-tossed';
    case 'introduce':
      return reserve(side) > 0 ? refusalToGo(state, acting.seat, arrival(state, acting, 0)) : 'empty-reserve';
    case 'move':
      return side.path.includes(move.from)
        ? refusalToGo(state, acting.seat, arrival(state, acting, move.from))
        : 'no-token-there';
    case 'pass':
      return state.options.mayPass ? undefined : 'must-move';
    case 'step':
    case 'stay':
      return 'no-bonus';
  }
}

function refusalOfBonus(state: State, { seat, at }: { seat: Colour; at: number }, move: Move): Reason | undefined {
  if (move.kind === 'stay') return undefined;
  return move.kind === 'step' ? refusalToStep(state, seat, at) : 'bonus-first';
}

/** Why a bonus step is refused. It is one square at any cost, unless `plusFree` is off. */
export function refusalToStep(state: State, seat: Colour, from: number): Reason | undefined {
  const enemy = pathOf(state, seat).cost[from + 1] !== 1;
  return enemy && !state.options.plusFree ? 'enemy-territory' : refusalToGo(state, seat, from + 1);
}

function refusalToGo(state: State, seat: Colour, to: number): Reason | undefined {
  if (to === 0) return 'roll-does-not-fit';
  if (to === X) return undefined;
  if (!state.options.stacking && state.sides[seat].path.includes(to)) return 'own-token-there';
  const path = pathOf(state, seat);
  return path.mark[to] === 'sun' && state.sides[other(seat)].path.includes(path.facing[to] ?? 0)
    ? 'sun-is-safe'
    : undefined;
}

export const pathOf = (state: State, seat: Colour): Path => PATHS[state.options.board][seat];
type Acting = Extract<Phase, { kind: 'acting' }>;

/** The square to which the roll leads, or 0. */
export function arrival(state: State, { seat, roll }: Acting, from: number): number {
  return destination(pathOf(state, seat), state.options.surcharge, from, roll);
}

const TO_TOSS: readonly Move[] = [TOSS];
const BONUS: readonly Move[] = [STEP, STAY];
const NONE: readonly Move[] = [];

/** Legal moves in canonical order: by verb as listed, then by position. */
export function legalMoves(state: State, seat: Seat): readonly Move[] {
  const { phase } = state;
  if (phase.kind === 'over' || phase.seat !== seat) return NONE;
  return candidates(state, phase.seat).filter((move) => refusal(state, seat, move) === undefined);
}

function candidates(state: State, seat: Colour): readonly Move[] {
  switch (state.phase.kind) {
    case 'tossing':
      return TO_TOSS;
    case 'acting':
      return [INTRODUCE, ...movesOf(state.sides[seat]), PASS];
    case 'bonus':
      return BONUS;
    case 'over':
      return NONE;
  }
}

/** One move for each distinct position, so a stack gives one. */
function movesOf({ path }: Side): readonly Move[] {
  return path.filter((position, index) => position !== path[index - 1]).map(moveFrom);
}

/** Whether any token can use the roll. If a seat could only pass, it is not asked. */
export function canAct(state: State, seat: Colour): boolean {
  return legalMoves(state, seat).some((move) => move !== PASS);
}
