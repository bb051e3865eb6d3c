/** Checks the state that a match goes on from. Engines trust their state, and any person can write a record. */
import type { AnyGame } from '@flower-war/rules';
import { canonical } from '../entry/canonical.ts';
import type { EntryOf } from '../entry/entries.ts';
import type { Position } from '../position.ts';

/** What the rules themselves find wrong with a state; empty if nothing. */
export type Broken = (game: string, version: number, state: unknown) => readonly string[];

type Created = EntryOf<'created'>;

/** Ten times the largest state of any game. With these bounds every loop over a state comes to an end. */
const MOST_STATE = 256 * 1024;
const MOST_DEPTH = 32;
const MOST_NUMBER = 1_000_000;

/** What is wrong with the state that a match goes on from, if anything. */
export function originProblem(engine: AnyGame, created: Created, broken: Broken | undefined): string | undefined {
  if (created.from === undefined) return undefined;
  const { state } = created.from;
  if (JSON.stringify(state).length > MOST_STATE) return 'the state that it goes on from is larger than any game has';
  if (!isTame(state, MOST_DEPTH)) return 'the state that it goes on from holds values that no game has';
  if (state.options !== undefined && canonical(state.options) !== canonical(created.options))
    return 'the state that it goes on from has other options than the match';
  try {
    const [problem] = broken?.(created.game, created.rulesVersion, state) ?? [];
    if (problem !== undefined) return `the state that it goes on from cannot be: ${problem}`;
    return refusalOf(engine, created.seats, state);
  } catch {
    return 'the state that it goes on from is none of this game';
  }
}

/** Asks the engine once for everything that it is asked during play. */
function refusalOf(engine: AnyGame, seats: number, state: unknown): string | undefined {
  if (engine.result(state) !== undefined) return 'it goes on from a state in which the game was over';
  if (engine.toMove(state).some((seat) => seat >= seats)) return 'it goes on from a game of more seats';
  for (let seat = 0; seat < seats; seat++) {
    engine.view(state, seat as 0);
    for (const move of engine.legalMoves(state, seat as 0)) engine.format(move);
  }
  return undefined;
}

/** Whether a value holds only texts and whole numbers of a size that games have, and is not too deep. */
function isTame(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && Math.abs(value) <= MOST_NUMBER;
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isTame(inner, depth - 1));
}

/** Whether a match goes on from where its parent stood after that entry; what is different, if anything. */
export function parentProblem(child: Created, parent: Created, position: Position | undefined): string | undefined {
  const { from } = child;
  if (from === undefined) return 'it goes on from no other match, so it has no parent';
  if (from.match !== parent.match) return `it goes on from match ${from.match}, and the parent is ${parent.match}`;
  for (const field of ['game', 'rulesVersion', 'preset', 'options', 'seats'] as const)
    if (canonical(child[field]) !== canonical(parent[field])) return `its ${field} is not that of its parent`;
  if (position?.status !== 'running') return `its parent was not being played after entry ${from.seq}`;
  if (canonical(position.state) === canonical(from.state)) return undefined;
  return `the state that it goes on from is not that of its parent after entry ${from.seq}`;
}
