/** The readers at one table. All readers in the same seat get the same lines, and so do all spectators. */
import type { ServerResponse } from 'node:http';
import type { Refusal, StreamLine, StreamLineOf, StreamTable } from '@flower-war/protocol';
import { deepEqual } from '@flower-war/rules';
import type { FoldedRecord, Frame } from '../../features/replay/replays.ts';
import { missedSteps } from '../../features/replay/missedSteps.ts';
import type { Visitor } from '../../features/table/presence.ts';
import type { Flush, Own } from '../../match/record/viewerProgress.ts';

/** A seat, or undefined for the spectators. */
export type ViewerSeat = number | undefined;

/** Tells what the viewer in a place sees now. */
type Look = (place: ViewerSeat) => Sighted;

export class Readers {
  private readonly all = new Set<Reader>();
  /** What the readers in each place have been shown. */
  private readonly shown = new Map<ViewerSeat, Sighted>();

  get list(): readonly Reader[] {
    return [...this.all];
  }

  /** Lets a reader in. One who `hasResumed` has been shown every step; another one gets all that can be seen now. */
  add(reader: Reader, now: Sighted, hasResumed: boolean): void {
    const { seat } = reader.auth;
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
  showStep(flush: Flush, look: Look): void {
    this.show(look, (was, now, place) => {
      const told = toldBy(flush, place);
      return told && stepLine(was, now, told);
    });
  }

  /** Shows names and presence. */
  showTable(look: Look): void {
    this.show(look, (was, now) => tableLine(was.table, now.table));
  }

  tell(line: StreamLine, mayHear: (reader: Reader) => boolean = () => true): void {
    send(this.list.filter(mayHear), line);
  }

  sendAway(why: Refusal, isMeant: (reader: Reader) => boolean = () => true): void {
    for (const reader of this.list.filter(isMeant)) reader.close(why);
  }

  private show(look: Look, lineFor: (was: Sighted, now: Sighted, place: ViewerSeat) => StreamLine | undefined): void {
    for (const [place, was] of this.shown) {
      const now = look(place);
      const line = lineFor(was, now, place);
      if (line === undefined) continue;
      this.shown.set(place, now);
      send(this.in(place), line);
    }
  }

  private in(place: ViewerSeat): readonly Reader[] {
    return this.list.filter(({ auth }) => auth.seat === place);
  }
}

/** Writes the line once for all. */
function send(readers: readonly Reader[], line: StreamLine): void {
  const text = lineOf(line);
  for (const reader of readers) reader.write(text);
}

// One reader of a stream: an HTTP answer that goes on until one end closes it.

/** A reader may leave this many heartbeats without an answer, as a socket may leave pings. */
const MOST_UNANSWERED = 2;

/** This many bytes may wait for a reader who does not read. The reader is then cut off, and resumes. */
const MOST_WAITING_BYTES = 1024 * 1024;

interface Beating {
  readonly heartbeatMs: number;
  /** Called when the player has answered no heartbeat for too long. */
  readonly onSilent: () => void;
  /** Called when the reader is sent away, which it may leave unread for long. */
  readonly onClosing: () => void;
}

export class Reader {
  readonly auth: Visitor;
  /** The address from which the reader reads. */
  address = '';
  /** The last step that the reader has seen, if it resumes. */
  readonly from: number | undefined;
  private readonly response: ServerResponse;
  private heartbeat: NodeJS.Timeout | undefined;
  /** Whether bytes waited at the last heartbeat. */
  private isLate = false;
  /** The heartbeats since the last sign of life. */
  private unanswered = 0;
  private isSilent = false;
  private onClosing = () => {};

  constructor(response: ServerResponse, auth: Visitor, from: number | undefined) {
    this.response = response;
    this.auth = auth;
    this.from = from;
  }

  /** Whether more lines can follow. */
  get isOpen(): boolean {
    return !this.response.destroyed && !this.response.writableEnded;
  }

  /**
   * Whether the player shows signs of life. Only answers tell: what is written to a connection without a cable waits in
   * the system, or in a proxy, and looks as if it had been read.
   */
  get isHere(): boolean {
    return !this.isSilent;
  }

  /** Takes a sign of life. Returns whether the reader was silent before. */
  hear(): boolean {
    const wasSilent = this.isSilent;
    this.unanswered = 0;
    this.isSilent = false;
    return wasSilent;
  }

  /** Resolves when the stream has ended, at either end. */
  get gone(): Promise<void> {
    return new Promise((resolve) => {
      if (this.response.closed || this.response.destroyed) resolve();
      else this.response.once('close', resolve);
    });
  }

  /** Begins the answer. The heartbeat keeps its pace in all events at the table, so that its times tell nothing. */
  open({ heartbeatMs, onSilent, onClosing }: Beating): void {
    this.response.flushHeaders();
    this.onClosing = onClosing;
    this.heartbeat = setInterval(() => this.beat(onSilent), heartbeatMs);
    void this.gone.then(() => clearInterval(this.heartbeat));
  }

  /** Writes whole lines. */
  write(text: string): void {
    if (!this.isOpen) return;
    if (this.response.writableLength > MOST_WAITING_BYTES) this.cut();
    else this.response.write(text);
  }

  /** Ends the stream with a line that says why. The heartbeat goes on, and cuts off a reader who does not take it. */
  close(why: Refusal): void {
    if (!this.isOpen) return;
    this.response.end(lineOf({ kind: 'closed', ...why }));
    this.onClosing();
  }

  /** Ends the stream at once. */
  cut(): void {
    this.response.destroy();
  }

  /** Cuts off a reader who has taken nothing since the last heartbeat. */
  private beat(onSilent: () => void): void {
    const isWaiting = this.response.writableLength > 0;
    if (isWaiting && this.isLate) return this.cut();
    this.isLate = isWaiting;
    if (this.isHere) this.count(onSilent);
    this.write(HEARTBEAT);
  }

  private count(onSilent: () => void): void {
    if (this.unanswered++ < MOST_UNANSWERED) return;
    this.isSilent = true;
    onSilent();
  }
}

export function lineOf(line: StreamLine): string {
  return `${JSON.stringify(line)}\n`;
}

const HEARTBEAT = lineOf({ kind: 'heartbeat' });

// The lines of the steps that a reader has missed. The table may go on meanwhile, so reading takes several turns.

/** A reader who has missed more sees the whole state anew. */
const MOST_STEPS = 200;
/** A reader who cannot catch up with the table sees the whole state anew. */
const MOST_TURNS = 5;

interface Recalling {
  readonly open: () => Promise<FoldedRecord | undefined>;
  /** What the reader saw at a frame. */
  readonly sightAt: (frame: Frame) => Sighted;
}

export class CatchingUp {
  /** The lines so far. */
  text = '';
  /** The last step of the lines. Undefined for a reader who sees the whole state anew. */
  private step: number | undefined;
  private readonly seat: number | undefined;
  private readonly recalling: Recalling;
  private steps = 0;
  private turns = 0;

  constructor({ from, auth }: Reader, recalling: Recalling) {
    this.step = from;
    this.seat = auth.seat;
    this.recalling = recalling;
  }

  /** Whether the lines say all up to here. */
  get isTold(): boolean {
    return this.step !== undefined;
  }

  /** Whether the reader can go on with the table, which is at this step. */
  hasReached(step: number): boolean {
    return this.step === undefined || this.step === step;
  }

  async readOn(until: number): Promise<void> {
    const { step: from = 0, seat } = this;
    const folded = ++this.turns > MOST_TURNS ? undefined : await this.recalling.open();
    const away = { viewer: seat ?? ('spectator' as const), from, until, most: MOST_STEPS - this.steps };
    const frames = folded && (await missedSteps(folded, away));
    if (frames === undefined) this.step = undefined;
    else this.add(frames, until);
  }

  private add(frames: readonly Frame[], until: number): void {
    const sights = frames.map(this.recalling.sightAt);
    for (const [i, frame] of frames.entries()) {
      const [was, now] = [sights[i - 1], sights[i]];
      const told = toldBy(frame.flush, this.seat);
      if (was !== undefined && now !== undefined && told !== undefined) this.text += lineOf(stepLine(was, now, told));
    }
    this.steps += frames.length - 1;
    this.step = until;
  }
}

// The lines of a stream: what a viewer sees now, and what changed since the line before.

type Fields = Readonly<Record<string, unknown>>;
type Events = StreamLineOf<'step'>['events'];
type Question = Pick<StreamLineOf<'step'>, 'legal' | 'decision' | 'awaited' | 'until' | 'asks' | 'habits' | 'undo'>;

/** What one viewer sees: a seat, with its private part, or the spectators. */
export interface Sighted {
  readonly step: number;
  readonly table: StreamTable;
  /** The view of the public and the private part together. */
  readonly view: Fields;
  readonly own: Own | undefined;
}

/** What a change told this viewer. */
interface ViewerNews {
  readonly events: readonly unknown[];
  /** Whether the viewer's private part is new. */
  readonly isAsked: boolean;
}

/** What an entry told the viewer in this seat, or the spectators. Undefined if nothing. */
function toldBy({ public: isPublic, publicEvents, seats }: Flush, seat: number | undefined): ViewerNews | undefined {
  const own = seat === undefined ? undefined : seats.get(seat);
  if (own === undefined && !isPublic) return undefined;
  return { events: own?.events ?? publicEvents, isAsked: own !== undefined };
}

function wholeLine({ step, table, view, own }: Sighted): StreamLineOf<'state'> {
  return {
    kind: 'state',
    step,
    ...(own && { seat: own.private.seat }),
    table,
    view: { ...view },
    ...questionOf({ table, own }),
  };
}

function stepLine(was: Sighted, now: Sighted, { events, isAsked }: ViewerNews): StreamLineOf<'step'> {
  const gone = Object.keys(was.view).filter((field) => !Object.hasOwn(now.view, field));
  return {
    kind: 'step',
    from: was.step,
    step: now.step,
    table: changed(was.table, now.table),
    view: changed(was.view, now.view),
    ...(gone.length > 0 && { gone }),
    events: [...events] as Events,
    ...((isAsked || isPaused(was) !== isPaused(now)) && questionOf(now)),
  };
}

/** Undefined if the table looks the same. */
function tableLine(was: StreamTable, now: StreamTable): StreamLineOf<'table'> | undefined {
  const table = changed(was, now);
  return Object.keys(table).length === 0 ? undefined : { kind: 'table', table };
}

const isPaused = ({ table }: Pick<Sighted, 'table'>): boolean => table.pausedUntil !== 0;

/** A pause leaves the question open, but the match does not wait for an answer, and takes none. */
function questionOf({ table, own }: Pick<Sighted, 'table' | 'own'>): Question {
  if (own === undefined) return {};
  const { legal, decision, until, asks, habits, undo } = own.private;
  return {
    legal: [...legal],
    ...(decision !== undefined && { decision }),
    ...(own.isAwaited && !isPaused({ table }) && { awaited: true }),
    ...(until !== undefined && { until }),
    ...(asks !== undefined && { asks }),
    ...(habits !== undefined && { habits: [...habits] }),
    ...(undo && { undo }),
  };
}

/** The fields of `now` that differ. */
function changed<T extends object>(was: T, now: T): Partial<T> {
  const fields = Object.entries(now).filter(([field, value]) => !deepEqual(value, (was as Fields)[field]));
  return Object.fromEntries(fields) as Partial<T>;
}
