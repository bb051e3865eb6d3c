/** A record, folded as the live match was, from any place on. Keeps places on the way, so that nothing is folded twice. */
import { advance, begin, type Entry, type EntryOf, type Folding, type Position } from '@flower-war/protocol';
import { Slices } from '../../base/slices.ts';
import { type Flush, ViewerProgress } from '../../match/shown/viewerProgress.ts';
import { DamagedRecord } from '../../matches/openMatch.ts';
import { causedBy } from './caused.ts';

/** An entry, and what it showed. */
export interface Frame {
  readonly entry: Entry;
  readonly position: Position;
  readonly events: readonly unknown[];
  /** What this entry caused, also what a hidden window kept back from everybody until later. */
  readonly caused: readonly unknown[];
  /** What everybody had been shown before; of the first entry, the same as after it. */
  readonly before: ViewerProgress;
  readonly shown: ViewerProgress;
  readonly flush: Flush;
}

const KEEP_EVERY = 64;
/** A position holds some kilobytes: of a long record fewer are kept, farther apart. */
const MOST_KEPT = 256;

/** The entries from this one on, a page at a time. */
export type ReadFrom = (seq: number) => AsyncIterable<readonly Entry[]>;

export class Reel {
  readonly folding: Folding;
  private readonly readFrom: ReadFrom;
  /** Every so many entries, from the first on, as far as somebody has looked. */
  private kept: readonly Frame[];
  private every = KEEP_EVERY;

  constructor(folding: Folding, created: EntryOf<'created'>, readFrom: ReadFrom) {
    this.folding = folding;
    this.readFrom = readFrom;
    this.kept = [firstFrame(folding, created)];
  }

  /** How many places are kept. */
  get places(): number {
    return this.kept.length;
  }

  /** The frames from the last place that is kept and `isBefore` what is looked for; the first one, if none is. */
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
    if (first === undefined) throw new Error('a reel has a first frame');
    return first;
  }

  private next({ position: was, shown: before }: Frame, entry: Entry): Frame {
    const outcome = advance(this.folding, was, entry);
    if (!outcome.ok) throw new DamagedRecord(entry.seq + 1, `it cannot follow: ${outcome.reason}`);
    const { position, events } = outcome;
    const caused = causedBy(this.folding.engine, was.state, { state: position.state, events });
    return { entry, position, events, caused, before, ...before.next({ entry, position, events }) };
  }

  private keep(frame: Frame): void {
    if (frame.entry.seq !== this.kept.length * this.every) return;
    this.kept = [...this.kept, frame];
    if (this.kept.length <= MOST_KEPT) return;
    this.kept = this.kept.filter((_, place) => place % 2 === 0);
    this.every *= 2;
  }
}

function firstFrame({ engine }: Folding, created: Extract<Entry, { kind: 'created' }>): Frame {
  const position = begin(created);
  const shown = ViewerProgress.first(engine, position);
  const flush: Flush = { public: true, publicEvents: [], seats: new Map() };
  return { entry: created, position, events: [], caused: [], before: shown, shown, flush };
}
