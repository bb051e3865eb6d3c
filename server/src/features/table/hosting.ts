/** What a host decides before the start: which players may sit down, and which must stand up. */
import type { LegalMoves, MatchSummary } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { Match } from '../../match/match.ts';
import { explainedMoves } from '../../match/shown/hiddenWindow.ts';
import { type FindingSeats, type OpenTables, seatOf, settled, withMatch } from './seating.ts';
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

/** What a player's legal moves do, for screens that do not know the rules. */
export async function movesOf(services: FindingSeats & OpenTables, id: string, player: string): Promise<LegalMoves> {
  const seat = await seatOf(services, id, player);
  return withMatch(services, id, async (match) => movesIn(match, seat));
}

/** The legal moves of a seat as it was shown them, each with what it does. */
export function movesIn(match: Match, seat: number): LegalMoves {
  const own = match.privateOf(seat);
  const { step, decision } = own;
  const shown = { options: match.position.created.options, spectator: match.table.view, own };
  const moves = explainedMoves(match.engine, shown);
  return { match: match.id, step, ...(decision !== undefined && { decision }), moves };
}
