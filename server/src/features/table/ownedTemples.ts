/** A player's own temples, looked up in the journal, so that naming another player's temple opens nothing. */

import { type Committed, RETRY, Refused } from '../../base/refused.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { TempleHomes } from '../temples/homes/templeHomes.ts';
import type { Temple } from '../temples/temple.ts';
import type { Temples } from '../temples/temples.ts';

/** A club may own many temples, but no more than this. */
export const MOST_OWNED = 100;

interface Owned {
  readonly journal: Journal;
}

export interface Owning extends Owned {
  readonly temples: Temples;
  readonly homes: Pick<TempleHomes, 'at' | 'bring' | 'look'>;
}

/** The ids of the owner's temples. */
export async function idsOf({ journal }: Owned, owner: string): Promise<readonly string[]> {
  return (await journal.temples({ owner, limit: MOST_OWNED })).map(({ temple }) => temple);
}

export async function ownedBy(
  services: Owned & Pick<Owning, 'temples'>,
  owner: string,
  id: string,
): Promise<Temple | undefined> {
  return (await idsOf(services, owner)).includes(id) ? services.temples.of(id) : undefined;
}

export async function mayOwnOneMore(services: Owned, owner: string): Promise<boolean> {
  return (await idsOf(services, owner)).length < MOST_OWNED;
}

/** Releases the temples of a player who is being deleted. False if a release could not be written. */
export async function releaseAll(services: Owning, owner: string): Promise<boolean> {
  const released = await Promise.all((await idsOf(services, owner)).map((temple) => release(services, temple, owner)));
  return released.every(({ kind }) => kind !== 'retry');
}

async function release({ homes, temples }: Owning, temple: string, player: string): Promise<Committed> {
  const here = () => temples.of(temple).release(player);
  return homes.at(temple, here, { kind: 'release', temple, player }).catch((error: unknown) => {
    if (error instanceof Refused) return RETRY; // its process does not answer now
    throw error;
  });
}

/** Binds a temple to the rematch of the match where it counted last, in the same way: for the seat or the table. */
export async function bindAgain(
  services: Owning,
  player: string,
  next: { readonly match: string; readonly seat: number; readonly of: string },
): Promise<void> {
  for (const temple of await idsOf(services, player)) {
    const { bound, lastMatch, wasOfTable } = await services.homes.look(temple);
    const isOfTable = bound?.match === next.of ? bound.seat === undefined : wasOfTable === true;
    if (bound?.match !== next.of && (bound !== undefined || lastMatch !== next.of)) continue;
    const wanted = { match: next.match, ...(!isOfTable && { seat: next.seat }) };
    if (await mayBring(services, temple)) await services.temples.of(temple).bind(player, wanted);
  }
}

/** The player is seated already, so that a temple that cannot come now must not refuse anything. */
async function mayBring({ homes }: Owning, temple: string): Promise<boolean> {
  return homes.bring(temple).catch((error: unknown) => {
    if (error instanceof Refused) return false;
    throw error;
  });
}
