/** Whether a match fits what a player looks for. */
import { type LobbyFilter, tableSettings } from '@flower-war/protocol';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index } from '../../store/journal/journal.ts';

/** A match as the journal's index has it. */
export interface Posted extends IndexedMatch {
  readonly status: Index['status'];
}

/** The summaries that were read last: several people who come to one match cause the same to be read again. */
const read = new Map<string, IndexedMatch>();
const MOST_KEPT = 256;

/** What the index says of a match. */
export function postedFrom({ status, summary }: Pick<Index, 'status' | 'summary'>): Posted {
  return { ...(read.get(summary) ?? readAnew(summary)), status };
}

/** Table settings that are newer than the match get their defaults. */
function readAnew(summary: string): IndexedMatch {
  const match = JSON.parse(summary) as IndexedMatch;
  const whole = { ...match, table: tableSettings.parse(match.table) };
  read.set(summary, whole);
  const [oldest] = read.keys();
  if (read.size > MOST_KEPT && oldest !== undefined) read.delete(oldest);
  return whole;
}

const FIELDS = ['game', 'preset', 'length', 'status', 'clock'] as const;

export function fits(filter: LobbyFilter, posted: Posted): boolean {
  if (filter.free !== undefined && freeSeats(posted) < filter.free) return false;
  return FIELDS.every((field) => filter[field] === undefined || filter[field] === fieldOf(posted, field));
}

export function freeSeats({ seats }: Pick<Posted, 'seats'>): number {
  return seats.filter((holder) => holder === null).length;
}

/** The length option, or an empty text if the game has none. */
export function lengthOf({ options }: Pick<Posted, 'options'>): string {
  return typeof options.length === 'string' ? options.length : '';
}

function fieldOf(posted: Posted, field: (typeof FIELDS)[number]): string {
  if (field === 'clock') return posted.table.clock.kind;
  return field === 'length' ? lengthOf(posted) : posted[field];
}

/** The same text for equal filters, in any order of their fields. */
export function canonicalFilter(filter: LobbyFilter): string {
  return JSON.stringify([...FIELDS.map((field) => filter[field] ?? null), filter.free ?? null]);
}
