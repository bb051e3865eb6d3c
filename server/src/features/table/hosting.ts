/** What a host decides before the start: which players may sit down, and which must stand up. */
import type { MatchSummary } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import { type OpenTables, settled, withMatch } from './seating.ts';
import { type Summarizing, summarize } from './summary.ts';

interface Hosting extends OpenTables, Summarizing {}

interface Deciding {
  readonly host: string;
  readonly player: string;
  readonly decision: 'admitted' | 'dismissed';
}

export async function decide(
  services: Summarizing,
  id: string,
  { host, player, decision }: Deciding,
): Promise<MatchSummary> {
  await checkHost(services, id, host);
  if (!(await services.people.isKnown(player))) throw new Refused('no-such-player');
  services.approvals.decide(id, player, decision);
  return summarize(services, id, host);
}

/** Removes the player or bot in a seat. A removed player needs the host's approval to sit down again. */
export async function emptySeat(
  services: Hosting,
  id: string,
  asked: { host: string; seat: number },
): Promise<MatchSummary> {
  await checkHost(services, id, asked.host);
  const stoodUp = await withMatch(services, id, async (match) => {
    const holder = match.position.occupants.get(asked.seat);
    if (holder === undefined) throw new Refused('seat-free');
    if (holder.kind === 'player' && holder.player !== asked.host)
      services.approvals.decide(id, holder.player, 'dismissed');
    return match.standUp(asked.seat, services.now(), holder);
  });
  if (stoodUp.kind === 'refused' && stoodUp.code === 'not-seated') throw new Refused('seat-free');
  settled(stoodUp);
  return summarize(services, id, asked.host);
}

async function checkHost(services: Summarizing, id: string, player: string): Promise<void> {
  const { host, status } = await summarize(services, id, player);
  if (host !== player) throw new Refused('forbidden');
  if (status !== 'open') throw new Refused(status === 'running' ? 'already-started' : 'match-over');
}
