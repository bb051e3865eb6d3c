/** A record, folded as the live match was, from any place on. Keeps places on the way, so that nothing is folded twice. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { advance, begin, type Entry, type Folding, type Position } from '@flower-war/protocol';
import { DamagedRecord } from '../match/openMatch.ts';
import { type Flush, Shown } from '../match/shown.ts';
import { causedBy } from './caused.ts';

/** An entry, and what it showed. */
export interface Frame {
  readonly entry: Entry;
  readonly position: Position;
  readonly events: readonly unknown[];
  /** What this entry caused, also what a hidden window kept back from everybody until later. */
  readonly caused: readonly unknown[];
  /** What everybody had been shown before; of the first entry, the same as after it. */
  readonly before: Shown;
  readonly shown: Shown;
  readonly flush: Flush;
}

const KEEP_EVERY = 64;
/** Others want to be answered meanwhile. */
const SLICE_MS = 10;

export class Reel {
  readonly folding: Folding;
  private entries: readonly Entry[];
  /** Every so many entries, from the first on, as far as somebody has looked. */
  private readonly kept: Frame[];

  constructor(folding: Folding, entries: readonly Entry[]) {
    const [created] = entries;
    if (created?.kind !== 'created') throw new Error('a record begins with the entry "created"');
    this.folding = folding;
    this.entries = entries;
    this.kept = [firstFrame(folding, created)];
  }

  get last(): Entry {
    return this.entries.at(-1) ?? this.first.entry;
  }

  /** The match went on. */
  extend(entries: readonly Entry[]): void {
    this.entries = entries;
  }

  /** The frames from the last place that is kept and `isBefore` what is looked for; the first one, if none is. */
  async *from(isBefore: (frame: Frame) => boolean): AsyncGenerator<Frame> {
    let frame = this.kept.findLast(isBefore) ?? this.first;
    let since = performance.now();
    yield frame;
    while (frame.entry.seq + 1 < this.entries.length) {
      frame = this.next(frame);
      this.keep(frame);
      yield frame;
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
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

  private next({ entry: { seq }, position: was, shown: before }: Frame): Frame {
    const entry = this.entries[seq + 1];
    const outcome = entry && advance(this.folding, was, entry);
    if (entry === undefined || !outcome?.ok)
      throw new DamagedRecord(seq + 2, `it cannot follow: ${outcome?.ok === false ? outcome.reason : 'none'}`);
    const { position, events } = outcome;
    const caused = causedBy(this.folding.engine, was.state, { state: position.state, events });
    return { entry, position, events, caused, before, ...before.next({ entry, position, events }) };
  }

  private keep(frame: Frame): void {
    if (frame.entry.seq === this.kept.length * KEEP_EVERY) this.kept.push(frame);
  }
}

function firstFrame({ engine }: Folding, created: Extract<Entry, { kind: 'created' }>): Frame {
  const position = begin(created);
  const shown = Shown.first(engine, position);
  const flush: Flush = { public: true, publicEvents: [], seats: new Map() };
  return { entry: created, position, events: [], caused: [], before: shown, shown, flush };
}
