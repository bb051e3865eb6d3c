/**
 * A match: one command at a time, each in the order judge, apply, append durably, adopt, show, answer. Knows no socket,
 * no room and no timer; the time comes in with each command.
 */
import {
  type Action,
  type ActionId,
  type Advanced,
  type Answer,
  advance,
  type Code,
  checkFor,
  type Entry,
  type EntryOf,
  type Folding,
  isFull,
  isSeatFree,
  type MatchResult,
  type Position,
  type Private,
  refusal,
  type Sealed,
  seal,
  sealEnded,
} from '@flower-war/protocol';
import type { AnyGame, Seat } from '@flower-war/rules';
import type { Index } from '../journal/journal.ts';
import { type ActedLog, RESIGN } from './acted.ts';
import { indexOf } from './matchIndex.ts';
import { RecordEnd, type RecordTools, type Writing, type Written } from './recordEnd.ts';
import type { Flush, Shown } from './shown.ts';

/** What a match is opened with; `openMatch` makes it from a stored record. */
export interface Opened {
  readonly folding: Folding;
  readonly position: Position;
  readonly shown: Shown;
  readonly tail: { readonly seq: number; readonly hash: string };
  readonly acted: ActedLog;
  readonly index: Index;
}

export interface MatchTools extends RecordTools {
  /** Signs the end of a record, in hex. */
  readonly signingKey: string;
  readonly openForMs: number;
}

export interface Watcher {
  readonly onFlush: (flush: Flush) => void;
  /** Another owner took the match over: what this one shows is no longer true. */
  readonly onLost: () => void;
}

type Body = DistributiveOmit<Exclude<Entry, { kind: 'ended' | 'created' }>, 'seq' | 'check'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An entry that is judged and applied, but not yet real. */
interface Draft extends Writing {
  readonly entry: Entry;
  readonly position: Position;
  readonly shown: Shown;
  readonly flush: Flush;
}

export type Committed =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: Code; readonly reason?: string }
  | { readonly kind: 'retry' };

const DONE: Committed = { kind: 'done' };
const RETRY: Committed = { kind: 'retry' };

export class Match {
  readonly id: string;
  readonly engine: AnyGame;
  private readonly tools: MatchTools;
  private readonly folding: Folding;
  private shown: Shown;
  private readonly acted: ActedLog;
  private readonly record: RecordEnd<Draft>;
  private readonly watching = new Set<Watcher>();
  private current: Position;
  private queue: Promise<unknown> = Promise.resolve();
  private queued = 0;
  private isLost = false;

  constructor(opened: Opened, tools: MatchTools) {
    this.id = opened.position.created.match;
    this.engine = opened.folding.engine;
    this.tools = tools;
    this.folding = opened.folding;
    this.shown = opened.shown;
    this.acted = opened.acted;
    this.current = opened.position;
    this.record = new RecordEnd(this.id, { ...opened.tail, index: opened.index }, tools);
  }

  get position(): Position {
    return this.current;
  }

  get publicStep(): number {
    return this.shown.step;
  }

  get isBusy(): boolean {
    return this.queued > 0;
  }

  /** How many look at it; a match with nobody may be put to sleep. */
  get watchers(): number {
    return this.watching.size;
  }

  watch(watcher: Watcher): () => void {
    this.watching.add(watcher);
    return () => this.watching.delete(watcher);
  }

  privateOf(seat: number): Private {
    return this.shown.privateOf(seat);
  }

  seatOf(player: string): number | undefined {
    for (const [seat, occupant] of this.current.occupants)
      if (occupant.kind === 'player' && occupant.player === player) return seat;
    return undefined;
  }

  /** A person plays a move. */
  act(seat: number, [id, decision, move]: Action<'act'>, at: number): Promise<Answer> {
    const isStale = () => this.shown.decisionOf(seat) !== decision;
    return this.answer({ seat, id, what: move, isStale, body: { kind: 'move', at, seat, by: 'player', move, id } });
  }

  resign(seat: number, [id]: Action<'resign'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'absence', at, seat, what: 'resigned', id };
    return this.answer({ seat, id, what: RESIGN, isStale: () => false, body });
  }

  /** A bot plays, if it is still asked when its turn in the queue comes. */
  playBot(seat: number, choose: (state: unknown) => unknown, at: number): Promise<Committed> {
    return this.enqueue(async () => {
      const { state, occupants } = this.current;
      if (occupants.get(seat)?.bot === undefined || !this.isAsked(seat)) return DONE;
      const move = this.engine.format(choose(state));
      return this.commit({ kind: 'move', at, seat, by: 'bot', move });
    });
  }

  /** A person or a bot takes a seat, the last free one unless it is named. The match starts when all are taken. */
  sit(who: NewOccupant, seat: number | undefined, at: number): Promise<Committed & { seat?: number }> {
    return this.enqueue(async () => {
      const held = who.by === 'player' ? this.seatOf(who.player) : undefined;
      if (held !== undefined) return { ...DONE, seat: held };
      const chosen = seat ?? this.freeSeat(who.by);
      if (this.current.status !== 'open') return { kind: 'refused', code: 'already-started' };
      if (chosen === undefined) return { kind: 'refused', code: 'match-full' };
      if (chosen >= this.current.created.seats) return { kind: 'refused', code: 'bad-request', reason: 'seat' };
      if (!isSeatFree(this.current, chosen)) return { kind: 'refused', code: 'seat-taken' };
      const sat = await this.commit({ kind: 'seated', at, seat: chosen, ...who });
      return sat.kind === 'done' ? { ...(await this.startIfFull(at)), seat: chosen } : sat;
    });
  }

  /** Gives a seat back before the start. */
  standUp(seat: number, at: number): Promise<Committed> {
    return this.enqueue(() => this.commit({ kind: 'absence', at, seat, what: 'left' }));
  }

  abort(reason: string, at: number): Promise<Committed> {
    return this.enqueue(() => this.end({ result: 'aborted', winners: [], standings: [], reason }, at));
  }

  /** Finishes what a crash interrupted, and notes how long the server was away. */
  resume(lost: number, at: number): Promise<Committed> {
    return this.enqueue(async () => {
      if (this.current.status === 'over') return this.endByRules(at);
      const started = this.current.status === 'open' ? await this.startIfFull(at) : DONE;
      return lost > 0 && this.current.status === 'running' ? this.commit({ kind: 'resumed', at, lost }) : started;
    });
  }

  private async answer(asked: Asked): Promise<Answer> {
    const committed = await this.enqueue(async (): Promise<Committed | Answer> => {
      const before = this.acted.find(asked.seat, asked.id);
      if (before !== undefined)
        return before.what === asked.what
          ? { kind: 'accepted', step: before.step }
          : { kind: 'refused', code: 'id-reused' };
      if (this.current.status === 'open') return { kind: 'refused', code: 'not-started' };
      if (this.current.status !== 'running') return { kind: 'refused', code: 'match-over' };
      if (asked.isStale()) return { kind: 'refused', code: 'stale-decision' };
      return this.commit(asked.body);
    });
    if (committed.kind === 'done')
      return {
        kind: 'accepted',
        step: this.acted.find(asked.seat, asked.id)?.step ?? this.shown.stepOf(asked.seat),
      };
    if (committed.kind !== 'refused') return committed;
    return { kind: 'rejected', ...refusal(committed.code, committed.reason) };
  }

  /** Runs one job after all before it. A throw is a bug: it is reported, and the match stays as it was. */
  private enqueue<T>(job: () => Promise<T>): Promise<T | Committed> {
    this.queued++;
    const run = this.queue.then(async (): Promise<T | Committed> => {
      try {
        return (await this.isReady()) ? await job() : RETRY;
      } catch (error) {
        this.tools.report('a command failed', { match: this.id, seq: this.record.seq, error });
        return { kind: 'refused', code: 'internal' };
      } finally {
        this.queued--;
      }
    });
    this.queue = run;
    return run;
  }

  /** Nothing happens while it is not known what the last entry is. */
  private async isReady(): Promise<boolean> {
    if (this.isLost) return false;
    const settled = await this.record.settleDoubt();
    return settled === undefined || this.isSettled(settled.outcome, settled.writing);
  }

  private async isSettled(outcome: Written, draft: Draft): Promise<boolean> {
    if (outcome === 'written') await this.adopt(draft);
    if (outcome === 'lost') this.lose();
    return outcome === 'written' || outcome === 'not-written';
  }

  /** Judge, apply, append, adopt, show. */
  private async commit(body: Body): Promise<Committed> {
    const draft = this.judge({ seq: this.record.seq, ...body } as Exclude<Entry, { kind: 'ended' }>);
    return 'reason' in draft ? judged(draft.reason) : this.write(draft);
  }

  private async write(draft: Draft): Promise<Committed> {
    const outcome = await this.record.write(draft);
    await this.isSettled(outcome, draft);
    return outcome === 'written' ? DONE : RETRY;
  }

  private judge(entry: Exclude<Entry, { kind: 'ended' }>): Draft | { readonly reason: string } {
    const outcome = advance(this.folding, this.current, entry);
    if (!outcome.ok) return { reason: outcome.reason };
    const check =
      entry.kind === 'seated' || entry.kind === 'started' ? undefined : checkFor(this.record.seq, outcome.position);
    const checked = check === undefined ? entry : ({ ...entry, check } as typeof entry);
    return this.draft(outcome, entry, seal(this.record.hash, checked));
  }

  private draft({ position, events }: Advanced, entry: Entry, sealed: Sealed): Draft {
    const { shown, flush } = this.shown.next(position, events, moverOf(entry));
    return { sealed, entry, position, shown, flush, index: indexOf(this.engine, position, this.wake(entry.at)) };
  }

  private async end(result: MatchResult, at: number): Promise<Committed> {
    const body = { seq: this.record.seq, kind: 'ended' as const, at, result, secret: this.folding.secret };
    const entry: EntryOf<'ended'> = { ...body, key: '', signature: '' };
    const outcome = advance(this.folding, this.current, entry);
    if (!outcome.ok) return { kind: 'refused', code: 'match-over' };
    const sealed = sealEnded(this.record.hash, body, this.tools.signingKey);
    return this.write(this.draft(outcome, entry, sealed));
  }

  /** A failure here leaves the match `over`, and it is ended when it is opened or asked next. */
  private async endByRules(at: number): Promise<Committed> {
    const { result } = this.current;
    return result === undefined ? DONE : this.end(result, at);
  }

  private async adopt({ entry, position, shown, flush }: Draft): Promise<void> {
    this.current = position;
    this.shown = shown;
    this.acted.note(entry, shown);
    for (const watcher of this.watching) this.show(watcher, flush);
    if (position.status === 'over') await this.endByRules(entry.at);
  }

  /** A screen that fails to show an entry does not undo it. */
  private show(watcher: Watcher, flush: Flush): void {
    try {
      watcher.onFlush(flush);
    } catch (error) {
      this.tools.report('a flush failed', { match: this.id, seq: this.record.seq, error });
    }
  }

  /** When the match must be opened although nobody asks. */
  private wake(at: number): { readonly at: number; readonly openUntil: number } {
    return { at, openUntil: this.current.created.at + this.tools.openForMs };
  }

  private lose(): void {
    this.isLost = true;
    this.tools.report('another server owns this match now', { match: this.id, seq: this.record.seq });
    for (const watcher of this.watching) watcher.onLost();
  }

  private async startIfFull(at: number): Promise<Committed> {
    return this.current.status === 'open' && isFull(this.current) ? this.commit({ kind: 'started', at }) : DONE;
  }

  private isAsked(seat: number): boolean {
    const { state, status } = this.current;
    return status === 'running' && this.engine.toMove(state).includes(seat as Seat);
  }

  /** People sit down from the first seat on, bots from the last. */
  private freeSeat(by: NewOccupant['by']): number | undefined {
    const seats = Array.from({ length: this.current.created.seats }, (_, seat) => seat);
    const free = seats.filter((seat) => isSeatFree(this.current, seat));
    return by === 'player' ? free[0] : free.at(-1);
  }
}

export type NewOccupant =
  | { readonly by: 'player'; readonly player: string; readonly contribution: string }
  | { readonly by: 'bot'; readonly bot: string };

interface Asked {
  readonly seat: number;
  readonly id: ActionId;
  readonly what: string;
  readonly isStale: () => boolean;
  readonly body: Body;
}

function moverOf(entry: Entry): number | undefined {
  return 'seat' in entry ? entry.seat : undefined;
}

function judged(reason: string): Committed {
  if (reason === 'bad-notation') return { kind: 'refused', code: 'bad-notation' };
  return { kind: 'refused', code: 'illegal-move', reason };
}
