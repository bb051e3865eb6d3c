/** The match for which a temple counts: opened when it is needed, kept in step with the journal of the temple. */
import { type BeadAccount, type BoundTemple, largerAccount } from '@flower-war/protocol';
import { type Committed, DONE, RETRY } from '../../base/refused.ts';
import type { Binding } from '../../match/beadReports.ts';
import type { Match } from '../../match/match.ts';
import type { Matches } from '../../matches/matches.ts';
import { DamagedRecord } from '../../store/data-folder/recordChain.ts';
import { Elsewhere, type Peer } from '../../store/ownership/processes.ts';
import type { TempleStream } from './templeJournal.ts';

export interface BoundMatchTools {
  readonly matches: Pick<Matches, 'open' | 'release'>;
  readonly now: () => number;
  /** The place of temples that count for no match. Without it, this process keeps them. */
  readonly hall?: HallPlace;
  /** The temple belongs to this process. Called at the beginning of each job. */
  readonly onHere?: () => void;
  /** The temple left this process. It counts for a match of that one. */
  readonly onLeft?: (temple: string, to: Peer | undefined) => Promise<void>;
  /** The match has answered what it had to answer later. */
  readonly onSettled?: (match: Match | undefined) => void;
}

export interface HallPlace {
  readonly isHere: boolean;
  /** Throws `Elsewhere` if it is with another process. */
  readonly mustBeHere: () => Promise<void>;
}

export interface Coming {
  /** The job binds the temple to a match of this process, so that the temple need not belong here yet. */
  readonly isComing?: boolean;
}

/** A match answers later, when a move is shown. Meanwhile all else that is asked of the temple goes on. */
export interface Waits {
  readonly kind: 'waits';
  readonly until: Promise<Committed>;
}

type Asking = (onLater: () => void) => Promise<Committed>;
type Settling = (answer: Committed) => Promise<Committed>;

interface KnownMatch {
  readonly match: string;
  readonly counted?: BeadAccount;
  /** The match can never be opened. The temple stays bound until the server starts again, or its owner takes it out. */
  readonly isDamaged?: true;
}

export class BoundMatch {
  private readonly stream: TempleStream;
  private readonly tools: BoundMatchTools;
  /** What is known of the match to which the temple was bound last. Another process may have ended that binding. */
  private last: KnownMatch | undefined;
  /** What the match answers later about the binding, and settles then. */
  private later: Promise<Committed> | undefined;
  /** The matches that the current job has opened. */
  private readonly opened: string[] = [];

  constructor(stream: TempleStream, tools: BoundMatchTools) {
    this.stream = stream;
    this.tools = tools;
  }

  /** What is known of the match for which the temple counts now. */
  private get known(): KnownMatch | undefined {
    return this.last?.match === this.stream.state.bound?.match ? this.last : undefined;
  }

  /** The account of the temple in the match, as the table shows it. */
  private get counted(): BeadAccount | undefined {
    return this.known?.counted;
  }

  private get isDamaged(): boolean {
    return this.known?.isDamaged === true;
  }

  /** The account of the temple, in its match or outside of one. */
  get account(): BeadAccount {
    return this.counted ?? this.stream.state.account;
  }

  /** The temple is bound, and the account in its match is not known yet. */
  get isUnread(): boolean {
    return this.stream.state.bound !== undefined && this.counted === undefined;
  }

  /** The end of what the match does later, with any outcome. Until then no other change of its match or owner begins. */
  get waiting(): Waits | undefined {
    const isOver = () => DONE;
    return this.later && { kind: 'waits', until: this.later.then(isOver, isOver) };
  }

  /** Runs one job after all before it, and releases the matches that the job opened. */
  run<T>(job: () => Promise<T>, { isComing = false }: Coming = {}): Promise<T> {
    return this.stream.run(async () => {
      try {
        if (!isComing && this.stream.state.bound === undefined) await this.tools.hall?.mustBeHere();
        this.tools.onHere?.();
        return await job();
      } catch (error) {
        if (error instanceof Elsewhere) await this.leaveTo(this.stream.state.bound && error.peer);
        throw error;
      } finally {
        for (const id of this.opened.splice(0)) await this.tools.matches.release(id);
        if (this.isAstray) await this.leaveTo(undefined);
      }
    });
  }

  /** Nothing is under way in it any more, and any process may own it now. */
  giveUp(): Promise<void> {
    return this.stream.run(() => this.leaveTo(undefined));
  }

  /** To be called in a job. A temple that this process does not own is as if it were unknown. */
  async leaveTo(peer: Peer | undefined): Promise<void> {
    this.last = undefined;
    await this.stream.release();
    await this.tools.onLeft?.(this.id, peer);
  }

  /** It counts for no match any more, and another process is the place of such temples. */
  private get isAstray(): boolean {
    const { isRead, state } = this.stream;
    return isRead && state.bound === undefined && this.tools.hall?.isHere === false;
  }

  /** To be called in a job: the match stays open until its end. */
  async open(id: string): Promise<Match | undefined> {
    const match = await this.tools.matches.open(id);
    if (match !== undefined) this.opened.push(id);
    return match;
  }

  /**
   * Brings the journal of the temple and the record of its match into agreement, for example after a crash between two
   * writes. Gives the match, or nothing if the temple counts in none.
   */
  async reconcile(): Promise<Match | undefined> {
    const { bound } = this.stream.state;
    if (bound === undefined || this.isDamaged) return undefined;
    const match = await this.openUndamaged(bound.match);
    if (this.isDamaged) return undefined;
    await this.settleWith(match);
    if (this.stream.state.bound === undefined || match === undefined) return undefined;
    if (this.counted === undefined) this.adopt(match);
    return match;
  }

  private async settleWith(match: Match | undefined): Promise<void> {
    const there = match && boundIn(match, this.id);
    if (match === undefined) await this.takeOver();
    else if (this.later !== undefined) return;
    else if (this.isNew(there)) await (this.stream.state.isUnbased ? this.leaveIfOver(match) : this.enter(match));
    else if (there?.isOver) await this.takeOver(there.account);
  }

  /** The table shows another account. */
  adopt(match: Match): void {
    const counted = accountAt(match, this.id);
    if (counted !== undefined) this.last = { match: match.id, counted };
  }

  /** The temple starts to count. A match that does not take it leaves it unbound. */
  enter(match: Match): Promise<Committed | Waits> {
    const { bound, account } = this.stream.state;
    const asking: Asking = (onLater) => match.bindTemple(this.bindingTo(bound?.seat), this.tools.now(), onLater);
    return this.ask(asking, async (done) => {
      const isThere = boundIn(match, this.id)?.isOver === false;
      if (done.kind === 'refused' && !isThere) await this.takeOver(account);
      else this.adopt(match);
      return done;
    });
  }

  /** To be called in a job. If the match answers later, the answer is settled in a job of its own. */
  private async ask(asking: Asking, settle: Settling): Promise<Committed | Waits> {
    const { promise: isLater, resolve } = Promise.withResolvers<'later'>();
    const answer = asking(() => resolve('later'));
    const first = await Promise.race([answer, isLater]);
    if (first !== 'later') return settle(first);
    const until = this.settledLater(answer, settle);
    until.catch(() => {}); // often no request waits for it
    this.later = until;
    return { kind: 'waits', until };
  }

  /** After `retry` the match may be elsewhere, and nothing is settled: the next look at the temple asks again. */
  private async settledLater(answer: Promise<Committed>, settle: Settling): Promise<Committed> {
    const answered = await answer;
    try {
      if (answered.kind !== 'retry') return await this.run(() => this.settleNow(answered, settle));
    } catch (error) {
      this.later = undefined;
      throw error;
    }
    this.later = undefined;
    return answered;
  }

  private async settleNow(answered: Committed, settle: Settling): Promise<Committed> {
    this.later = undefined;
    const settled = await settle(answered);
    this.tools.onSettled?.(await this.reconcile());
    return settled;
  }

  /** Whether the match would take the temple, for this seat or for the table. Writes nothing. */
  judge(match: Match, seat: number | undefined): Promise<Committed> {
    return match.judgeTemple(this.bindingTo(seat), this.tools.now());
  }

  private bindingTo(seat: number | undefined): Binding {
    const { owner: by = '', account } = this.stream.state;
    return { temple: this.id, by, account, ...(seat !== undefined && { seat }) };
  }

  /** Ends the binding. A match that can never be opened does not hold the temple. */
  async leave(): Promise<Committed | Waits> {
    const match = await this.reconcile();
    if (this.isDamaged) await this.takeOver();
    if (match === undefined) return this.stream.state.bound === undefined ? DONE : RETRY;
    if (this.waiting !== undefined) return this.waiting;
    const asking: Asking = (onLater) => match.unbindTemple(this.id, this.tools.now(), onLater);
    return this.ask(asking, async (out) => {
      const there = boundIn(match, this.id);
      if (out.kind === 'retry' || there?.isOver === false) return RETRY;
      return (await this.takeOver(there?.account ?? this.stream.state.account)) ? DONE : RETRY;
    });
  }

  private get id(): string {
    return this.stream.temple;
  }

  /** A temple whose device was silent for the whole match has counted nothing there. */
  private async leaveIfOver({ position: { status } }: Match): Promise<void> {
    if (status === 'over' || status === 'ended') await this.takeOver(this.stream.state.account);
  }

  /** Whether the match has not heard of the temple since it was bound: the revision rises with that. */
  private isNew(there: BoundTemple | undefined): boolean {
    return there === undefined || (there.isOver && there.account.rev <= this.stream.state.account.rev);
  }

  /**
   * From now on the journal of the temple counts. If the match was deleted, its account is lost: the next totals of
   * the device are the beginning.
   */
  private async takeOver(account?: BeadAccount): Promise<boolean> {
    const lost = account === undefined && { isLost: true as const };
    const { account: known } = this.stream.state;
    const taken = { account: largerAccount(account ?? known, known) as never, ...lost };
    const isWritten = await this.stream.write({ kind: 'unbound', at: this.tools.now(), ...taken });
    if (isWritten) this.last = undefined;
    return isWritten;
  }

  /** Any other failure is tried again with the next job. */
  private async openUndamaged(id: string): Promise<Match | undefined> {
    try {
      return await this.open(id);
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      this.last = { match: id, isDamaged: true };
      return undefined;
    }
  }
}

/** The temple in the record of the match. */
function boundIn(match: Match, temple: string): BoundTemple | undefined {
  return match.position.temples.all.get(temple);
}

/** The account of the temple as the table shows it. */
function accountAt(match: Match, temple: string): BeadAccount | undefined {
  return match.table.temples.get(temple)?.account;
}
