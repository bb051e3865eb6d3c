/** Whether a match fits what a player looks for. */
import { createHash } from 'node:crypto';
import { type LobbyFilter, tableSettings } from '@flower-war/protocol';
import { FairShares, type Whose } from '@flower-war/protocol/hosting';
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

/** The players in the seats. */
export function seatedIn({ seats }: Pick<Posted, 'seats'>): readonly string[] {
  return seats.flatMap((holder) => (holder !== null && 'player' in holder ? holder.player : []));
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

// Which lobby room shows which filter. The number of rooms is bounded; addresses get fair shares of it.

const MOST_LOBBIES = 100;
const ALL = canonicalFilter({});

interface Opened {
  readonly id: string;
  /** The room that closes to make space for this one. */
  readonly gone?: string;
}

export class Lobbies {
  private readonly shares = new FairShares<string>(MOST_LOBBIES);
  /** Room ids by the text of the filter. */
  private readonly rooms = new Map<string, string>();
  private opened = 0;

  get ids(): readonly string[] {
    return [...this.rooms.values()];
  }

  /** Undefined if the caller already has a fair share of the rooms. The list of all matches always has a room. */
  roomFor(filter: LobbyFilter, whose: Whose): Opened | undefined {
    const text = canonicalFilter(filter);
    const known = this.rooms.get(text);
    if (known !== undefined) return { id: known };
    const id = this.newId(text);
    const gone = text === ALL ? undefined : this.shares.take(id, whose);
    if (gone === id) return undefined;
    this.rooms.set(text, id);
    if (gone !== undefined) this.close(gone);
    return { id, ...(gone !== undefined && { gone }) };
  }

  close(id: string): void {
    this.shares.release(id);
    for (const [text, room] of this.rooms) if (room === id) this.rooms.delete(text);
  }

  /** A closing room may still hold its id when the next room for the same filter opens, so ids carry a number. */
  private newId(text: string): string {
    this.opened += 1;
    return `lobby-${createHash('sha256').update(text).digest('hex').slice(0, 24)}-${this.opened}`;
  }
}
