/** Whether a match fits what a player looks for. */
import { type LobbyFilter, tableSettings } from '@flower-war/protocol';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index } from '../../store/journal/journal.ts';

/** A match as the journal's index has it. */
export interface Posted extends IndexedMatch {
  readonly status: Index['status'];
}

/** Keeps what was made of the texts that came last, because many matches have the same one. */
class LastRead<T> {
  private readonly kept = new Map<string, T>();
  private readonly read: (text: string) => T;

  constructor(read: (text: string) => T) {
    this.read = read;
  }

  of(text: string): T {
    const known = this.kept.get(text);
    if (known !== undefined) return known;
    const made = this.read(text);
    this.kept.set(text, made);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return made;
  }
}

const MOST_KEPT = 256;

/** Table settings that are newer than the match get their defaults. */
const tables = new LastRead((text) => tableSettings.parse(JSON.parse(text)));
const options = new LastRead((text): IndexedMatch['options'] => JSON.parse(text));
/** Several people who come to one match cause the same summary to be read again. */
const summaries = new LastRead((text): IndexedMatch => {
  const match = JSON.parse(text) as IndexedMatch;
  const shared = { table: tables.of(JSON.stringify(match.table)), options: options.of(JSON.stringify(match.options)) };
  return { ...match, ...shared };
});

/** What the index says of a match. Matches with equal settings share them in memory. */
export function postedFrom({ status, summary }: Pick<Index, 'status' | 'summary'>): Posted {
  return { ...summaries.of(summary), status };
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
