/** Opens a match by folding its record. This is the only way, after a restart, a sleep or a takeover. */
import {
  advance,
  begin,
  type Entry,
  type EntryOf,
  type Folding,
  lostIn,
  NO_HASH,
  type Position,
  parseLine,
  type RecordSize,
  sizeAfter,
} from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { Slices } from '../base/scheduling.ts';
import { AcceptedActions } from '../match/record/acceptedActions.ts';
import { isPlay, type OpenedMatch } from '../match/record/writer.ts';
import { type Flush, ViewerProgress } from '../match/record/viewerProgress.ts';
import { chained, DamagedRecord } from '../store/data-folder/recordChain.ts';
import type { Stored } from '../store/journal/journal.ts';

export type EngineOf = (game: string, version: number) => Promise<AnyGame | undefined>;

interface Opening {
  /** Called for each entry but the first. */
  readonly tell?: (told: ShownEntry) => void;
  readonly slices?: Slices;
}

/** A match without what its owner alone knows. */
type FoldedMatch = Omit<OpenedMatch, 'openedAt' | 'tail'> & {
  readonly tail: Omit<OpenedMatch['tail'], 'claim'>;
};

/** Folds a record in slices, so that a long one does not block other work. */
export async function openMatch(
  { lines, secrets, index }: Stored,
  engineOf: EngineOf,
  { tell = () => {}, slices = new Slices() }: Opening = {},
): Promise<FoldedMatch> {
  const reading = new Reading();
  const created = reading.next(lines[0] ?? '');
  if (created.kind !== 'created') throw new DamagedRecord(1, 'a record begins with the entry "created"');
  const engine = await engineOf(created.game, created.rulesVersion);
  if (engine === undefined) throw new DamagedRecord(1, `no rules for ${created.game} version ${created.rulesVersion}`);
  const unfolding = new Unfolding({ engine, secret: secrets.secret }, created);
  for (let seq = 1; seq < lines.length; seq++) {
    tell(unfolding.follow(reading.next(lines[seq] ?? '')));
    if (slices.isOver) await slices.rest();
  }
  const { folding, accepted, playedAt, lastAt, last } = unfolding;
  const { position, shown } = last;
  const tail = { size: reading.size, hash: reading.hash };
  return { folding, position, shown, accepted, playedAt, lastAt, tail, index };
}

/** Reads the entries of a record and checks their hash chain. */
class Reading {
  hash = NO_HASH;
  size: RecordSize = { entries: 0, bytes: 0 };

  next(line: string): Entry {
    const seq = this.size.entries;
    const hash = chained(this.hash, line, seq);
    const parsed = parseLine(line);
    if ('problem' in parsed) throw new DamagedRecord(seq + 1, parsed.problem);
    this.hash = hash;
    this.size = sizeAfter(this.size, line);
    return parsed.entry;
  }
}

/** The position that a record has led to so far, and what was shown of it. */
class Unfolding {
  readonly folding: Folding;
  readonly accepted = new AcceptedActions();
  last: ShownEntry;
  /** The time of the last entry other than a restart, moved on by outages since then. */
  playedAt: number;
  lastAt: number;

  constructor(folding: Folding, created: EntryOf<'created'>) {
    this.folding = folding;
    this.last = firstShown(folding, created);
    this.playedAt = created.at;
    this.lastAt = created.at;
  }

  follow(entry: Entry): ShownEntry {
    const next = nextShown(this.folding, this.last, entry);
    this.accepted.note(entry, { ...next, was: this.last.position });
    this.last = next;
    this.lastAt = Math.max(this.lastAt, entry.at);
    this.playedAt = isPlay(entry.kind) ? entry.at : this.playedAt + lostIn(entry);
    return next;
  }
}

// An entry of a record, with what viewers had been shown before and after it.

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
