/** Whose temples are whose, asked of the journal: whoever names one that is not theirs opens nothing. */
import type { Journal } from '../../store/journal/journal.ts';
import type { Temple } from '../temples/temple.ts';
import type { Temples } from '../temples/temples.ts';

/** A club may have many; nobody has more. */
export const MOST_OWNED = 100;

interface Owned {
  readonly journal: Journal;
}

export interface Owning extends Owned {
  readonly temples: Temples;
}

/** By id. */
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

/** Whoever leaves for good leaves them to whoever comes; says whether all of it could be written. */
export async function releaseAll(services: Owning, owner: string): Promise<boolean> {
  const released = await Promise.all((await templesOf(services, owner)).map((temple) => temple.release(owner)));
  return released.every(({ kind }) => kind !== 'retry');
}

/** In a rematch of the match for which it counted last a temple counts again, as it did there. */
export async function bindAgain(
  services: Owning,
  player: string,
  next: { readonly match: string; readonly seat: number; readonly of: string },
): Promise<void> {
  for (const temple of await templesOf(services, player)) {
    const { bound, lastMatch, wasOfTable } = await temple.look();
    const isOfTable = bound?.match === next.of ? bound.seat === undefined : wasOfTable === true;
    if (bound?.match !== next.of && (bound !== undefined || lastMatch !== next.of)) continue;
    await temple.bind(player, { match: next.match, ...(!isOfTable && { seat: next.seat }) });
  }
}
