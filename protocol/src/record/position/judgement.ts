/** How an entry is judged: accepted, with the position after it, or refused. */
import type { AnyGame, Result } from '@flower-war/rules';
import { counting, keyedChance } from '../chance/keyedChance.ts';
import type { MatchResult } from '../entry/entries.ts';
import type { Position } from './position.ts';

export interface NextPosition {
  readonly position: Position;
  /** What happened, unfiltered. Pass each event through `viewEvent` before it leaves the server. */
  readonly events: readonly unknown[];
}

interface Refusal {
  readonly ok: false;
  readonly reason: string;
}

/** The verdict on an entry. */
export type EntryOutcome = Accepted | Refusal;
type Accepted = { readonly ok: true } & NextPosition;

/** An outcome before the changes that go along with every entry (see fold/everyEntry.ts). */
export type JudgedEntry = (Accepted & Happened) | Refusal;

interface Happened {
  /** Whether chance was drawn. */
  readonly drew?: boolean;
  /** The seat that acted by its beads. */
  readonly actor?: number;
}

export function advanced(engine: AnyGame, position: Position, events: readonly unknown[]): Accepted {
  return { ok: true, position: withResult(engine, position), events };
}

/** A game that has a result is over; its record still waits for `ended`. */
export function withResult(engine: AnyGame, position: Position): Position {
  const result: Result | undefined = engine.result(position.state);
  return result === undefined ? position : { ...position, status: 'over', result: resultOf(result) };
}

function resultOf({ result, winners, standings, reason }: Result): MatchResult {
  return {
    result,
    winners: [...winners],
    standings: standings.map((standing) => ({ ...standing, breakdown: { ...standing.breakdown } })),
    reason,
  };
}

/** The chance of the next entry, and whether anything was drawn from it. */
export function chanceOf({ created, seed, draws }: Position, seq: number): ReturnType<typeof counting> {
  if (seed === undefined) throw new Error('a running match has a seed');
  return counting(keyedChance(seed, created.format === 1 ? seq : draws));
}

export function accepted(position: Position): Accepted {
  return { ok: true, position, events: [] };
}

export function refused(reason: string): Refusal {
  return { ok: false, reason };
}
