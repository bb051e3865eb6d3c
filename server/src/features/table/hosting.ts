/** What a host decides before the start: who may sit down, and who must get up. */
import type { MatchSummary } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { House } from '../../doors/services.ts';
import { settled, withMatch } from './seating.ts';
import { summarize } from './summary.ts';

interface Deciding {
  readonly host: string;
  readonly player: string;
  readonly decision: 'admitted' | 'dismissed';
}

export async function decide(house: House, id: string, { host, player, decision }: Deciding): Promise<MatchSummary> {
  await checkHost(house, id, host);
  if (house.people.find(player) === undefined) throw new Refused('no-such-player');
  house.approvals.decide(id, player, decision);
  return summarize(house, id, host);
}

/** Whoever is removed does not sit down again unless the host lets them. */
export async function emptySeat(
  house: House,
  id: string,
  asked: { host: string; seat: number },
): Promise<MatchSummary> {
  await checkHost(house, id, asked.host);
  const stoodUp = await withMatch(house, id, async (match) => {
    const holder = match.position.occupants.get(asked.seat);
    if (holder === undefined) throw new Refused('seat-free');
    if (holder.kind === 'player' && holder.player !== asked.host)
      house.approvals.decide(id, holder.player, 'dismissed');
    return match.standUp(asked.seat, house.now(), holder);
  });
  if (stoodUp.kind === 'refused' && stoodUp.code === 'not-seated') throw new Refused('seat-free');
  settled(stoodUp);
  return summarize(house, id, asked.host);
}

async function checkHost(house: House, id: string, player: string): Promise<void> {
  const { host, status } = await summarize(house, id, player);
  if (host !== player) throw new Refused('forbidden');
  if (status !== 'open') throw new Refused(status === 'running' ? 'already-started' : 'match-over');
}
