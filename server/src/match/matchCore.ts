/**
 * The one way to change a match: one command at a time, each in the order judge, apply, append durably, adopt, show. What the
 * commands are is told in match.ts.
 */
import {
  type Advanced,
  advance,
  checkFor,
  type Entry,
  type EntryOf,
  type Folding,
  fullness,
  lostIn,
  type MatchResult,
  type Position,
  type Sealed,
  seal,
  sealEnded,
  TOO_LONG,
} from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import type { Index, OutboxRow } from '../store/journal/journal.ts';
import { least, nextDeadline } from './due/timeouts.ts';
import type { AcceptedActions } from './record/acceptedActions.ts';
import { type Body, type Committed, DONE, type Draft, judged, RETRY, refused } from './record/draft.ts';
import { indexOf } from './record/matchIndex.ts';
import { type End, RecordEnd, type RecordTools, type Written } from './record/recordEnd.ts';
import type { Flush, PublicTable, ViewerProgress } from './shown/viewerProgress.ts';
import { Waiting } from './waiting.ts';

/** What a match is opened with; `openMatch` makes it from a stored record. */
export interface OpenedMatch {
  readonly folding: Folding;
  readonly position: Position;
  readonly shown: ViewerProgress;
  readonly tail: End;
  readonly acted: AcceptedActions;
  readonly index: Index;
  readonly openedAt: number;
  /** When anything but a restart happened last, and later by the time that was lost since. */
  readonly playedAt: number;
}

export interface MatchTools extends RecordTools {
  /** Signs the end of a record, in hex. */
  readonly signingKey: string;
  readonly openForMs: number;
  /** How long a running match without a clock may stand still; for ever, if absent. */
  readonly idleForMs?: number;
  /** What webhooks are told of an entry; `before` is what was shown until now. */
  readonly noticesFor?: (draft: Draft, before: ViewerProgress) => readonly OutboxRow[];
  /** Whether a temple is there and counts. */
  readonly isTempleFresh?: (temple: string) => boolean;
  /** The bot that takes a seat for which nobody came, and stands in for somebody who is away. */
  readonly usualBot?: string | undefined;
}

export interface Watcher {
  readonly onFlush: (flush: Flush) => void;
  /** Another owner took the match over: what this one shows is no longer true. */
  readonly onLost: () => void;
  /** A command is done, whatever came of it; `dueAt` may be another. */
  readonly onDone?: () => void;
}

/** Whether anything happened at the table but that the server came back. */
export function isPlay(kind: Entry['kind']): boolean {
  return kind !== 'resumed' && kind !== 'restored';
}

/** Commands that wait for one journal entry after the other; a table of six is never so busy. */
const MOST_QUEUED = 1000;

export abstract class MatchCore {
  readonly id: string;
  readonly engine: AnyGame;
  protected readonly tools: MatchTools;
  protected readonly folding: Folding;
  protected shown: ViewerProgress;
  protected readonly acted: AcceptedActions;
  protected readonly record: RecordEnd<Draft>;
  protected readonly waiting = new Waiting();
  protected current: Position;
  protected playedAt: number;
  private readonly watching = new Set<Watcher>();
  private queue: Promise<unknown> = Promise.resolve();
  private queued = 0;
  private isLost = false;

  constructor(opened: OpenedMatch, tools: MatchTools) {
    this.id = opened.position.created.match;
    this.engine = opened.folding.engine;
    this.tools = tools;
    this.folding = opened.folding;
    this.shown = opened.shown;
    this.acted = opened.acted;
    this.current = opened.position;
    this.record = new RecordEnd(this.id, { ...opened.tail, index: opened.index }, tools);
    this.playedAt = opened.playedAt;
  }

  /** Is put to sleep: whoever still waits for an answer asks again. */
  abstract sleep(): void;

  get position(): Position {
    return this.current;
  }

  get publicStep(): number {
    return this.shown.step;
  }

  /** How many entries the record has. */
  get length(): number {
    return this.record.seq;
  }

  /** What everybody was shown; behind the position while a hidden window is open. */
  get table(): PublicTable {
    return this.shown.table;
  }

  /** Whether a command is under way, or waits for its turn. */
  protected get isWorking(): boolean {
    return this.queued > 0;
  }

  /** Whether more waits for its turn than a journal that is merely slow would leave behind. */
  protected get isSwamped(): boolean {
    return this.queued >= MOST_QUEUED;
  }

  /** How many look at it; a match with nobody may be put to sleep. */
  get watchers(): number {
    return this.watching.size;
  }

  watch(watcher: Watcher): () => void {
    this.watching.add(watcher);
    return () => this.watching.delete(watcher);
  }

  protected tellDone(): void {
    for (const { onDone } of this.watching) onDone?.();
  }

  /** Runs one job after all before it. A throw is a bug: it is reported, and the match stays as it was. */
  protected enqueue<T>(job: () => Promise<T>): Promise<T | Committed> {
    this.queued++;
    const run = this.queue.then(async (): Promise<T | Committed> => {
      try {
        return (await this.isReady()) ? await job() : RETRY;
      } catch (error) {
        this.reportFailure(error);
        return refused('internal');
      } finally {
        this.queued--;
        this.waiting.settleShown(this.acted);
        this.tellDone();
      }
    });
    this.queue = run;
    return run;
  }

  /** Nothing happens while it is not known what the last entry is. */
  private async isReady(): Promise<boolean> {
    if (this.isLost) return false;
    const settled = await this.record.settleDoubt();
    const isKnown = settled === undefined || (await this.isSettled(settled.outcome, settled.writing));
    return isKnown && this.caughtUp();
  }

  /** What must be written before anything else; says whether it is. */
  protected abstract caughtUp(): Promise<boolean>;

  private async isSettled(outcome: Written, draft: Draft): Promise<boolean> {
    if (outcome === 'written') await this.adopt(draft);
    if (outcome === 'lost') this.lose();
    return outcome === 'written' || outcome === 'not-written';
  }

  /** Judge, apply, append, adopt, show. */
  protected async commit(body: Body): Promise<Committed> {
    const draft = this.judge({ seq: this.record.seq, ...body } as Exclude<Entry, { kind: 'ended' }>);
    return 'reason' in draft ? judged(draft.reason) : this.write(draft);
  }

  protected async write(draft: Draft): Promise<Committed> {
    const notices = this.tools.noticesFor?.(draft, this.shown) ?? [];
    const outcome = await this.record.write({ ...draft, notices });
    await this.isSettled(outcome, draft);
    return outcome === 'written' ? DONE : RETRY;
  }

  protected judge(entry: Exclude<Entry, { kind: 'ended' }>): Draft | { readonly reason: string } {
    const outcome = advance(this.folding, this.current, entry);
    if (!outcome.ok) return { reason: outcome.reason };
    const check =
      entry.kind === 'seated' || entry.kind === 'started' ? undefined : checkFor(this.record.seq, outcome.position);
    const checked = check === undefined ? entry : ({ ...entry, check } as typeof entry);
    return this.draft(outcome, entry, seal(this.record.hash, checked));
  }

  private draft({ position, events }: Advanced, entry: Entry, sealed: Sealed): Draft {
    const { shown, flush } = this.shown.next({ entry, position, events });
    const { openForMs, idleForMs } = this.tools;
    const dueAt = least([shown.dueAt, nextDeadline(position)]);
    const idleUntil = idleForMs && this.playedAfter(entry) + idleForMs;
    const wake = { at: entry.at, openUntil: position.created.at + openForMs, dueAt, idleUntil };
    return { sealed, entry, position, shown, flush, index: indexOf(this.engine, position, wake) };
  }

  /** Time in which nobody could play is not time in which nobody played. */
  private playedAfter(entry: Entry): number {
    return isPlay(entry.kind) ? entry.at : this.playedAt + lostIn(entry);
  }

  protected async end(result: MatchResult, at: number): Promise<Committed> {
    const body = { seq: this.record.seq, kind: 'ended' as const, at, result, secret: this.folding.secret };
    const entry: EntryOf<'ended'> = { ...body, key: '', signature: '' };
    const outcome = advance(this.folding, this.current, entry);
    if (!outcome.ok) return refused('match-over');
    const sealed = sealEnded(this.record.hash, body, this.tools.signingKey);
    return this.write(this.draft(outcome, entry, sealed));
  }

  /** A failure here leaves the match `over`, and it is ended when it is opened or asked next. */
  protected async endByRules(at: number): Promise<Committed> {
    const { result } = this.current;
    return result === undefined ? DONE : this.end(result, at);
  }

  private async adopt({ entry, position, shown, flush }: Draft): Promise<void> {
    this.acted.note(entry, { before: this.shown, shown });
    this.current = position;
    this.shown = shown;
    this.playedAt = this.playedAfter(entry);
    for (const watcher of this.watching) this.show(watcher, flush);
    if (position.status === 'over') await this.endByRules(entry.at);
    else await this.endIfFull(entry.at);
  }

  /** No real match comes near: people or programs go on for ever, and all who read the record would pay for it. */
  protected async endIfFull(at: number): Promise<Committed> {
    const { status } = this.current;
    const isFull = status !== 'ended' && status !== 'over' && fullness(this.record.size) >= 1;
    return isFull ? this.end(TOO_LONG, at) : DONE;
  }

  /** What the rules do not bound leaves the last quarter of a record to the moves: nobody ends a match by it. */
  protected get isForMovesAlone(): boolean {
    return fullness(this.record.size) >= 0.75;
  }

  /** A screen that fails to show an entry does not undo it. */
  private show(watcher: Watcher, flush: Flush): void {
    try {
      watcher.onFlush(flush);
    } catch (error) {
      this.tools.report('a flush failed', { match: this.id, seq: this.record.seq, error });
    }
  }

  protected reportFailure(error: unknown): void {
    this.tools.report('a command failed', { match: this.id, seq: this.record.seq, error });
  }

  private lose(): void {
    this.isLost = true;
    this.sleep();
    this.tools.report('another server owns this match now', { match: this.id, seq: this.record.seq });
    for (const watcher of this.watching) watcher.onLost();
  }
}
