/** A record, folded like the live match, from any place on. It keeps some frames, so that little is folded twice. */
import type { Entry, EntryOf, Folding, Position } from '@flower-war/protocol';
import { Slices } from '../../base/waiting/slices.ts';
import { firstShown, nextShown, type ShownEntry } from '../../matches/shownEntry.ts';
import { causedBy } from './caused.ts';

/** An entry, what it showed, and the events it caused, including those that a hidden window held back until later. */
export interface Frame extends ShownEntry {
  readonly caused: readonly unknown[];
}

const KEEP_EVERY = 64;
/** A position holds some kilobytes, so a long record keeps its frames farther apart. */
const MOST_KEPT = 256;

/** Reads the entries from `seq` on, a page at a time. */
export type ReadFrom = (seq: number) => AsyncIterable<readonly Entry[]>;

export class FoldedRecord {
  readonly folding: Folding;
  private readonly readFrom: ReadFrom;
  /** One frame every `every` entries, from the first on, as far as the record was folded. */
  private kept: readonly Frame[];
  private every = KEEP_EVERY;

  constructor(folding: Folding, created: EntryOf<'created'>, readFrom: ReadFrom) {
    this.folding = folding;
    this.readFrom = readFrom;
    this.kept = [{ ...firstShown(folding, created), caused: [] }];
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
    return {
      ...shown,
      caused: causedBy(this.folding.engine, was.position.state, { state: shown.position.state, events: shown.events }),
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
