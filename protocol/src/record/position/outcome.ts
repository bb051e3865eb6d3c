/** What can become of an entry, and the few ways to say so. */
import type { AnyGame, Result } from '@flower-war/rules';
import type { MatchResult } from '../entry/entries.ts';
import { counting, keyedChance } from './keyedChance.ts';
import type { Advanced, Position } from './position.ts';

export type Outcome = ({ readonly ok: true } & Advanced) | Refusal;
interface Refusal {
  readonly ok: false;
  readonly reason: string;
}

export function advanced(
  engine: AnyGame,
  position: Position,
  events: readonly unknown[],
): { readonly ok: true } & Advanced {
  return { ok: true, position: settle(engine, position), events };
}

/** A game that has a result is over; its record still waits for `ended`. */
export function settle(engine: AnyGame, position: Position): Position {
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

/** The chance of the next entry, and whether anything was asked of it. */
export function chanceOf({ created, seed, draws }: Position, seq: number): ReturnType<typeof counting> {
  if (seed === undefined) throw new Error('a running match has a seed');
  return counting(keyedChance(seed, created.format === 1 ? seq : draws));
}

export function unchanged(position: Position): { readonly ok: true } & Advanced {
  return { ok: true, position, events: [] };
}

export function refused(reason: string): Refusal {
  return { ok: false, reason };
}
