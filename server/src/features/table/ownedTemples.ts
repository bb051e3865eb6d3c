/** Whose temples are whose, asked of the journal: whoever names one that is not theirs opens nothing. */
import type { House } from '../../doors/services.ts';
import type { Temple } from '../temples/temple.ts';

/** A club may have many; nobody has more. */
export const MOST_OWNED = 100;

type Temples = Pick<House, 'journal' | 'temples'>;

/** By id. */
export async function idsOf({ journal }: Pick<House, 'journal'>, owner: string): Promise<readonly string[]> {
  return (await journal.temples({ owner, limit: MOST_OWNED })).map(({ temple }) => temple);
}

export async function templesOf(house: Temples, owner: string): Promise<readonly Temple[]> {
  return (await idsOf(house, owner)).map((id) => house.temples.of(id));
}

export async function ownedBy(house: Temples, owner: string, id: string): Promise<Temple | undefined> {
  return (await idsOf(house, owner)).includes(id) ? house.temples.of(id) : undefined;
}

export async function mayOwnOneMore(house: Pick<House, 'journal'>, owner: string): Promise<boolean> {
  return (await idsOf(house, owner)).length < MOST_OWNED;
}

/** Whoever leaves for good leaves them to whoever comes; says whether all of it could be written. */
export async function releaseAll(house: Temples, owner: string): Promise<boolean> {
  const released = await Promise.all((await templesOf(house, owner)).map((temple) => temple.release(owner)));
  return released.every(({ kind }) => kind !== 'retry');
}

/** In a rematch of the match for which it counted last a temple counts again, as it did there. */
export async function bindAgain(
  house: Temples,
  player: string,
  next: { readonly match: string; readonly seat: number; readonly of: string },
): Promise<void> {
  for (const temple of await templesOf(house, player)) {
    const { bound, lastMatch, wasOfTable } = await temple.look();
    const isOfTable = bound?.match === next.of ? bound.seat === undefined : wasOfTable === true;
    if (bound?.match !== next.of && (bound !== undefined || lastMatch !== next.of)) continue;
    await temple.bind(player, { match: next.match, ...(!isOfTable && { seat: next.seat }) });
  }
}
