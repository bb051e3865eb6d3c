/**
 * What follows from the state of the rules and is asked for many times along a move: who must decide, and which hidden window is
 * open. Both are found once for each state.
 */
import type { AnyGame, Seat, Window } from '@flower-war/rules';
import type { Position } from './position.ts';

interface Facts {
  readonly engine: AnyGame;
  readonly state: unknown;
  toMove?: readonly Seat[];
  window?: { readonly open: Window | undefined };
}

/** A move asks about the state before it and the state after it. Older ones are forgotten, which costs less than to remember all. */
let newest: Facts | undefined;
let older: Facts | undefined;

/** The seats that the rules wait for. */
export function toMoveIn(engine: AnyGame, { state }: Pick<Position, 'state'>): readonly Seat[] {
  const facts = factsOf(engine, state);
  facts.toMove ??= engine.toMove(state);
  return facts.toMove;
}

/** The hidden window that is open. */
export function windowOf(engine: AnyGame, { status, state }: Pick<Position, 'status' | 'state'>): Window | undefined {
  if (status !== 'running' || engine.windows === undefined) return undefined;
  const facts = factsOf(engine, state);
  facts.window ??= { open: engine.windows.open(state) };
  return facts.window.open;
}

function factsOf(engine: AnyGame, state: unknown): Facts {
  if (newest !== undefined && newest.state === state && newest.engine === engine) return newest;
  if (older !== undefined && older.state === state && older.engine === engine) return older;
  older = newest;
  newest = { engine, state };
  return newest;
}
