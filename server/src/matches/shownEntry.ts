/** An entry of a record, with what viewers had been shown before and after it. */
import { advance, begin, type Entry, type EntryOf, type Folding, type Position } from '@flower-war/protocol';
import { type Flush, ViewerProgress } from '../match/shown/viewerProgress.ts';
import { DamagedRecord } from '../store/data-folder/recordChain.ts';

export interface ShownEntry {
  readonly entry: Entry;
  readonly position: Position;
  readonly events: readonly unknown[];
  /** What all viewers had been shown before. For the first entry it is the same as after. */
  readonly before: ViewerProgress;
  readonly shown: ViewerProgress;
  readonly flush: Flush;
}

export function firstShown({ engine }: Folding, created: EntryOf<'created'>): ShownEntry {
  const position = begin(created);
  const shown = ViewerProgress.first(engine, position);
  const flush: Flush = { public: true, publicEvents: [], seats: new Map() };
  return { entry: created, position, events: [], before: shown, shown, flush };
}

export function nextShown(folding: Folding, was: ShownEntry, entry: Entry): ShownEntry {
  const outcome = advance(folding, was.position, entry);
  if (!outcome.ok) throw new DamagedRecord(entry.seq + 1, `${entry.kind} cannot follow: ${outcome.reason}`);
  const { position, events } = outcome;
  const { shown, flush } = was.shown.next({ entry, position, events });
  return { entry, position, events, before: was.shown, shown, flush };
}
