/**
 * What happens to a seat whose player is away or too slow: one line for each policy. docs/tables.md tells it to
 * players.
 */

import type { TableSettings } from '../entry/tableSettings.ts';
import type { Occupant } from '../position/position.ts';

export interface AbsencePolicy {
  /** The policy acts after so many turns in a row in which the clock had to answer. */
  readonly misses: number;
  /** At a table without a clock, the policy acts when a player is away so long while other people wait. */
  readonly awayMs: number;
  /** `bot` stands in until the player is back; `retired` leaves the match for good. */
  readonly becomes: 'bot' | 'retired';
  /** How long a bot must stand in before another player may take the seat for good; absent if no player ever may. */
  readonly substituteAfterMs?: number;
}

const MINUTE_MS = 60_000;

export const POLICIES: Readonly<Record<TableSettings['absence'], AbsencePolicy>> = {
  casual: { misses: 1, awayMs: MINUTE_MS, becomes: 'bot', substituteAfterMs: 2 * MINUTE_MS },
  fair: { misses: 2, awayMs: 3 * MINUTE_MS, becomes: 'bot', substituteAfterMs: 10 * MINUTE_MS },
  strict: { misses: 3, awayMs: 10 * MINUTE_MS, becomes: 'retired' },
};

/** Whether another player may take the seat of this one for good. */
export function mayBeSubstituted({ absence }: TableSettings, occupant: Occupant | undefined, at: number): boolean {
  const { substituteAfterMs } = POLICIES[absence];
  if (occupant?.kind !== 'player' || occupant.bot === undefined || substituteAfterMs === undefined) return false;
  return at >= (occupant.since ?? at) + substituteAfterMs;
}
