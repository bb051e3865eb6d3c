/** When a server may act on a player who is too slow or away. A record does not say which players are connected. */
import type { AnyGame, Seat } from '@flower-war/rules';
import type { Position } from '../position/position.ts';
import { POLICIES } from './absencePolicies.ts';
import { peopleAtTable } from './agreements.ts';
import { windowOf } from './windows.ts';

/** Why the server may neither replace the player of this seat nor retire the seat; `undefined` if it may. */
export function patienceLeft(engine: AnyGame, position: Position, seat: number): string | undefined {
  const { clocks, created, pause, state } = position;
  const people = peopleAtTable(position);
  if (!people.includes(seat)) return 'not-at-the-table';
  if (pause !== undefined) return 'paused';
  const isAsked = engine.toMove(state).includes(seat as Seat);
  // While a window is open, the seats that it asks are secret, so a seat that is not asked may count as too slow.
  if (!isAsked && windowOf(engine, position) === undefined) return 'not-to-move';
  // Without a clock, a player is away too long only if other people wait.
  if (clocks.length === 0) return people.length > 1 ? undefined : 'nobody-waits';
  return (clocks[seat]?.missed ?? 0) >= POLICIES[created.table.absence].misses ? undefined : 'time-left';
}
