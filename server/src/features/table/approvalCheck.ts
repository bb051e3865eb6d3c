/** Whether a player may take any seat of a match. */
import type { MatchSummary } from '@flower-war/protocol';
import type { Caller } from '../../base/caller.ts';
import { Refused } from '../../base/refused.ts';
import type { Approvals } from './approvals.ts';
import type { Kept } from './keptSeats.ts';

export interface Admission {
  readonly approvals: Approvals;
  readonly now: () => number;
}

/**
 * Refuses dismissed players. Where the host approves each player, a new one waits. The host, seated players and owners
 * of a kept seat need no approval.
 */
export function checkAdmission(
  { approvals, now }: Admission,
  { summary, kept }: { readonly summary: MatchSummary; readonly kept: Kept },
  caller: Caller,
): void {
  const { match, host, seats, status, table } = summary;
  const { player } = caller;
  if (status !== 'open' || host === player || seats.some((seat) => seat.player === player)) return;
  const decision = approvals.decisionOn(match, player);
  if (decision === 'dismissed') throw new Refused('not-admitted');
  if (!table.approval || decision === 'admitted' || kept.seatOf(player) !== undefined) return;
  approvals.ask(match, caller, now());
  throw new Refused('awaiting-approval');
}
