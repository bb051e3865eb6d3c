/** A player's own temples, looked up in the journal, so that naming another player's temple opens nothing. */

import type { Owners } from '../../matches/owners.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Temple } from '../temples/temple.ts';
import type { Temples } from '../temples/temples.ts';

/** A club may own many temples, but no more than this. */
export const MOST_OWNED = 100;

interface Owned {
  readonly journal: Journal;
}

export interface Owning extends Owned {
  readonly temples: Temples;
}

export interface Binding extends Owning {
  readonly owners: Owners;
}

/** The ids of the owner's temples. */
export async function idsOf({ journal }: Owned, owner: string): Promise<readonly string[]> {
  return (await journal.temples({ owner, limit: MOST_OWNED })).map(({ temple }) => temple);
}

export async function templesOf(services: Owning, owner: string): Promise<readonly Temple[]> {
  return (await idsOf(services, owner)).map((id) => services.temples.of(id));
}

export async function ownedBy(services: Owning, owner: string, id: string): Promise<Temple | undefined> {
  return (await idsOf(services, owner)).includes(id) ? services.temples.of(id) : undefined;
}

export async function mayOwnOneMore(services: Owned, owner: string): Promise<boolean> {
  return (await idsOf(services, owner)).length < MOST_OWNED;
}

/** Releases the temples of a player who is being deleted. False if a release could not be written. */
export async function releaseAll(services: Owning, owner: string): Promise<boolean> {
  const released = await Promise.all((await templesOf(services, owner)).map((temple) => temple.release(owner)));
  return released.every(({ kind }) => kind !== 'retry');
}

/** Binds a temple to the rematch of the match where it counted last, in the same way: for the seat or the table. */
export async function bindAgain(
  services: Binding,
  player: string,
  next: { readonly match: string; readonly seat: number; readonly of: string },
): Promise<void> {
  for (const temple of await templesOf(services, player)) {
    if ((await services.owners.peerOf('temple', temple.id)) !== undefined) continue; // its owner binds it when asked
    const { bound, lastMatch, wasOfTable } = await temple.look();
    const isOfTable = bound?.match === next.of ? bound.seat === undefined : wasOfTable === true;
    if (bound?.match !== next.of && (bound !== undefined || lastMatch !== next.of)) continue;
    await temple.bind(player, { match: next.match, ...(!isOfTable && { seat: next.seat }) });
  }
}
