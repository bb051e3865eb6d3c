/** The readers at one table. All readers in the same seat get the same lines, and so do all spectators. */
import type { Refusal, StreamLine } from '@flower-war/protocol';
import type { Flush } from '../../match/shown/viewerProgress.ts';
import { type Sighted, stepLine, tableLine, toldBy, wholeLine } from './lines.ts';
import { lineOf, type Reader } from './reader.ts';

/** A seat, or undefined for the spectators. */
export type Place = number | undefined;

export class Readers {
  /** What the viewer in a place sees now. */
  private readonly look: (place: Place) => Sighted;
  private readonly all = new Set<Reader>();
  /** What the readers in each place have been shown. */
  private readonly shown = new Map<Place, Sighted>();

  constructor(look: (place: Place) => Sighted) {
    this.look = look;
  }

  get list(): readonly Reader[] {
    return [...this.all];
  }

  /** Lets a reader in. One who `hasResumed` has been shown every step; another one gets all that can be seen now. */
  add(reader: Reader, hasResumed: boolean): void {
    const { seat } = reader.auth;
    const now = this.look(seat);
    this.all.add(reader);
    this.shown.set(seat, this.shown.get(seat) ?? now);
    send([reader], hasResumed ? { kind: 'table', table: now.table } : wholeLine(now));
  }

  remove(reader: Reader): void {
    this.all.delete(reader);
    const { seat } = reader.auth;
    if (this.in(seat).length === 0) this.shown.delete(seat);
  }

  /** Shows an entry to the places that it concerns. */
  showStep(flush: Flush): void {
    this.show((was, now, place) => {
      const told = toldBy(flush, place);
      return told && stepLine(was, now, told);
    });
  }

  /** Shows names and presence. */
  showTable(): void {
    this.show((was, now) => tableLine(was.table, now.table));
  }

  tell(line: StreamLine, mayHear: (reader: Reader) => boolean = () => true): void {
    send(this.list.filter(mayHear), line);
  }

  sendAway(why: Refusal, isMeant: (reader: Reader) => boolean = () => true): void {
    for (const reader of this.list.filter(isMeant)) reader.close(why);
  }

  private show(lineFor: (was: Sighted, now: Sighted, place: Place) => StreamLine | undefined): void {
    for (const [place, was] of this.shown) {
      const now = this.look(place);
      const line = lineFor(was, now, place);
      if (line === undefined) continue;
      this.shown.set(place, now);
      send(this.in(place), line);
    }
  }

  private in(place: Place): readonly Reader[] {
    return this.list.filter(({ auth }) => auth.seat === place);
  }
}

/** Writes the line once for all. */
function send(readers: readonly Reader[], line: StreamLine): void {
  const text = lineOf(line);
  for (const reader of readers) reader.write(text);
}
