/** The matches of a player, each from that player's side. */
import type { History, historyQuery, PlayedMatch } from '@flower-war/protocol';
import type { z } from 'zod';
import { summaryOf } from '../../../../features/table/summary.ts';
import type { Index } from '../../../../store/journal/journal.ts';
import type { Services } from '../../../services.ts';

interface Whose {
  readonly player: string;
  readonly withPrivate: boolean;
}

export async function historyOf(
  services: Services,
  { player, withPrivate }: Whose,
  { game, before, limit }: z.infer<typeof historyQuery>,
): Promise<History> {
  const asked = { player, withPrivate, limit: limit + 1, ...(game !== undefined && { game }) };
  const found = await services.journal.historyOf({
    ...asked,
    ...(before !== undefined && { before: placeIn(before) }),
  });
  const matches = await Promise.all(found.slice(0, limit).map((index) => playedBy(services, player, index)));
  const last = found.length > limit ? matches.at(-1) : undefined;
  return { matches, ...(last && { next: `${last.createdAt}~${last.match}` }) };
}

function placeIn(before: string): { readonly createdAt: number; readonly match: string } {
  const [createdAt, match = ''] = before.split('~');
  return { createdAt: Number(createdAt), match };
}

async function playedBy(services: Services, player: string, index: Index): Promise<PlayedMatch> {
  const summary = await summaryOf(services, index);
  const seat = summary.seats.findIndex((one) => one.player === player);
  const place = summary.result?.standings.find((standing) => standing.seat === seat)?.place;
  const changes = await services.ratingTable.changesOf(summary.match);
  const change = changes.find((one) => one.player === player);
  const rating = change && { before: Math.round(change.before), after: Math.round(change.after) };
  return { ...summary, seat, ...(place !== undefined && { place }), ...(rating && { rating }) };
}
