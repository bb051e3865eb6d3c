/**
 * A match: what people, bots and the clock do at a table, each as a command of its own. Knows no socket, no room and no timer;
 * the time comes in with each command.
 */
import {
  type Action,
  type ActionId,
  type Answer,
  type EntryOf,
  isFull,
  mayBeSubstituted,
  type Private,
} from '@flower-war/protocol';
import type { Seat } from '@flower-war/rules';
import type { Gap } from '../time.ts';
import { asksFor, BACK, beadsOf, keyOf, offerOf, RESIGN, replyOf } from './acted.ts';
import { Attendance, giveUpOn } from './attendance.ts';
import { answerTo, type Body, type Committed, DONE, RETRY, refused, type Turn } from './draft.ts';
import { fillAt } from './filling.ts';
import { answerDue } from './hiddenWindow.ts';
import { Line } from './line.ts';
import { MatchCore, type MatchTools, type Opened } from './matchCore.ts';
import { type NewOccupant, seatFor, type WantedSeat } from './seats.ts';
import { type Binding, bindingOf, type Report, Reports, templeDueIn, templeFor } from './templeReports.ts';
import { clockAnswer, least, nextDeadline } from './timeouts.ts';

export type { Committed } from './draft.ts';
export type { MatchTools, Opened, Watcher } from './matchCore.ts';
export type { NewOccupant } from './seats.ts';

/** Offers, answers and wishes of one seat in one match. */
const MOST_WORDS = 300;

export class Match extends MatchCore {
  private readonly line: Line;
  private readonly attendance: Attendance;
  /** What somebody said to an agreement while a hidden window was open, by action: it waits until none is. */
  private readonly unsaid = new Map<string, Body>();
  /** What temples counted, and no entry says yet. */
  private readonly reports = new Reports();
  /** Nobody could act, and no entry says so yet. */
  private gap: Gap | undefined;

  constructor(opened: Opened, tools: MatchTools) {
    super(opened, tools);
    this.line = this.newLine();
    this.attendance = new Attendance(opened.openedAt);
  }

  get isBusy(): boolean {
    return this.isWorking || !this.line.isEmpty;
  }

  /** When the match must be tended although nobody asks: a move is to be shown, a wish or the clock must answer. */
  get dueAt(): number | undefined {
    const isAnswering = (seat: number) => this.line.has(seat);
    const patience = this.attendance.patienceEndsAt(this.current, this.openlyAwaited);
    return least([fillAt(this.current), this.line.dueAt, nextDeadline(this.current, isAnswering), patience?.at]);
  }

  /** The seats that must decide, and have not. */
  get awaited(): readonly Seat[] {
    const { state, status, pause } = this.current;
    return status === 'running' && !pause ? this.engine.toMove(state).filter((seat) => !this.line.has(seat)) : [];
  }

  /** In a hidden window nobody may be seen to be waited for. */
  private get openlyAwaited(): readonly Seat[] {
    return this.shown.window === undefined ? this.awaited : [];
  }

  /** Whether a hidden window is open, so that what everybody sees is not how it stands. */
  get isHiding(): boolean {
    return this.shown.window !== undefined;
  }

  /** Whether a move was made whose outcome is not shown yet: where that takes its time, nobody may learn whether a window is open. */
  private get isPending(): boolean {
    return this.isHiding || !this.line.isEmpty;
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
    const move = this.engine.spelled?.(text) ?? text;
    return this.answer({ seat, id, what: move }, async () => {
      if (this.current.pause) return refused('paused');
      if (this.decisionOf(seat) !== decision) return refused('stale-decision');
      if (this.mustUseTemple(seat, move)) return refused('use-your-temple');
      const isStoodInFor = this.current.occupants.get(seat)?.bot !== undefined;
      if (isStoodInFor) await this.commit({ kind: 'absence', at, seat, what: 'returned' });
      const done = (outcome: Committed) => this.settleWaiting(keyOf(seat, id), outcome);
      return this.play({ kind: 'move', at, seat, by: 'player', move, id }, done);
    });
  }

  resign(seat: number, [id]: Action<'resign'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'absence', at, seat, what: 'resigned', id };
    return this.answer({ seat, id, what: RESIGN }, () => this.commitAndTend(body));
  }

  /** What a person wants to be asked in hidden windows, from now on. */
  asks(seat: number, [id, what]: Action<'asks'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'asks', at, seat, what, id };
    return this.answer({ seat, id, what: asksFor(what) }, () => this.withinWords(seat, () => this.commitAndTend(body)));
  }

  offer(seat: number, [id, what, minutes]: Action<'offer'>, at: number): Promise<Answer> {
    const body: Body = { kind: 'agreement', at, seat, what, is: 'offered', ...(minutes && { minutes }), id };
    const agree = () => this.agree(body, keyOf(seat, id));
    return this.answer({ seat, id, what: offerOf(what, minutes) }, () => this.withinWords(seat, agree));
  }

  reply(seat: number, [id, isAccepted]: Action<'reply'>, at: number): Promise<Answer> {
    return this.answer({ seat, id, what: replyOf(isAccepted) }, async () => {
      const what = this.current.offer?.what;
      if (what === undefined) return refused('cannot-agree', 'no-offer');
      const is = isAccepted ? 'accepted' : 'declined';
      return this.agree({ kind: 'agreement', at, seat, what, is, id }, keyOf(seat, id));
    });
  }

  /** What somebody says of beads in a temple. */
  beads(seat: number, [id, said]: Action<'beads'>, at: number): Promise<Answer> {
    const say = () => this.agree({ kind: 'temple', at, seat, ...said, id }, keyOf(seat, id));
    return this.answer({ seat, id, what: beadsOf(said), isEarly: true }, () => this.withinWords(seat, say));
  }

  /** From now on a temple counts for this match. */
  bindTemple(binding: Binding, at: number): Promise<Committed> {
    return this.enqueue(async () => {
      if (this.isForMovesAlone) return refused('no-temple-here', 'too-long');
      const bound = await this.commitAndTend(bindingOf(binding, this.current, at));
      return bound.kind === 'refused' ? refused('no-temple-here', bound.reason) : bound;
    });
  }

  unbindTemple(temple: string, at: number): Promise<Committed> {
    return this.enqueue(() => this.commitAndTend({ kind: 'temple', at, temple, what: 'unbound' }));
  }

  /** A temple's running totals. In a hidden window they wait until none is open: what became of them would tell of it. */
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
    for (const key of this.unsaid.keys()) this.settleWaiting(key, outcome);
    this.unsaid.clear();
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
    return this.acted.wordsOf(seat) < MOST_WORDS && !this.isForMovesAlone
      ? say()
      : refused('cannot-agree', 'too-often');
  }

  /** Whoever taps what the temple takes would pay twice. */
  private mustUseTemple(seat: number, move: string): boolean {
    const temple = templeFor(this.engine, this.current, { seat, move });
    return temple !== undefined && this.tools.isTempleFresh?.(temple) === true;
  }

  /** An answer at once would tell that nobody is asked in secret. */
  private async agree(body: Body, key: string): Promise<Committed> {
    if (!this.isPending) return this.say(body);
    this.unsaid.set(key, body);
    return DONE;
  }

  private async say(body: Body): Promise<Committed> {
    const said = await this.commitAndTend(body);
    const code = body.kind === 'temple' ? 'beads-refused' : 'cannot-agree';
    return said.kind === 'refused' ? refused(code, said.reason) : said;
  }

  /** What a moment brings by itself: moves and windows, what waited for them, the end of a pause or of a patience. */
  private async settle(at: number): Promise<void> {
    do await this.line.tend(at);
    while (await this.tendTemples(at));
    for (const [key, body] of this.isPending ? [] : this.unsaid) {
      this.unsaid.delete(key);
      this.settleWaiting(key, await this.say(body));
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
    if (this.isPending || this.isForMovesAlone) return false;
    try {
      const body = this.reports.next(this.current, at) ?? templeDueIn(this.engine, this.current, at);
      const { kind } = body === undefined ? RETRY : await this.commit(body);
      if (kind === 'refused') this.reports.clear();
      return kind === 'done';
    } catch (error) {
      this.reports.clear();
      this.reportFailure(error);
      return false;
    }
  }

  private answer(asked: Asked, perform: () => Promise<Committed>): Promise<Answer> {
    const key = keyOf(asked.seat, asked.id);
    return new Promise((resolve) => {
      const job = async (): Promise<Committed> => {
        const known = this.acted.find(key)?.what ?? this.line.moveOf(asked.seat, asked.id);
        const refusal = this.refusalOf(asked, known);
        if (refusal !== undefined) return refusal;
        if (!this.waiting.add(key, resolve)) return refused('too-many');
        if (known === undefined) this.settleWaiting(key, await perform());
        return DONE;
      };
      void this.enqueue(job).then((outcome) => outcome.kind !== 'done' && resolve(answerTo(outcome)));
    });
  }

  /** Why an action is not performed, nor answered as the one that it repeats. */
  private refusalOf({ what, isEarly = false }: Asked, known: string | undefined): Committed | undefined {
    if (known !== undefined) return known === what ? undefined : refused('id-reused');
    if (this.current.status === 'open') return isEarly ? undefined : refused('not-started');
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

interface Asked {
  readonly seat: number;
  readonly id: ActionId;
  /** The move in notation, or what else is asked for. */
  readonly what: string;
  /** Whether it may be asked for before the match starts. */
  readonly isEarly?: boolean;
}
