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
import type { Append, Index, Journal } from '../journal/journal.ts';
import { indexOf, isSameIndex } from './matchIndex.ts';
import type { Flush, Shown } from './shown.ts';

/** What a match is opened with; `openMatch` makes it from a stored record. */
export interface Opened {
  readonly folding: Folding;
  readonly position: Position;
  readonly shown: Shown;
  readonly tail: { readonly seq: number; readonly hash: string };
  readonly acted: ReadonlyMap<string, Acted>;
  readonly index: Index;
}

/** An action that was accepted; a repeat of it gets the same answer. */
export interface Acted {
  readonly what: string;
  readonly step: number;
}

export interface MatchTools {
  readonly journal: Journal;
  readonly owner: string;
  /** Signs the end of a record, in hex. */
  readonly signingKey: string;
  readonly openForMs: number;
  /** Reports a bug in the rules or a journal that failed; never a seed, a hand or a token. */
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

export interface Watcher {
  readonly onFlush: (flush: Flush) => void;
  /** Another owner took the match over: what this one shows is no longer true. */
  readonly onLost: () => void;
}

type Body = DistributiveOmit<Exclude<Entry, { kind: 'ended' | 'created' }>, 'seq' | 'check'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An entry that is judged and applied, but not yet real. */
interface Draft {
  readonly sealed: Sealed;
  readonly entry: Entry;
  readonly position: Position;
  readonly shown: Shown;
  readonly flush: Flush;
  readonly index: Index;
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
  private readonly acted: Map<string, Acted>;
  private readonly watching = new Set<Watcher>();
  private current: Position;
  private seq: number;
  private hash: string;
  private index: Index;
  private queue: Promise<unknown> = Promise.resolve();
  private queued = 0;
  /** An entry whose append has an unknown outcome: settled before anything else happens. */
  private inDoubt: Draft | undefined;
  private isLost = false;

  constructor(opened: Opened, tools: MatchTools) {
    this.id = opened.position.created.match;
    this.engine = opened.folding.engine;
    this.tools = tools;
    this.folding = opened.folding;
    this.shown = opened.shown;
    this.acted = new Map(opened.acted);
    this.current = opened.position;
    this.seq = opened.tail.seq + 1;
    this.hash = opened.tail.hash;
    this.index = opened.index;
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
    return this.answer({ seat, id, what: 'resign', isStale: () => false, body });
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
      const before = this.acted.get(actedKey(asked.seat, asked.id));
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
        step: this.acted.get(actedKey(asked.seat, asked.id))?.step ?? this.shown.stepOf(asked.seat),
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
        this.tools.report('a command failed', { match: this.id, seq: this.seq, error });
        return { kind: 'refused', code: 'internal' };
      } finally {
        this.queued--;
      }
    });
    this.queue = run;
    return run;
  }

  private async isReady(): Promise<boolean> {
    if (this.isLost) return false;
    if (this.inDoubt === undefined) return true;
    const draft = this.inDoubt;
    const outcome = await this.settle(draft);
    if (outcome === 'written') await this.adopt(draft);
    return outcome === 'written' || outcome === 'not-written';
  }

  /** Judge, apply, append, adopt, show. */
  private async commit(body: Body): Promise<Committed> {
    const draft = this.judge({ seq: this.seq, ...body } as Exclude<Entry, { kind: 'ended' }>);
    if ('reason' in draft) return judged(draft.reason);
    const written = await this.write(draft);
    if (written !== 'written') return RETRY;
    await this.adopt(draft);
    return DONE;
  }

  private judge(entry: Exclude<Entry, { kind: 'ended' }>): Draft | { readonly reason: string } {
    const outcome = advance(this.folding, this.current, entry);
    if (!outcome.ok) return { reason: outcome.reason };
    const check =
      entry.kind === 'seated' || entry.kind === 'started' ? undefined : checkFor(this.seq, outcome.position);
    const checked = check === undefined ? entry : ({ ...entry, check } as typeof entry);
    return this.draft(outcome, entry, seal(this.hash, checked));
  }

  private draft({ position, events }: Advanced, entry: Entry, sealed: Sealed): Draft {
    const { shown, flush } = this.shown.next(position, events, moverOf(entry));
    return { sealed, entry, position, shown, flush, index: indexOf(this.engine, position, this.wake(entry.at)) };
  }

  private async end(result: MatchResult, at: number): Promise<Committed> {
    const body = { seq: this.seq, kind: 'ended' as const, at, result, secret: this.folding.secret };
    const entry: EntryOf<'ended'> = { ...body, key: '', signature: '' };
    const outcome = advance(this.folding, this.current, entry);
    if (!outcome.ok) return { kind: 'refused', code: 'match-over' };
    const sealed = sealEnded(this.hash, body, this.tools.signingKey);
    const draft = this.draft(outcome, entry, sealed);
    if ((await this.write(draft)) !== 'written') return RETRY;
    await this.adopt(draft);
    return DONE;
  }

  /** A failure here leaves the match `over`, and it is ended when it is opened or asked next. */
  private async endByRules(at: number): Promise<Committed> {
    const { result } = this.current;
    return result === undefined ? DONE : this.end(result, at);
  }

  private async write(draft: Draft): Promise<'written' | 'not-written' | 'unknown' | 'lost'> {
    const { sealed, index } = draft;
    const isIndexNew = !isSameIndex(index, this.index);
    const append: Append = {
      ...{ match: this.id, expectedSeq: this.seq, owner: this.tools.owner, line: sealed.line, hash: sealed.hash },
      ...(isIndexNew && { index }),
    };
    try {
      if ((await this.tools.journal.append(append)) === 'appended') return 'written';
    } catch (error) {
      this.tools.report('an append failed', { match: this.id, seq: this.seq, error });
    }
    return this.settle(draft);
  }

  /** Reads the tail to learn what became of an append. */
  private async settle(draft: Draft): Promise<'written' | 'not-written' | 'unknown' | 'lost'> {
    this.inDoubt = draft;
    let tail: Awaited<ReturnType<Journal['tail']>>;
    try {
      tail = await this.tools.journal.tail(this.id);
    } catch (error) {
      this.tools.report('the journal could not be read', { match: this.id, seq: this.seq, error });
      return 'unknown';
    }
    this.inDoubt = undefined;
    if (tail?.hash === draft.sealed.hash && tail.owner === this.tools.owner) return 'written';
    if (tail?.hash === this.hash) return 'not-written';
    this.lose();
    return 'lost';
  }

  private async adopt({ sealed, entry, position, shown, flush, index }: Draft): Promise<void> {
    this.current = position;
    this.shown = shown;
    this.hash = sealed.hash;
    this.seq++;
    this.index = index;
    remember(this.acted, entry, shown);
    for (const watcher of this.watching) this.show(watcher, flush);
    if (position.status === 'over') await this.endByRules(entry.at);
  }

  /** A screen that fails to show an entry does not undo it. */
  private show(watcher: Watcher, flush: Flush): void {
    try {
      watcher.onFlush(flush);
    } catch (error) {
      this.tools.report('a flush failed', { match: this.id, seq: this.seq, error });
    }
  }

  /** When the match must be opened although nobody asks. */
  private wake(at: number): { readonly at: number; readonly openUntil: number } {
    return { at, openUntil: this.current.created.at + this.tools.openForMs };
  }

  private lose(): void {
    this.isLost = true;
    this.tools.report('another server owns this match now', { match: this.id, seq: this.seq });
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

function actedKey(seat: number, id: ActionId): string {
  return `${seat} ${typeof id} ${id}`;
}

function moverOf(entry: Entry): number | undefined {
  return 'seat' in entry ? entry.seat : undefined;
}

/** Notes the action behind an entry, so that a repeat of it, also after a restart, gets the same answer. */
export function remember(acted: Map<string, Acted>, entry: Entry, shown: Shown): void {
  if ((entry.kind !== 'move' && entry.kind !== 'absence') || entry.id === undefined) return;
  const what = entry.kind === 'move' ? entry.move : 'resign';
  acted.set(actedKey(entry.seat, entry.id), { what, step: shown.stepOf(entry.seat) });
}

function judged(reason: string): Committed {
  if (reason === 'bad-notation') return { kind: 'refused', code: 'bad-notation' };
  return { kind: 'refused', code: 'illegal-move', reason };
}
