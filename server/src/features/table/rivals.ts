/** Which tables of quick play suit a player's strength: those whose people are near, and others the longer one waits. */
import type { Config } from '../../base/config.ts';
import type { Stores } from '../../store/operations.ts';
import type { Edition } from '../../store/ratings.ts';
import type { Posted } from '../listing/filter.ts';
import { doFit, gapBetween, type Strength, strengthOf, type Wait } from '../ratings/pairing.ts';

interface Rating {
  readonly ratingTable: Pick<Stores['ratings'], 'among'>;
  readonly config: Pick<Config, 'QUICK_FILL_SECONDS'>;
  readonly now: () => number;
}

interface Seeking {
  readonly player: string;
  readonly edition: Edition;
  /** Where the player sits and waits already. */
  readonly own: Posted | undefined;
  /** Who sits at a table, or was told of it. */
  readonly peopleAt: (posted: Posted) => readonly string[];
}

/** The tables that suit, each with how far its people are from the player. */
export async function suiting(
  services: Rating,
  found: readonly Posted[],
  { player, edition, own, peopleAt }: Seeking,
): Promise<ReadonlyMap<Posted, number>> {
  const now = services.now();
  const others = new Map(found.map((posted) => [posted, peopleAt(posted).filter((one) => one !== player)]));
  const strengths = await strengthsOf(services, [player, ...[...others.values()].flat()], edition);
  const strength = (one: string): Strength => strengths.get(one) ?? strengthOf(undefined, now);
  const suited = new Map<Posted, number>();
  for (const [posted, people] of others) {
    const wait = longer(waitAt(services, posted, now), own && waitAt(services, own, now));
    if (people.every((one) => doFit(strength(player), strength(one), wait)))
      suited.set(posted, Math.max(0, ...people.map((one) => gapBetween(strength(player), strength(one)))));
  }
  return suited;
}

/** Where no other player is, the store is not asked. */
async function strengthsOf(
  { ratingTable, now }: Rating,
  players: readonly string[],
  edition: Edition,
): Promise<ReadonlyMap<string, Strength>> {
  const all = [...new Set(players)];
  const rows = all.length === 1 ? [] : await ratingTable.among(all, edition);
  return new Map(rows.map((row) => [row.player, strengthOf(row, now())]));
}

/** Since the first player sat down. A table that waits without end counts from its beginning. */
function waitAt({ config }: Rating, { createdAt, fillsAt, table }: Posted, now: number): Wait {
  const longestMs = 1000 * (table.fillSeconds === 0 ? config.QUICK_FILL_SECONDS : table.fillSeconds);
  return { waitedMs: now - (fillsAt === undefined ? createdAt : fillsAt - longestMs), longestMs };
}

const longer = (one: Wait, other: Wait = one): Wait => (other.waitedMs > one.waitedMs ? other : one);
