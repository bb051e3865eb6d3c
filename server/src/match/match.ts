/**
 * A match: what people, bots and the clock do at a table, each as a command of its own. Knows no socket, no room and no timer;
 * the time comes in with each command.
 */
import {
  type Action,
  type Answer,
  type Entry,
  type EntryOf,
  isFull,
  isOfTurn,
  MOST_REQUESTS,
  mayBeSubstituted,
  type Private,
  refusal,
} from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import type { Gap } from '../base/serverTime.ts';
import { Attendance, giveUpOn } from './attendance.ts';
import { fillAt } from './due/filling.ts';
import { clockAnswer, least, nextDeadline } from './due/timeouts.ts';
import { MatchCore, type MatchTools, type OpenedMatch } from './matchCore.ts';
import { Line } from './pendingMoves.ts';
import { PendingWords, type Word } from './pendingWords.ts';
import { asksFor, BACK, beadsOf, keyOf, type Named, offerOf, RESIGN, replyOf } from './record/acceptedActions.ts';
import { answerTo, type Body, type Committed, DONE, judgedWord, RETRY, refused, type Turn } from './record/draft.ts';
import { type NewOccupant, seatFor, type WantedSeat } from './seats.ts';
import { answerDue } from './shown/hiddenWindow.ts';
import { type Binding, bindingOf, type Report, TempleReports, templeDueIn, templeFor } from './templeReports.ts';

export type { MatchTools, OpenedMatch, Watcher } from './matchCore.ts';
export type { Committed } from './record/draft.ts';
export type { NewOccupant } from './seats.ts';

const TOO_MANY: Answer = { kind: 'rejected', ...refusal('too-many') };

export class Match extends MatchCore {
  private readonly line: Line;
  private readonly attendance: Attendance;
  /** What people asked for that waits until no move is pending. */
  private readonly words = new PendingWords();
  /** What temples counted, and no entry says yet. */
  private readonly reports = new TempleReports();
  /** Nobody could act, and no entry says so yet. */
  private gap: Gap | undefined;

  constructor(opened: OpenedMatch, tools: MatchTools) {
    super(opened, tools);
    this.line = this.newLine();
    this.attendance = new Attendance(opened.openedAt);
  }

  get isBusy(): boolean {
    return this.isWorking || !this.line.isEmpty || !this.words.isEmpty;
  }

  /** When the match must be tended although nobody asks: a move is to be shown, a wish or the clock must answer. */
  get dueAt(): number | undefined {
    const isAnswering = (seat: number) => this.line.has(seat);
    const patience = this.attendance.patienceEndsAt(this.current, this.openlyAwaited);
    const shownAt = this.current.pause ? undefined : this.line.dueAt;
    return least([fillAt(this.current), shownAt, nextDeadline(this.current, isAnswering), patience?.at]);
  }

  /** The seats that must decide, and have not. */
  get awaited(): readonly Seat[] {
    const { state, status, pause } = this.current;
    return status === 'running' && !pause ? this.engine.toMove(state).filter((seat) => !this.line.has(seat)) : [];
  }

  /** Who everybody sees is waited for; where outcomes are shown late, nobody while a move is pending. */
  private get openlyAwaited(): readonly Seat[] {
    if (!this.isPending) return this.awaited;
    return this.isLate || this.current.pause ? [] : this.shown.openly.awaited;
  }

  /** Whether a hidden window is open, so that what everybody sees is not how it stands. */
  get isHiding(): boolean {
    return this.shown.window !== undefined;
  }

  /** Whether a move was made whose outcome is not shown yet. */
  private get isPending(): boolean {
    return this.isHiding || !this.line.isEmpty;
  }

  /** Whether outcomes are shown some time after the move. */
  private get isLate(): boolean {
    return this.current.created.table.reactDelaySeconds > 0;
  }

  /** Whether nobody has played for so long that nobody will. A clock would have gone on by itself. */
  isForgotten(now: number): boolean {
    const { status, clocks, pause } = this.current;
    const isWaiting = status === 'running' && clocks.length === 0 && pause === undefined;
    return isWaiting && now >= this.playedAt + (this.tools.idleForMs ?? Number.POSITIVE_INFINITY);
  }

  privateOf(seat: number): Private {
    return this.shown.privateOf(seat);
  }

  seatOf(player: string): number | undefined {
    for (const [seat, occupant] of this.current.occupants)
      if (occupant.kind === 'player' && occupant.player === player) return seat;
    return undefined;
  }

  /** The decision that is open for this seat, and that it has not answered. */
  decisionOf(seat: number): number | undefined {
    return this.line.has(seat) ? undefined : this.shown.decisionOf(seat);
  }

  /** A person plays a move. The answer comes when they have been shown what came of it. */
  act(seat: number, [id, decision, text]: Action<'act'>, at: number): Promise<Answer> {
    const move = this.engine.spelling?.notation(text) ?? text;
    return this.answer({ seat, id, decision, what: move }, async (key) => {
      if (this.current.pause) return refused('paused');
      if (this.decisionOf(seat) !== decision) return refused('stale-decision');
      if (this.mustUseTemple(seat, move)) return refused('use-your-temple');
      const isStoodInFor = this.current.occupants.get(seat)?.bot !== undefined;
      if (isStoodInFor) await this.commit({ kind: 'absence', at, seat, what: 'returned' });
      const done = (outcome: Committed) => this.settleWaiting(key, outcome);
      return this.play({ kind: 'move', at, seat, by: 'player', move, id }, done);
    });
  }

  /** Where outcomes are shown late it waits for what is pending: what leaving does to a window shows with that alone. */
  resign(seat: number, [id]: Action<'resign'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'absence', at, seat, what: 'resigned', id };
    return this.answer({ seat, id, what: RESIGN }, async (key) =>
      this.words.isResigning(seat) ? refused('illegal-move', 'has-left') : this.inTurn(key, body, RESIGN),
    );
  }

  /** What a person wants to be asked in hidden windows, from now on. */
  asks(seat: number, [id, what]: Action<'asks'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'asks', at, seat, what, id };
    return this.answer({ seat, id, what: asksFor(what) }, () => this.withinWords(seat, () => this.commitAndTend(body)));
  }

  offer(seat: number, [id, what, minutes]: Action<'offer'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'agreement', at, seat, what, is: 'offered', ...(minutes && { minutes }), id };
    const asked = { seat, id, what: offerOf(what, minutes) };
    return this.answer(asked, (key) => this.withinWords(seat, () => this.inTurn(key, body, asked.what)));
  }

  reply(seat: number, [id, isAccepted]: Action<'reply'>, at: number): Promise<Answer> {
    const asked = { seat, id, what: replyOf(isAccepted) };
    return this.answer(asked, async (key) => {
      const what = this.current.offer?.what;
      if (what === undefined) return refused('cannot-agree', 'no-offer');
      const is = isAccepted ? 'accepted' : 'declined';
      return this.inTurn(key, { kind: 'agreement', at, seat, what, is, id }, asked.what);
    });
  }

  /** What somebody says of beads in a temple. */
  beads(seat: number, [id, said]: Action<'beads'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'temple', at, seat, ...said, id };
    const asked = { seat, id, what: beadsOf(said), isEarly: true };
    return this.answer(asked, (key) => this.withinWords(seat, () => this.inTurn(key, body, asked.what)));
  }

  /** From now on a temple counts for this match. */
  bindTemple(binding: Binding, at: number): Promise<Committed> {
    return this.whenItMay(() => bindingOf(binding, this.current, at));
  }

  unbindTemple(temple: string, at: number): Promise<Committed> {
    return this.whenItMay(() => ({ kind: 'temple', at, temple, what: 'unbound' }));
  }

  /** A temple's running totals. They wait while what becomes of them would tell of a hidden window. */
  observe(temple: string, report: Report): Promise<Committed> {
    return this.enqueue(async () => {
      this.reports.add(temple, report);
      await this.settle(report.at);
      return DONE;
    });
  }

  /** A person takes the seat back from the bot that stands in. */
  back(seat: number, [id]: Action<'back'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'absence', at, seat, what: 'returned', id };
    return this.answer({ seat, id, what: BACK }, () => this.commitAndTend(body));
  }

  /** Somebody looks at the table from this seat, by one connection more. */
  async arrive(seat: number, at: number): Promise<void> {
    this.attendance.arrive(seat);
    if (this.current.occupants.get(seat)?.kind !== 'player') return;
    await this.enqueue(async () => {
      const isStoodInFor = this.current.status === 'running' && this.current.occupants.get(seat)?.bot !== undefined;
      return isStoodInFor ? this.commitAndTend({ kind: 'absence', at, seat, what: 'returned' }) : DONE;
    });
  }

  depart(seat: number, at: number): void {
    this.attendance.depart(seat, at);
    this.tellDone();
  }

  /** A bot plays, if it is still asked when its turn in the queue comes. */
  playBot(seat: Seat, choose: (state: unknown) => unknown, at: number): Promise<Committed> {
    return new Promise((done) => {
      const job = async (): Promise<Committed> => {
        const { state, occupants } = this.current;
        const isAsked = occupants.get(seat)?.bot !== undefined && this.awaited.includes(seat);
        const move = isAsked ? this.engine.format(choose(state)) : '';
        if (isAsked) return this.play({ kind: 'move', at, seat, by: 'bot', move }, done);
        done(DONE);
        return DONE;
      };
      void this.enqueue(job).then((outcome) => outcome.kind !== 'done' && done(outcome));
    });
  }

  /** Is put to sleep: whoever still waits for an answer asks again. */
  override sleep(): void {
    this.clear(RETRY);
    this.waiting.settleAll({ kind: 'retry' });
  }

  /** Nothing that waits to be written is written any more. */
  private clear(outcome: Committed): void {
    this.line.clear(outcome);
    this.words.clear(outcome);
  }

  /** Shows what is to be shown now, and answers for who does not answer. */
  tend(at: number): Promise<Committed> {
    return this.enqueue(async () => {
      const filled = await this.fill(at);
      if (filled.kind === 'done') await this.settle(at);
      return filled;
    });
  }

  /** A person or a bot takes a seat, the last free one unless it is named. The match starts when all are taken. */
  sit(who: NewOccupant, seat: WantedSeat, at: number): Promise<Committed & { seat?: number }> {
    return this.enqueue(async () => {
      const held = who.by === 'player' ? this.seatOf(who.player) : undefined;
      if (held !== undefined) return { ...DONE, seat: held };
      if (this.current.status === 'running' && who.by === 'player' && typeof seat === 'number')
        return this.substitute(who.player, seat, at);
      const chosen = seatFor(this.current, who, seat);
      if (typeof chosen !== 'number') return chosen;
      const sat = await this.commit({ kind: 'seated', at, seat: chosen, ...who });
      return sat.kind === 'done' ? { ...(await this.startIfFull(at)), seat: chosen } : sat;
    });
  }

  /** Gives a seat back before the start, if whoever is meant still sits there. */
  standUp(seat: number, at: number, who = this.current.occupants.get(seat)): Promise<Committed> {
    return this.enqueue(async () => {
      if (this.current.status !== 'open') return refused('already-started');
      if (this.current.occupants.get(seat) !== who) return refused('not-seated');
      return this.commit({ kind: 'absence', at, seat, what: 'left' });
    });
  }

  abort(reason: string, at: number): Promise<Committed> {
    return this.enqueue(async () => {
      const ended = await this.end({ result: 'aborted', winners: [], standings: [], reason }, at);
      if (ended.kind === 'done') this.clear(refused('match-over'));
      return ended;
    });
  }

  /** Goes on from a backup: nothing may be drawn before the record says so. `entropy` is fresh. */
  restore(restored: Pick<EntryOf<'restored'>, 'lost' | 'at' | 'entropy'>): Promise<Committed> {
    return this.enqueue(() => this.commit({ kind: 'restored', ...restored }));
  }

  /** Nobody could act until now. Whatever comes next, also what waits already, finds the clocks as they were. */
  noteGap({ at, lost }: Gap): void {
    this.gap = { at, lost: lost + (this.gap?.lost ?? 0) };
    void this.tend(at);
  }

  protected override async caughtUp(): Promise<boolean> {
    const { gap } = this;
    if (gap === undefined) return true;
    const isCharging = this.current.status === 'running';
    const written = isCharging ? await this.commit({ kind: 'resumed', ...gap }) : DONE;
    if (written.kind === 'retry') return false;
    this.attendance.giveBack(gap.lost);
    if (this.gap === gap) this.gap = undefined;
    return true;
  }

  /** Finishes what a crash interrupted, and notes how long the server was away. */
  resume(lost: number, at: number): Promise<Committed> {
    return this.enqueue(async () => {
      const full = await (this.current.status === 'over' ? this.endByRules(at) : this.endIfFull(at));
      if (full.kind !== 'done' || this.current.status === 'ended') return full;
      const filled = await this.fill(at);
      const started = filled.kind === 'done' ? await this.startIfFull(at) : filled;
      if (started.kind !== 'done' || this.current.status !== 'running') return started;
      if (lost > 0) return this.commitAndTend({ kind: 'resumed', at, lost });
      await this.settle(at);
      return DONE;
    });
  }

  private async play(turn: Turn, done: (outcome: Committed) => void): Promise<Committed> {
    this.line.add(turn, done);
    await this.settle(turn.at);
    return DONE;
  }

  /** Another player takes the seat of one for whom a bot has stood in for long enough. */
  private async substitute(player: string, seat: number, at: number): Promise<Committed & { seat?: number }> {
    const occupant = this.current.occupants.get(seat);
    if (occupant?.kind !== 'player' || occupant.bot === undefined) return refused('already-started');
    if (!mayBeSubstituted(this.current.created.table, occupant, at)) return refused('seat-kept');
    return { ...(await this.commitAndTend({ kind: 'absence', at, seat, what: 'substituted', player })), seat };
  }

  /** What the rules do not bound would let one person fill the disk and the screens of the others. */
  private async withinWords(seat: number, say: () => Promise<Committed>): Promise<Committed> {
    const words = this.acted.wordsOf(seat) + this.words.countOf(seat);
    return words < MOST_REQUESTS && !this.isForMovesAlone ? say() : refused('cannot-agree', 'too-often');
  }

  /** Whoever taps what the temple takes would pay twice. Where nothing is counted any more, tapping is all that is left. */
  private mustUseTemple(seat: number, move: string): boolean {
    if (this.isForMovesAlone) return false;
    const temple = templeFor(this.engine, this.current, { seat, move });
    return temple !== undefined && this.tools.isTempleFresh?.(temple) === true;
  }

  /** Says it now, or when no move is pending any more. */
  private async inTurn(key: string, body: SeatBody, what: string): Promise<Committed> {
    if (!this.mustWait(body)) return this.say(body);
    if (this.words.countOf(body.seat) >= MOST_REQUESTS) return refused('cannot-agree', 'too-often');
    this.words.add({ key, what, body, done: (outcome) => this.settleWaiting(key, outcome) });
    return DONE;
  }

  /** The same for what is no action of a seat. It is done when it is in the record. */
  private whenItMay(write: () => Body): Promise<Committed> {
    return new Promise((done) => {
      const job = async (): Promise<Committed> => {
        const body = write();
        if (this.mustWait(body)) this.words.add({ body, done });
        else done(await this.say(body));
        return DONE;
      };
      void this.enqueue(job).then((outcome) => outcome.kind !== 'done' && done(outcome));
    });
  }

  /**
   * Whether it would tell of a hidden window if it were written now. Where outcomes are shown late, everything waits
   * for what is pending, window or not. Elsewhere nothing may wait: without a window nobody would have to.
   */
  private mustWait(body: Body): boolean {
    if (!this.isPending || this.isLate) return this.isPending;
    return body.kind === 'temple' && this.isOfTurn(body) && !this.isRefusedAnyway(body);
  }

  private isRefusedAnyway(body: Body): boolean {
    const judged = this.judge({ seq: this.record.seq, ...body } as Exclude<Entry, { kind: 'ended' }>);
    return 'reason' in judged && judged.reason !== 'window-open';
  }

  private isOfTurn(body: Extract<Body, { kind: 'temple' }>): boolean {
    return isOfTurn(this.engine, this.current, body);
  }

  private async say(body: Body): Promise<Committed> {
    const said = await this.saying(body);
    if (said.kind === 'done') await this.settle(body.at);
    return said;
  }

  private async saying(body: Body): Promise<Committed> {
    const { status } = this.current;
    if (status === 'over' || status === 'ended') return refused('match-over');
    if (this.isForMovesAlone && isBinding(body)) return refused('no-temple-here', 'too-long');
    const said = await this.commit(body);
    return said.kind === 'refused' ? judgedWord(body, said.reason ?? said.code) : said;
  }

  /** What a moment brings by itself: moves and windows, what waited for them, the end of a pause or of a patience. */
  private async settle(at: number): Promise<void> {
    for (let word: Word | undefined; ; word.done(await this.saying(word.body))) {
      do await this.line.tend(at);
      while (await this.tendTemples(at));
      word = this.isPending ? undefined : this.words.take();
      if (word === undefined) break;
    }
    const { pause } = this.current;
    if (pause && pause.until <= at)
      await this.commitAndTend({ kind: 'agreement', at, seat: pause.by, what: 'pause', is: 'over' });
    const tried = this.attendance.patienceEndsAt(this.current, this.openlyAwaited);
    if (tried === undefined || tried.at > at) return;
    await this.commitAndTend(giveUpOn(this.current, tried.seat, { at, bot: this.tools.usualBot }));
  }

  /** Counts what temples told, then makes the offerings that are due, each an entry of its own; says whether it did one. */
  private async tendTemples(at: number): Promise<boolean> {
    if (this.isPending && this.isLate) return false;
    try {
      const { kind } = await this.commitIfAny(this.nextReport(at) ?? this.nextOffering(at));
      if (kind === 'refused') this.reports.clear();
      return kind === 'done';
    } catch (error) {
      this.reports.clear();
      this.reportFailure(error);
      return false;
    }
  }

  private nextReport(at: number): Body | undefined {
    if (this.isForMovesAlone) return undefined;
    const sensed = { kind: 'temple', at, what: 'sensed', epoch: 1, war: 0, rain: 0 } as const;
    const mayCount = (temple: string) => !this.isPending || !this.isOfTurn({ ...sensed, temple });
    return this.reports.next(this.current, at, mayCount);
  }

  private nextOffering(at: number): Body | undefined {
    return this.isPending ? undefined : templeDueIn(this.engine, this.current, at);
  }

  private async commitIfAny(body: Body | undefined): Promise<Committed> {
    return body === undefined ? RETRY : this.commit(body);
  }

  private answer(asked: Asked, perform: (key: string) => Promise<Committed>): Promise<Answer> {
    const key = keyOf(asked);
    if (this.isSwamped) return Promise.resolve(TOO_MANY);
    return new Promise((resolve) => {
      const job = async (): Promise<Committed> => {
        const known = this.acted.find(key);
        const pending = this.line.moveOf(asked) ?? this.words.whatOf(key);
        const no = this.refusalOf(asked, known?.what ?? pending);
        if (no !== undefined) return no;
        if (known?.step !== undefined) resolve({ kind: 'accepted', step: known.step, repeated: true });
        else if (!this.waiting.add(key, resolve)) return refused('too-many');
        else if (known === undefined && pending === undefined) this.settleWaiting(key, await perform(key));
        return DONE;
      };
      void this.enqueue(job).then((outcome) => outcome.kind !== 'done' && resolve(answerTo(outcome)));
    });
  }

  /** Why an action is not performed, nor answered as the one that it repeats. */
  private refusalOf(asked: Asked, known: string | undefined): Committed | undefined {
    if (known !== undefined) {
      const isRepeat =
        known === asked.what && (this.acted.find(keyOf(asked)) === undefined || this.acted.isRepeat(asked));
      return isRepeat ? undefined : refused('id-reused');
    }
    if (this.current.status === 'open') return asked.isEarly ? undefined : refused('not-started');
    return this.current.status === 'running' ? undefined : refused('match-over');
  }

  /** What was accepted is answered when it was shown. */
  private settleWaiting(key: string, outcome: Committed): void {
    if (outcome.kind !== 'done') this.waiting.settle(key, answerTo(outcome));
  }

  private async commitAndTend(body: Body): Promise<Committed> {
    const committed = await this.commit(body);
    if (committed.kind === 'done') await this.settle(body.at);
    return committed;
  }

  private newLine(): Line {
    return new Line({
      shown: () => this.shown,
      isRunning: () => this.current.status === 'running',
      draft: (turn) => this.judge({ seq: this.record.seq, ...turn }),
      write: (draft) => this.write(draft),
      answerFor: (now) => this.answerFor(now),
      report: (error) => this.reportFailure(error),
      delayMs: this.current.created.table.reactDelaySeconds * 1000,
    });
  }

  private answerFor(now: number): Turn | undefined {
    if (this.current.pause) return undefined;
    if (this.shown.window !== undefined) return answerDue(this.engine, this.current, { shown: this.shown, now });
    return clockAnswer(this.engine, this.current, { now, isAnswering: (seat) => this.line.has(seat) });
  }

  /** Bots take the seats for which nobody came in time. */
  private async fill(at: number): Promise<Committed> {
    const [due, bot] = [fillAt(this.current), this.tools.usualBot];
    if (due === undefined || due > at || bot === undefined) return DONE;
    for (;;) {
      const seat = seatFor(this.current, { by: 'bot', bot }, undefined);
      if (typeof seat !== 'number') return this.startIfFull(at);
      const sat = await this.commit({ kind: 'seated', at, seat, by: 'bot', bot });
      if (sat.kind !== 'done') return sat;
    }
  }

  private async startIfFull(at: number): Promise<Committed> {
    return this.current.status === 'open' && isFull(this.current) ? this.commit({ kind: 'started', at }) : DONE;
  }
}

/** What a person asks for. */
interface Asked extends Named {
  /** The move in notation, or what else is asked for. */
  readonly what: string;
  /** Whether it may be asked for before the match starts. */
  readonly isEarly?: boolean;
}

type SeatBody = Body & { readonly seat: number };

function isBinding(body: Body): boolean {
  return body.kind === 'temple' && body.what === 'bound';
}
