/** Whether a match counts for ratings, and each player's place. Ignores entries and fields that it does not know. */

import { Slices } from '../../base/turns.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';

export interface RatedPlace {
  readonly seat: number;
  readonly player: string;
  readonly place: number;
}

export interface Counted {
  readonly game: string;
  readonly preset: string;
  /** When it ended. */
  readonly at: number;
  readonly places: readonly RatedPlace[];
}

/** The fields of an entry that ratings use. Newer programs may have written kinds that are unknown here. */
interface Loose {
  readonly kind?: string;
  readonly at?: number;
  readonly seat?: number;
  readonly player?: string;
  readonly what?: string;
  readonly is?: string;
  readonly from?: object;
}

/** A first check on the index alone, so that most unrated matches need not be read. */
export function mayCount({ table, result, seats }: IndexedMatch): boolean {
  const isOfPeople = seats.every((holder) => holder !== null && 'player' in holder);
  const isDecided = result !== undefined && result.result !== 'aborted';
  return (table.rated ?? true) && isDecided && isOfPeople && seats.length >= 2;
}

/** Judges the match by its record. Undefined if it does not count. Keeps only the entries that ratings use. */
export async function judged(
  index: IndexedMatch,
  pages: AsyncIterable<readonly string[]> | readonly (readonly string[])[],
): Promise<Counted | undefined> {
  if (!mayCount(index)) return undefined;
  const { entries, last } = await telling(pages);
  const places = placesOf(index);
  const isWhole = places.length === index.seats.length;
  const isOneEach = new Set(places.map(({ player }) => player)).size === places.length;
  if (!isWhole || !isOneEach || entries[0]?.from !== undefined || entries.some(isTakenBack)) return undefined;
  if (!stayed(entries, places)) return undefined;
  return { game: index.game, preset: index.preset, at: last?.at ?? index.createdAt, places };
}

async function telling(pages: Parameters<typeof judged>[1]) {
  const slices = new Slices();
  const entries: Loose[] = [];
  let last: Loose | undefined;
  for await (const page of pages)
    for (const line of page) {
      last = JSON.parse(line) as Loose;
      if (last.kind !== undefined && TELLING.includes(last.kind)) entries.push(last);
      if (slices.isOver) await slices.rest();
    }
  return { entries, last };
}

const TELLING: readonly string[] = ['created', 'seated', 'started', 'agreement'];

function placesOf({ seats, result }: IndexedMatch): readonly RatedPlace[] {
  return seats.flatMap((holder, seat) => {
    const standing = result?.standings.find((one) => one.seat === seat);
    if (holder === null || !('player' in holder) || standing === undefined) return [];
    return [{ seat, player: holder.player, place: standing.place }];
  });
}

/** An accepted takeback makes a match casual. */
function isTakenBack({ kind, what, is }: Loose): boolean {
  return kind === 'agreement' && what === 'takeback' && is === 'accepted';
}

/** Whether the players at the end sat there since the start. A bot may have moved for them meanwhile. */
function stayed(entries: readonly Loose[], places: readonly RatedPlace[]): boolean {
  const start = entries.findIndex(({ kind }) => kind === 'started');
  const atStart = new Map<number, string | undefined>();
  for (const { kind, seat, player } of entries.slice(0, start))
    if (kind === 'seated' && seat !== undefined) atStart.set(seat, player);
  const hasChanged = entries.slice(start).some(({ kind }) => kind === 'seated');
  return start >= 0 && !hasChanged && places.every(({ seat, player }) => atStart.get(seat) === player);
}
