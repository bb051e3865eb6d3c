/** Goes through a record entry by entry, with the positions before and after each. */
import type { Entry } from '../entry/entries.ts';
import type { Folding, NextPosition, Position } from '../position/position.ts';
import { advance, begin } from './advance.ts';

export interface FoldedEntry extends NextPosition {
  readonly entry: Entry;
  /** The position before the entry; of the first entry, the one after it. */
  readonly before: Position;
}

/** An entry cannot follow the entries before it. */
export class CannotFollow extends Error {
  readonly entry: Entry;
  readonly reason: string;

  constructor(entry: Entry, reason: string) {
    super(`entry ${entry.seq} cannot follow: ${reason}`);
    this.entry = entry;
    this.reason = reason;
  }
}

/** Folds entries, of which the first is `created`. Throws `CannotFollow`. */
export function* foldRecord(folding: Folding, entries: Iterable<Entry>, step = advance): Generator<FoldedEntry> {
  let before: Position | undefined;
  for (const entry of entries) {
    const folded: FoldedEntry = before === undefined ? first(entry) : followed(folding, { before, entry, step });
    before = folded.position;
    yield folded;
  }
}

function first(entry: Entry): FoldedEntry {
  if (entry.kind !== 'created') throw new CannotFollow(entry, 'a record begins with the entry "created"');
  const position = begin(entry);
  return { entry, before: position, position, events: [] };
}

interface Following {
  readonly before: Position;
  readonly entry: Entry;
  readonly step: typeof advance;
}

function followed(folding: Folding, { before, entry, step }: Following): FoldedEntry {
  const outcome = step(folding, before, entry);
  if (!outcome.ok) throw new CannotFollow(entry, outcome.reason);
  return { entry, before, position: outcome.position, events: outcome.events };
}

/** The position after the last of these entries. Throws `CannotFollow`. */
export function positionAfter(folding: Folding, entries: Iterable<Entry>): Position {
  let position: Position | undefined;
  for (const folded of foldRecord(folding, entries)) position = folded.position;
  if (position === undefined) throw new Error('a record has a first entry');
  return position;
}
