/** When a server may lose its patience with a player who is too slow or away. Who is present is not in a record. */
import type { AnyGame, Seat } from '@flower-war/rules';
import type { Position } from '../position/position.ts';
import { POLICIES } from './absencePolicies.ts';
import { peopleAtTable } from './agreements.ts';
import { windowOf } from './wishes.ts';

/** Why nobody may be put in the place of the player of this seat, nor the seat retired. */
export function patienceLeft(engine: AnyGame, position: Position, seat: number): string | undefined {
  const { clocks, created, pause, state } = position;
  const people = peopleAtTable(position);
  if (!people.includes(seat)) return 'not-at-the-table';
  if (pause !== undefined) return 'paused';
  const isAsked = engine.toMove(state).includes(seat as Seat);
  // While a window hides what happens, who is waited for is what everybody saw before.
  if (!isAsked && windowOf(engine, position) === undefined) return 'not-to-move';
  // Without a clock only those who wait for others count.
  if (clocks.length === 0) return people.length > 1 ? undefined : 'nobody-waits';
  return (clocks[seat]?.missed ?? 0) >= POLICIES[created.table.absence].misses ? undefined : 'time-left';
}
