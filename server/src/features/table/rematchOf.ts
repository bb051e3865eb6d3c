/** Finds the rematch of a match. Its id follows from the first match's id, so the store keeps no link. */
import type { MatchSummary } from '@flower-war/protocol';
import { rematchId } from '../../base/ids.ts';
import { keptUntil } from '../../match/due/timeouts.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Journal } from '../../store/journal/journal.ts';

/** Rematches that were given up before the start are skipped, up to this number. */
const MOST_ATTEMPTS = 20;

interface Rematch {
  readonly id: string;
  readonly isThere: boolean;
}

/** The existing rematch, or else the free id of the next one. Undefined if rematches were given up too often. */
export async function findRematch(journal: Pick<Journal, 'index'>, match: string): Promise<Rematch | undefined> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const id = rematchId(match, attempt);
    const found = await journal.index(id);
    if (found === undefined) return { id, isThere: false };
    const { result, rematchOf: of } = JSON.parse(found.index.summary) as IndexedMatch;
    if (of === match && result?.result !== 'aborted') return { id, isThere: true };
  }
  return undefined;
}

export async function rematchOf(journal: Pick<Journal, 'index'>, match: string): Promise<string | undefined> {
  const rematch = await findRematch(journal, match);
  return rematch?.isThere ? rematch.id : undefined;
}

// A rematch keeps its seats for the previous players, moved on by one seat, so that the first player goes last. A tournament says who sits
// where: other players get no seat, and a block between two who met there by its rules keeps neither from the table.

type Holder = IndexedMatch['seats'][number];

export interface Kept {
  /** The player's own seat, also after it is no longer kept. */
  seatOf(player: string): number | undefined;
  /** Whether a seat is still kept for another player. */
  isKeptFrom(player: string | undefined, seat: number, now: number): boolean;
  /** By a tournament: whether all may watch it. Absent for other matches. */
  readonly tournament?: { readonly isPublic: boolean };
}

const NOTHING: Kept = { seatOf: () => undefined, isKeptFrom: () => false };

interface SetTable {
  readonly players: readonly string[];
  readonly isPublic: boolean;
}

export interface Keeping {
  readonly journal: Pick<Journal, 'index'>;
  readonly tournaments: {
    /** Who sits where in a match of a tournament, which is its host. Undefined for any other match. */
    seatsOf(match: string, host: string): Promise<SetTable | undefined>;
  };
}

/** The previous holders, by their seat in the rematch. */
export function rotated(seats: readonly Holder[]): readonly Holder[] {
  return seats.map((_, seat) => seats[(seat + 1) % seats.length] ?? null);
}

export async function keptIn(
  { journal, tournaments }: Keeping,
  { match, host, rematchOf, createdAt }: Pick<MatchSummary, 'match' | 'host' | 'rematchOf' | 'createdAt'>,
): Promise<Kept> {
  const set = await tournaments.seatsOf(match, host);
  if (set !== undefined) return keptBy(set);
  const before = rematchOf === undefined ? undefined : await journal.index(rematchOf);
  if (rematchOf === undefined || before === undefined) return NOTHING;
  const holders = rotated((JSON.parse(before.index.summary) as IndexedMatch).seats);
  const owners = holders.map((holder) => (holder !== null && 'player' in holder ? holder.player : undefined));
  const until = keptUntil({ rematchOf, at: createdAt }) ?? 0;
  return {
    seatOf: (player) => (owners.includes(player) ? owners.indexOf(player) : undefined),
    isKeptFrom: (player, seat, now) => now < until && owners[seat] !== undefined && owners[seat] !== player,
  };
}

function keptBy({ players, isPublic }: SetTable): Kept {
  return {
    seatOf: (player) => (players.includes(player) ? players.indexOf(player) : undefined),
    isKeptFrom: (player, seat) => players[seat] !== player,
    tournament: { isPublic },
  };
}
