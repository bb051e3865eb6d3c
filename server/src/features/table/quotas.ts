/** How much one player may have going on at once. */

import { Refused } from '../../base/refused.ts';
import type { House } from '../../doors/services.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index } from '../../store/journal/journal.ts';

type Unfinished = IndexedMatch & Pick<Index, 'status'>;

export async function mayHostOneMore(house: House, player: string): Promise<void> {
  const isWaiting = ({ status, host }: Unfinished) => status === 'open' && host === player;
  const waiting = (await unfinishedOf(house, player)).filter(isWaiting);
  if (waiting.length >= house.config.MOST_OPEN_MATCHES) throw new Refused('limit-reached', 'open-matches');
}

/** A match that waits for people counts: it may start at any moment. */
export async function maySitOnceMore(house: House, player: string, match: string): Promise<void> {
  const others = (await unfinishedOf(house, player)).filter((one) => one.match !== match && sitsAt(one, player));
  if (others.length >= house.config.MOST_SEATS) throw new Refused('limit-reached', 'seats');
}

async function unfinishedOf({ journal }: House, player: string): Promise<readonly Unfinished[]> {
  const indexes = await journal.unfinishedOf(player);
  return indexes.map(({ status, summary }) => ({ ...(JSON.parse(summary) as IndexedMatch), status }));
}

function sitsAt({ seats }: IndexedMatch, player: string): boolean {
  return seats.some((holder) => holder !== null && 'player' in holder && holder.player === player);
}
