/** Which viewers may replay which side of a match, and when. */
import type { Entry, MatchSummary, ReplaySteps, ReplayViewer, stepsQuery } from '@flower-war/protocol';
import type { z } from 'zod';
import { Refused } from '../../../../base/refused.ts';
import { pageOf } from '../../../../features/replay/steps.ts';
import { summarize, takesPart } from '../../../../features/table/summary.ts';
import type { Services } from '../../../services.ts';

export interface Caller {
  readonly match: string;
  /** Absent for a caller who has not signed in. */
  readonly player: string | undefined;
}

export async function stepsOf(
  services: Services,
  { match, player }: Caller,
  asked: z.infer<typeof stepsQuery>,
): Promise<ReplaySteps> {
  const summary = await summarize(services, match, player);
  const viewer = viewerIn(asked.viewer);
  mayLook(summary, player, viewer);
  const isOver = summary.status === 'ended';
  const folded = await services.replays.open(match);
  if (folded === undefined) throw new Refused('no-such-match');
  const mayShow = isOver || viewer !== 'spectator' ? () => true : oldEnough(summary, services.now());
  const { from, limit } = asked;
  const isExplained = asked.explain !== undefined;
  return { match, ...(await pageOf(folded, { viewer, from, limit, isNumbered: isOver, isExplained, mayShow })) };
}

function viewerIn(text: string): ReplayViewer {
  if (text === 'all' || text === 'spectator') return text;
  return Number(text.slice('seat:'.length));
}

/** An ended match has no secrets. Until then a player sees only their own side, and others see what spectators see. */
function mayLook(summary: MatchSummary, player: string | undefined, viewer: ReplayViewer): void {
  const { table, seats, status } = summary;
  if (typeof viewer === 'number' && viewer >= seats.length) throw new Refused('no-such-seat', 'viewer');
  if (table.visibility === 'private' && !takesPart(summary, player)) throw new Refused('forbidden');
  if (status === 'ended') return;
  if (viewer === 'spectator' && table.watching === 'off') throw new Refused('watching-off');
  const isOwn = typeof viewer === 'number' && player !== undefined && seats[viewer]?.player === player;
  if (viewer !== 'spectator' && !isOwn) throw new Refused('not-over');
}

/** At a delayed table, spectators learn nothing sooner here. A move may be shown some seconds after it was made. */
function oldEnough({ table }: MatchSummary, now: number): (entry: Entry) => boolean {
  if (table.watching !== 'delayed') return () => true;
  const until = now - (table.watchDelaySeconds + table.reactDelaySeconds) * 1000;
  return ({ at }) => at <= until;
}
