/** Plays the seats of bots. A bot gets only its seat's view, the options and the legal moves. */
import type { Bot, Chance, Seat } from '@flower-war/rules';
import type { Match } from '../match/match.ts';

export interface DriverTools {
  readonly botOf: (name: string) => Bot<unknown, unknown> | undefined;
  readonly chance: Chance;
  /** How long a bot waits before a move if people are at the table. */
  readonly delayMs: number;
  readonly now: () => number;
}

/** The wait after a bug or an append of unknown outcome, to avoid a tight loop. */
const RETRY_MS = 1000;

export class BotDriver {
  private readonly match: Match;
  private readonly tools: DriverTools;
  private timer: NodeJS.Timeout | undefined;
  /** The question that the bot waits for. It waits anew for each one: a shorter pause would reveal a hidden window. */
  private question: string | undefined;
  private readonly unwatch: () => void;
  private isStopped = false;

  constructor(match: Match, tools: DriverTools) {
    this.match = match;
    this.tools = tools;
    this.unwatch = match.watch({ onFlush: () => this.schedule(this.delay), onLost: () => this.stop() });
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

  private get delay(): number {
    const { occupants } = this.match.position;
    return [...occupants.values()].some((occupant) => botless(occupant.bot)) ? this.tools.delayMs : 0;
  }

  private schedule(delay: number): void {
    const question = this.openQuestion();
    if (this.isStopped || question === undefined || question === this.question) return;
    clearTimeout(this.timer);
    this.question = question;
    this.timer = setTimeout(() => void this.play(), delay);
  }

  private openQuestion(): string | undefined {
    const seat = this.seatToMove();
    return seat === undefined ? undefined : `${seat} ${this.match.decisionOf(seat)}`;
  }

  private async play(): Promise<void> {
    const seat = this.seatToMove();
    const name = seat === undefined ? undefined : this.match.position.occupants.get(seat)?.bot;
    const bot = name === undefined ? undefined : this.tools.botOf(name);
    this.question = undefined;
    if (seat === undefined || bot === undefined) return;
    const played = await this.match.playBot(seat, (state) => this.choose(bot, state, seat), this.tools.now());
    this.schedule(played.kind === 'done' ? this.delay : RETRY_MS);
  }

  private choose(bot: Bot<unknown, unknown>, state: unknown, seat: Seat): unknown {
    const { engine, position } = this.match;
    const { options } = position.created;
    const [view, legal] = [engine.view(state, seat), engine.legalMoves(state, seat)];
    return bot({ view, seat, options, legal }, this.tools.chance);
  }

  private seatToMove(): Seat | undefined {
    const { occupants } = this.match.position;
    return this.match.awaited.find((seat) => !botless(occupants.get(seat)?.bot));
  }
}

function botless(bot: string | undefined): boolean {
  return bot === undefined;
}
