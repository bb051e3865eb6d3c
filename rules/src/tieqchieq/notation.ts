import { at } from '../json/at.ts';
import { X } from './board.ts';
import type { Move } from './state.ts';

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
