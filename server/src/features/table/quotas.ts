/** How many unfinished matches one player may host or play at once. */

import type { Config } from '../../base/config.ts';
import { Refused } from '../../base/refused.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index, Journal } from '../../store/journal/journal.ts';

export interface Quotas {
  readonly config: Config;
  readonly journal: Journal;
}

type Unfinished = IndexedMatch & Pick<Index, 'status'>;

export async function mayHostOneMore(services: Quotas, player: string): Promise<void> {
  const isWaiting = ({ status, host }: Unfinished) => status === 'open' && host === player;
  const waiting = (await unfinishedOf(services, player)).filter(isWaiting);
  if (waiting.length >= services.config.MOST_OPEN_MATCHES) throw new Refused('limit-reached', 'open-matches');
}

/** A match that waits for players counts too: it may start at any moment. */
export async function maySitOnceMore(services: Quotas, player: string, match: string): Promise<void> {
  const others = (await unfinishedOf(services, player)).filter((one) => one.match !== match && sitsAt(one, player));
  if (others.length >= services.config.MOST_SEATS) throw new Refused('limit-reached', 'seats');
}

async function unfinishedOf({ journal }: Quotas, player: string): Promise<readonly Unfinished[]> {
  const indexes = await journal.unfinishedOf(player);
  return indexes.map(({ status, summary }) => ({ ...(JSON.parse(summary) as IndexedMatch), status }));
}

function sitsAt({ seats }: IndexedMatch, player: string): boolean {
  return seats.some((holder) => holder !== null && 'player' in holder && holder.player === player);
}
