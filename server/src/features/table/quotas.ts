/**
 * How many unfinished matches one player may host or play at once. What a player begins is done one after another, so that
 * requests that come together do not all find room, and so that a player who is deleted begins nothing more.
 */

import type { Config } from '../../base/config.ts';
import { Refused } from '../../base/refused.ts';
import type { Turns } from '../../base/turns.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index, Journal } from '../../store/journal/journal.ts';
import type { People } from '../people/people.ts';

export interface Quotas {
  readonly config: Config;
  readonly journal: Journal;
  readonly people: People;
  readonly turns: Turns;
}

/** Takes turns with all else that the player begins, or that deletes the player. */
export function inTurnOf<T>({ turns }: Pick<Quotas, 'turns'>, player: string, job: () => Promise<T>): Promise<T> {
  return turns.run(`player ${player}`, job);
}

/** Runs the job if the player may host one more match. */
export function hostOneMore<T>(services: Quotas, player: string, job: () => Promise<T>): Promise<T> {
  return inTurnOf(services, player, async () => {
    await mustBeKnown(services, player);
    await mayHostOneMore(services, player);
    return job();
  });
}

/** Runs the job if the player may sit at one more match. */
export function sitOnceMore<T>(
  services: Quotas,
  { player, match }: { readonly player: string; readonly match: string },
  job: () => Promise<T>,
): Promise<T> {
  return inTurnOf(services, player, async () => {
    await mustBeKnown(services, player);
    await maySitOnceMore(services, player, match);
    return job();
  });
}

/** The player may have been deleted since the request came. */
export async function mustBeKnown({ people }: Pick<Quotas, 'people'>, player: string): Promise<void> {
  if (!(await people.isKnown(player))) throw new Refused('unauthorized');
}

type Unfinished = IndexedMatch & Pick<Index, 'status'>;

async function mayHostOneMore(services: Quotas, player: string): Promise<void> {
  const isWaiting = ({ status, host }: Unfinished) => status === 'open' && host === player;
  const waiting = (await unfinishedOf(services, player)).filter(isWaiting);
  if (waiting.length >= services.config.MOST_OPEN_MATCHES) throw new Refused('limit-reached', 'open-matches');
}

/** A match that waits for players counts too: it may start at any moment. */
async function maySitOnceMore(services: Quotas, player: string, match: string): Promise<void> {
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
