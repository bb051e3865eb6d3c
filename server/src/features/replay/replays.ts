/** The folded records of the matches that were replayed last. */
import {
  type Entry,
  type EntryOf,
  type Folding,
  type MatchSummary,
  NO_HASH,
  type Position,
  parseLine,
} from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { UnknownRules } from '../../base/hostedGames.ts';
import { Slices } from '../../base/scheduling.ts';
import { type EngineOf, firstShown, nextShown, type ShownEntry } from '../../matches/openMatch.ts';
import { chained, DamagedRecord } from '../../store/data-folder/recordChain.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import type { Journal } from '../../store/journal/journal.ts';

/** Each of them holds some hundreds of positions. */
const MOST_RECORDS = 8;

/** A folded record, and how far the hash chain of its record was checked. */
interface Read {
  readonly folded: FoldedRecord;
  readonly checked: { readonly entries: number; readonly hash: string };
}

const NOTHING: Read['checked'] = { entries: 0, hash: NO_HASH };

export class Replays {
  private readonly journal: Journal;
  private readonly engineOf: EngineOf;
  /** By match, the last used at the end. */
  private readonly records = new Map<string, Read>();

  constructor(journal: Journal, engineOf: EngineOf) {
    this.journal = journal;
    this.engineOf = engineOf;
  }

  /** Undefined if there is no such match. */
  async open(match: string): Promise<FoldedRecord | undefined> {
    const known = this.records.get(match);
    const checked = await this.check(match, known?.checked ?? NOTHING);
    const folded = known?.folded ?? (await this.read(match));
    this.records.delete(match);
    if (folded === undefined) return undefined;
    this.records.set(match, { folded, checked });
    const [oldest] = this.records.keys();
    if (this.records.size > MOST_RECORDS && oldest !== undefined) this.records.delete(oldest);
    return folded;
  }

  /** Checks the hash chain of lines that were not checked before: the disk may have changed them. */
  private async check(match: string, { entries, hash: known }: Read['checked']): Promise<Read['checked']> {
    const slices = new Slices();
    let [seq, hash] = [entries, known];
    for await (const page of pagesOf(this.journal, match, entries))
      for (const line of page) {
        hash = chained(hash, line, seq++);
        if (slices.isOver) await slices.rest();
      }
    return { entries: seq, hash };
  }

  private async read(match: string): Promise<FoldedRecord | undefined> {
    const secrets = await this.journal.secrets(match);
    const [first] = await this.journal.linesOf(match, { from: 0, to: 1 });
    if (secrets === undefined || first === undefined) return undefined;
    const created = entryIn(first, 0);
    if (created.kind !== 'created') throw new DamagedRecord(1, 'a record begins with the entry "created"');
    const { game, rulesVersion } = created;
    const engine = await this.engineOf(game, rulesVersion);
    if (engine === undefined) throw new UnknownRules(game, rulesVersion);
    return new FoldedRecord({ engine, secret: secrets.secret }, created, (seq) => this.entriesFrom(match, seq));
  }

  private async *entriesFrom(match: string, from: number): AsyncGenerator<readonly Entry[]> {
    let seq = from;
    for await (const page of pagesOf(this.journal, match, from)) yield page.map((line) => entryIn(line, seq++));
  }
}

/** Only the first line needs the parser, which fills in defaults. The hash chain vouches for the others. */
function entryIn(line: string, seq: number): Entry {
  if (seq > 0) return JSON.parse(line) as Entry;
  const parsed = parseLine(line);
  if ('problem' in parsed) throw new DamagedRecord(1, parsed.problem);
  return parsed.entry;
}

// A record, folded like the live match, from any place on. It keeps some frames, so that little is folded twice.

/** An entry, what it showed, and the events it caused, including those that a hidden window held back until later. */
export interface Frame extends ShownEntry {
  readonly caused: readonly unknown[];
  /** The entry took moves back: the match stands again as it did at this place. */
  readonly back?: Place;
  /** The places to which it can be taken back from here. */
  readonly earlier: readonly Place[];
}

/** Where a match stood. */
export type Place = Pick<ShownEntry, 'entry' | 'shown'> & { readonly state: unknown };

const KEEP_EVERY = 64;

/** A position holds some kilobytes, so a long record keeps its frames farther apart. */
const MOST_KEPT = 256;

/** Reads the entries from `seq` on, a page at a time. */
type ReadFrom = (seq: number) => AsyncIterable<readonly Entry[]>;

export class FoldedRecord {
  readonly folding: Folding;
  private readonly readFrom: ReadFrom;
  /** One frame every `every` entries, from the first on, as far as the record was folded. */
  private kept: readonly Frame[];
  private every = KEEP_EVERY;

  constructor(folding: Folding, created: EntryOf<'created'>, readFrom: ReadFrom) {
    this.folding = folding;
    this.readFrom = readFrom;
    this.kept = [{ ...firstShown(folding, created), caused: [], earlier: [] }];
  }

  /** How many frames are kept. */
  get places(): number {
    return this.kept.length;
  }

  /** The frames from the last kept one for which `isBefore` holds, else from the first. */
  async *from(isBefore: (frame: Frame) => boolean): AsyncGenerator<Frame> {
    let frame = this.kept.findLast(isBefore) ?? this.first;
    const slices = new Slices();
    yield frame;
    for await (const page of this.readFrom(frame.entry.seq + 1))
      for (const entry of page) {
        frame = this.next(frame, entry);
        this.keep(frame);
        yield frame;
        if (slices.isOver) await slices.rest();
      }
  }

  /** The match as it stood after this entry. */
  async at(seq: number): Promise<Position | undefined> {
    for await (const { entry, position } of this.from((frame) => frame.entry.seq <= seq))
      if (entry.seq === seq) return position;
    return undefined;
  }

  private get first(): Frame {
    const [first] = this.kept;
    if (first === undefined) throw new Error('a record has a first frame');
    return first;
  }

  private next(was: Frame, entry: Entry): Frame {
    const shown = nextShown(this.folding, was, entry);
    const { position, events } = shown;
    const { state } = position;
    const back = entry.kind === 'agreement' ? was.earlier.find((place) => place.state === state) : undefined;
    return {
      ...shown,
      caused: causedBy(this.folding.engine, was.position.state, { state, events }),
      ...(back && { back }),
      earlier: earlierOf(was, position),
    };
  }

  private keep(frame: Frame): void {
    if (frame.entry.seq !== this.kept.length * this.every) return;
    this.kept = [...this.kept, frame];
    if (this.kept.length <= MOST_KEPT) return;
    this.kept = this.kept.filter((_, place) => place % 2 === 0);
    this.every *= 2;
  }
}

/** A place is kept as long as the rules of agreements know the state that it had. */
function earlierOf({ earlier, entry, shown, position: { state } }: Frame, { past, openStep }: Position) {
  if (past.length === 0 && openStep === undefined) return [];
  const places = earlier.some((place) => place.state === state) ? earlier : [...earlier, { entry, shown, state }];
  return places.filter((place) => [...past, openStep].some((step) => step?.before === place.state));
}

interface StateAndEvents {
  /** `undefined` before the start. */
  readonly state: unknown;
  readonly events: readonly unknown[];
}

/**
 * The events that this entry caused. The events after a hidden window begin with those that the window held back;
 * earlier entries caused these, so they are left out.
 */
export function causedBy(engine: AnyGame, was: unknown, { state, events }: StateAndEvents): readonly unknown[] {
  const heldBack = (one: unknown) => (one === undefined ? [] : (engine.windows?.heldBack(one) ?? []));
  const [before, after] = [heldBack(was), heldBack(state)];
  return (after.length > 0 ? after : events).slice(before.length);
}

/** At a delayed table, spectators learn nothing sooner from the record. A move may be shown some seconds after it was made. */
export function oldEnough({ table }: Pick<MatchSummary, 'table'>, now: number): (entry: Entry) => boolean {
  if (table.watching !== 'delayed') return () => true;
  const until = now - (table.watchDelaySeconds + table.reactDelaySeconds) * 1000;
  return ({ at }) => at <= until;
}
