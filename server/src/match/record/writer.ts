/** The one way to change a match. An entry is judged, applied, appended durably, adopted and shown, in this order. */
import {
  advance,
  type Answer,
  checkFor,
  type Entry,
  type EntryOf,
  type Folding,
  fullness,
  habitAnswer,
  lostIn,
  type MatchResult,
  type NextPosition,
  type Position,
  refusal,
  seal,
  type Sealed,
  sealEnded,
  type Signer,
  TOO_LONG,
} from '@flower-war/protocol';
import type { AnyGame } from '@flower-war/rules';
import { type Committed, DONE, refused, RETRY } from '../../base/refused.ts';
import type { Gap } from '../../base/serverTime.ts';
import type { Index, OutboxRow } from '../../store/journal/journal.ts';
import { least, nextDeadline, openUntil } from './timeouts.ts';
import type { Body } from './entryKinds.ts';
import type { Flush, ViewerProgress } from './viewerProgress.ts';
import type { AcceptedActions } from './acceptedActions.ts';
import { indexOf } from './matchIndex.ts';
import { type End, RecordEnd, type RecordTools, type Writing, type Written } from './recordEnd.ts';

/** What a match is built from. `openMatch` makes it from a stored record. */
export interface OpenedMatch {
  readonly folding: Folding;
  readonly position: Position;
  readonly shown: ViewerProgress;
  readonly tail: End;
  readonly accepted: AcceptedActions;
  readonly index: Index;
  readonly openedAt: number;
  /** The time of the last entry other than a restart, moved on by outages since then. */
  readonly playedAt: number;
  /** The time of the last entry. */
  readonly lastAt: number;
}

export interface WriterTools extends RecordTools {
  /** Signs the end of a record. */
  readonly signer: Signer;
  readonly now: () => number;
  readonly openForMs: number;
  /** How long a running match without a clock may stand still. For ever, if absent. */
  readonly idleForMs?: number;
  /** The notices of an entry for webhooks. `before` is what was shown until now. */
  readonly noticesFor?: (draft: Draft, before: ViewerProgress) => readonly OutboxRow[];
}

export interface Watcher {
  readonly onFlush: (flush: Flush) => void;
  /** Another owner took the match over, so the state shown here is no longer true. */
  readonly onLost: () => void;
  /** A command is done, with any outcome. `dueAt` may have changed. */
  readonly onDone?: () => void;
}

interface OnAppend {
  /** Another server owns the match. It is called before any watcher hears of that. */
  readonly lost: () => void;
  /** The store kept an entry waiting for this long: no player could act meanwhile. */
  readonly late: (gap: Gap) => void;
}

/** A longer wait for the store is given back to the clocks. */
const LATE_AFTER_MS = 1000;

/** Whether the entry is more than the server's coming back. */
export function isPlay(kind: Entry['kind']): boolean {
  return kind !== 'resumed' && kind !== 'restored';
}

export class Writer {
  readonly match: string;
  readonly engine: AnyGame;
  readonly accepted: AcceptedActions;
  readonly watchers = new Set<Watcher>();
  /** The position after the last durable entry. */
  position: Position;
  /** What all viewers have been shown of it. */
  shown: ViewerProgress;
  playedAt: number;
  lastAt: number;
  isLost = false;
  private readonly folding: Folding;
  private readonly tools: WriterTools;
  private readonly record: RecordEnd<Draft>;
  private readonly on: OnAppend;
  /** Since when the outcome of an append is awaited. */
  private waitsSince: number | undefined;
  /** No entry is earlier. */
  private earliest: number;

  constructor(opened: OpenedMatch, tools: WriterTools, on: OnAppend) {
    this.match = opened.position.created.match;
    this.engine = opened.folding.engine;
    this.accepted = opened.accepted;
    this.position = opened.position;
    this.shown = opened.shown;
    this.playedAt = opened.playedAt;
    this.lastAt = opened.lastAt;
    this.earliest = opened.lastAt;
    this.folding = opened.folding;
    this.tools = tools;
    this.record = new RecordEnd(this.match, { ...opened.tail, index: opened.index }, tools);
    this.on = on;
  }

  /** How many entries the record has. */
  get length(): number {
    return this.record.seq;
  }

  get isInDoubt(): boolean {
    return this.record.isInDoubt;
  }

  /** The last quarter of a record is reserved for moves, so that no player can end a match by other entries. */
  get isForMovesAlone(): boolean {
    return fullness(this.record.size) >= 0.75;
  }

  /** Whether the next entry may be written at once. */
  get isSettled(): boolean {
    return !this.isLost && !this.isInDoubt;
  }

  /** Settles an append that failed. Returns whether the last entry is known; nothing is written until it is. */
  async isSure(): Promise<boolean> {
    if (this.isLost) return false;
    const settled = await this.record.settleDoubt();
    this.tellWait();
    if (settled === undefined) return true;
    if (settled.outcome !== 'written') return this.follow(settled.outcome);
    await this.adopt(settled.writing);
    return true;
  }

  /** Judges and writes an entry. */
  async commit(body: Body): Promise<Committed> {
    const draft = this.judge(body);
    return 'reason' in draft ? judged(draft.reason) : this.write(draft);
  }

  /** Judges an entry and computes where it leads. Changes nothing. */
  judge(body: Body): Draft | { readonly reason: string } {
    const entry = { seq: this.length, ...body, at: this.notBefore(body.at) } as Exclude<Entry, { kind: 'ended' }>;
    const outcome = advance(this.folding, this.position, entry);
    if (!outcome.ok) return { reason: outcome.reason };
    const check =
      entry.kind === 'seated' || entry.kind === 'started' ? undefined : checkFor(this.length, outcome.position);
    const checked = check === undefined ? entry : ({ ...entry, check } as typeof entry);
    return this.draft(outcome, entry, seal(this.record.hash, checked));
  }

  /** Appends an entry durably, then adopts the new position, then shows it. */
  async write(draft: Draft): Promise<Committed> {
    this.waitsSince = this.tools.now();
    const outcome = await this.record.append(draft, this.tools.noticesFor?.(draft, this.shown));
    this.tellWait();
    if (outcome === 'written') await this.adopt(draft);
    else this.follow(outcome);
    return outcome === 'written' ? DONE : RETRY;
  }

  async end(result: MatchResult, at: number): Promise<Committed> {
    const body = {
      seq: this.length,
      kind: 'ended' as const,
      at: this.notBefore(at),
      result,
      secret: this.folding.secret,
    };
    const entry: EntryOf<'ended'> = { ...body, key: '', signature: '' };
    const outcome = advance(this.folding, this.position, entry);
    if (!outcome.ok) return refused('match-over');
    return this.write(this.draft(outcome, entry, sealEnded(this.record.hash, body, this.tools.signer)));
  }

  /** Ends a match that is over, or whose record is full. If this fails, the next opening or command tries again. */
  async endIfDue(at: number): Promise<Committed> {
    const { status, result } = this.position;
    if (!this.isEndDue) return DONE;
    return this.end(status === 'over' && result !== undefined ? result : TOO_LONG, at);
  }

  /** The match is over. Its last entry follows at once, unless it could not be written. */
  get isEndDue(): boolean {
    const { status, result } = this.position;
    if (status === 'over') return result !== undefined;
    // No real match comes near this limit. It stops endless play, which would burden every reader of the record.
    return status !== 'ended' && fullness(this.record.size) >= 1;
  }

  reportFailure(error: unknown): void {
    this.tell('a command failed', error);
  }

  /**
   * A command may have waited while lost time was given back. Its entry does not take that back. And a process that stood still
   * does not know for a moment how late it is: meanwhile another process may have written.
   */
  private notBefore(at: number): number {
    return Math.max(at, this.earliest);
  }

  /** Tells of a long wait once it is over. */
  private tellWait(): void {
    if (this.isInDoubt || this.waitsSince === undefined) return;
    const at = this.tools.now();
    const lost = at - this.waitsSince;
    this.waitsSince = undefined;
    if (lost > LATE_AFTER_MS) this.on.late({ at, lost });
  }

  /** Acts on the outcome of an append that did not write. Returns whether the last entry is known. */
  private follow(outcome: Exclude<Written, 'written'>): boolean {
    if (outcome === 'lost') this.lose();
    return outcome === 'not-written';
  }

  /** Shows an entry that is written. Returns a promise only if the match ends with it. */
  private adopt({ entry, position, shown, flush }: Draft): undefined | Promise<unknown> {
    this.accepted.note(entry, { was: this.position, position, before: this.shown, shown });
    this.position = position;
    this.shown = shown;
    this.playedAt = this.playedAfter(entry);
    this.lastAt = Math.max(this.lastAt, entry.at);
    if (lostIn(entry) > 0) this.earliest = entry.at;
    for (const watcher of this.watchers) this.show(watcher, flush);
    return this.isEndDue ? this.endIfDue(entry.at) : undefined;
  }

  /** Shows an entry to a watcher. A watcher that throws does not undo the entry. */
  private show(watcher: Watcher, flush: Flush): void {
    try {
      watcher.onFlush(flush);
    } catch (error) {
      this.tell('a flush failed', error);
    }
  }

  private draft({ position, events }: NextPosition, entry: Entry, sealed: Sealed): Draft {
    const { shown, flush } = this.shown.next({ entry, position, events });
    const { openForMs, idleForMs } = this.tools;
    const habitAt = habitAnswer(this.engine, position) && entry.at;
    const dueAt = least([shown.dueAt, habitAt, nextDeadline(position)]);
    const idleUntil = idleForMs && this.playedAfter(entry) + idleForMs;
    const wake = { at: entry.at, openUntil: openUntil(position.created, openForMs), dueAt, idleUntil };
    return { sealed, entry, position, shown, flush, index: indexOf(this.engine, position, wake) };
  }

  /** The new `playedAt`: outages do not count as idle time. */
  private playedAfter(entry: Entry): number {
    return isPlay(entry.kind) ? entry.at : this.playedAt + lostIn(entry);
  }

  /** Writes nothing more. A command under way may finish. */
  giveUp(): void {
    this.isLost = true;
  }

  /** Tells the watchers that the match goes on elsewhere. */
  tellLost(): void {
    for (const watcher of this.watchers) watcher.onLost();
  }

  private lose(): void {
    this.giveUp();
    this.on.lost();
    this.tools.report('another server owns this match now', { match: this.match, seq: this.length });
    this.tellLost();
  }

  private tell(problem: string, error: unknown): void {
    this.tools.report(problem, { match: this.match, seq: this.length, error });
  }
}

// Entries on their way into the record, and the answers to their askers.

/** An entry that is judged and applied, but not yet written. */
export interface Draft extends Writing {
  readonly entry: Entry;
  readonly position: Position;
  readonly shown: ViewerProgress;
  readonly flush: Flush;
}

/** The answer to the player who asked. `step` is the player's step that showed the outcome. */
export function answerTo(outcome: Committed, step?: number): Answer {
  if (outcome.kind === 'refused') return { kind: 'rejected', ...refusal(outcome.code, outcome.reason) };
  if (outcome.kind === 'retry' || step === undefined) return { kind: 'retry' };
  return outcome.repeated ? { kind: 'accepted', step, repeated: true } : { kind: 'accepted', step };
}

/** The refusal of a word by the record: an agreement, beads, binding or unbinding a temple. */
export function judgedWord({ kind, ...body }: Body, reason: string): Committed {
  if (kind === 'agreement') return refused('cannot-agree', reason);
  if (kind !== 'temple') return judged(reason);
  const isAboutBeads = 'what' in body && body.what !== 'bound' && body.what !== 'unbound';
  return refused(isAboutBeads ? 'beads-refused' : 'no-temple-here', reason);
}

/** The refusal of a move by the rules or the record. */
export function judged(reason: string): Committed {
  return reason === 'bad-notation' ? refused('bad-notation') : refused('illegal-move', reason);
}
