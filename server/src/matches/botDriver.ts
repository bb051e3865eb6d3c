/** Plays the seats of bots. A bot gets only its seat's view, the options and the legal moves. */
import type { Occupant } from '@flower-war/protocol';
import type { Bot, Chance, Question, Seat } from '@flower-war/rules';
import type { Gap, Time } from '../base/serverTime.ts';
import { LONGEST_TIMER_MS } from '../base/workThread.ts';
import type { Match } from '../match/match.ts';
import type { Bots } from './thinker.ts';

export interface DriverTools {
  readonly bots: Bots;
  readonly chance: Chance;
  /** How long a bot waits before a move if people are at the table. */
  readonly delayMs: number;
  /** Whether the bots may move now. If absent, they always may. */
  readonly mayPlay?: () => boolean;
  /** The usual bot has moved for the bot of this seat, which had no move. */
  readonly onLostTurn?: (seat: Seat) => void;
  readonly now: () => number;
}

/** The wait after a bug or an append of unknown outcome, and while bots may not move, to avoid a tight loop. */
const RETRY_MS = 1000;

export class BotDriver {
  private readonly match: Match;
  private readonly tools: DriverTools;
  private timer: NodeJS.Timeout | undefined;
  /** The question that the bot waits for. It waits anew for each one: a shorter pause would reveal a hidden window. */
  private question: string | undefined;
  /** Moves of bots that wait to be written. Each asks anew when it is settled, after a pause if it failed. */
  private playing = 0;
  private readonly unwatch: () => void;
  private isStopped = false;

  constructor(match: Match, tools: DriverTools) {
    this.match = match;
    this.tools = tools;
    this.unwatch = match.watch({
      onFlush: () => this.schedule(this.delay),
      onLost: () => this.stop(),
      // A seat for which the clock answers is asked again only after that answer was shown.
      onDone: () => this.question === undefined && this.playing === 0 && this.schedule(this.delay),
    });
    this.schedule(0);
  }

  /** Whether a bot must move. */
  get isBusy(): boolean {
    return this.seatToMove() !== undefined;
  }

  stop(): void {
    this.isStopped = true;
    this.unwatch();
    clearTimeout(this.timer);
  }

  /** A bot waits for people, also for a player who is connected while a bot stands in: else it would race the player who comes back. */
  private get delay(): number {
    const { match, tools } = this;
    const isWaitedFor = ([seat, { kind, bot }]: [number, Occupant]) =>
      botless(bot) || (kind === 'player' && match.isHere(seat));
    return [...match.position.occupants].some(isWaitedFor) ? tools.delayMs : 0;
  }

  private schedule(delay: number): void {
    const question = this.openQuestion();
    if (this.isStopped || question === undefined || question === this.question) return;
    clearTimeout(this.timer);
    if (this.tools.mayPlay?.() === false) {
      this.timer = setTimeout(() => this.schedule(delay), RETRY_MS);
      return;
    }
    this.question = question;
    const thought = this.thinkAhead();
    this.timer = setTimeout(() => void this.playAfter(question, thought), delay);
  }

  private openQuestion(): string | undefined {
    const seat = this.seatToMove();
    return seat === undefined ? undefined : this.questionOf(seat);
  }

  private questionOf(seat: Seat): string {
    return `${seat} ${this.match.decisionOf(seat)}`;
  }

  /** A slow bot begins to think at once, so that its delay tells nothing of how long it thinks. */
  private thinkAhead(): Promise<unknown> | undefined {
    const seat = this.seatToMove();
    const name = seat === undefined ? undefined : this.botAt(seat);
    if (seat === undefined || name === undefined || !this.tools.bots.isSlow(name)) return undefined;
    const { engine, position } = this.match;
    return this.tools.bots.slow(name, this.asked(position.state, seat), engine.format);
  }

  /** Plays once the bot has thought, unless another question is open by then. */
  private async playAfter(question: string, thought: Promise<unknown> | undefined): Promise<void> {
    const chosen = thought && (await thought);
    if (!this.isStopped && this.question === question) await this.play(question, chosen);
  }

  private async play(question: string, chosen: unknown): Promise<void> {
    const seat = this.seatToMove();
    const name = seat === undefined ? undefined : this.botAt(seat);
    const bot = name === undefined ? undefined : this.tools.bots.quick(name);
    this.question = undefined;
    if (seat === undefined || bot === undefined) return;
    const choose = (state: unknown) =>
      chosen !== undefined && this.questionOf(seat) === question ? chosen : this.choose(bot, state, seat);
    this.playing++;
    const played = await this.match.playBot(seat, choose, this.tools.now());
    this.playing--;
    if (this.tools.bots.isSlow(name ?? '') && chosen === undefined && played.kind === 'done')
      this.tools.onLostTurn?.(seat);
    this.schedule(played.kind === 'done' ? this.delay : RETRY_MS);
  }

  private choose(bot: Bot<unknown, unknown>, state: unknown, seat: Seat): unknown {
    return bot(this.asked(state, seat), this.tools.chance);
  }

  private asked(state: unknown, seat: Seat): Question<unknown, unknown> {
    const { engine, position } = this.match;
    const { options } = position.created;
    return { view: engine.view(state, seat), seat, options, legal: engine.legalMoves(state, seat) };
  }

  private botAt(seat: Seat): string | undefined {
    return this.match.position.occupants.get(seat)?.bot;
  }

  private seatToMove(): Seat | undefined {
    const { occupants } = this.match.position;
    return this.match.awaited.find((seat) => !botless(occupants.get(seat)?.bot));
  }
}

function botless(bot: string | undefined): boolean {
  return bot === undefined;
}

// Tends a match when it is due: for late outcomes, windows, clocks, pauses and absences. It tells the match of an outage before anything
// else happens there.

export class WakeTimer {
  private readonly match: Match;
  private readonly now: () => number;
  private readonly stops: readonly (() => unknown)[];
  private timer: NodeJS.Timeout | undefined;
  private dueAt: number | undefined;

  constructor(match: Match, { now, onGap }: Pick<Time, 'now' | 'onGap'>) {
    this.match = match;
    this.now = now;
    this.stops = [
      match.watch({ onFlush: () => {}, onLost: () => this.stop(), onDone: () => this.schedule() }),
      onGap((gap) => this.noteGap(gap)),
    ];
    this.schedule();
  }

  stop(): void {
    for (const stop of this.stops) stop();
    clearTimeout(this.timer);
  }

  /** What is due by the calendar comes sooner now than the timer knows, which stood still while the machine slept. */
  private noteGap(gap: Gap): void {
    this.match.noteGap(gap);
    clearTimeout(this.timer);
    this.timer = undefined;
    this.schedule();
  }

  private schedule(): void {
    const { dueAt } = this.match;
    if (dueAt === this.dueAt && this.timer !== undefined) return;
    clearTimeout(this.timer);
    this.dueAt = dueAt;
    this.timer = dueAt === undefined ? undefined : setTimeout(() => this.ring(), this.delayUntil(dueAt));
  }

  /** If the time is over, the work was just tried and failed, so it is tried again a little later. */
  private delayUntil(dueAt: number): number {
    const now = this.now();
    return dueAt > now ? Math.min(dueAt - now, LONGEST_TIMER_MS) : RETRY_MS;
  }

  /** A timer may ring a moment too early, and one for a far time does. */
  private ring(): void {
    this.timer = undefined;
    const now = this.now();
    if (this.dueAt !== undefined && now < this.dueAt) return this.schedule();
    void this.match.tend(now);
  }
}
