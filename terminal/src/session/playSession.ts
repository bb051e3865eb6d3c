/** One match on one terminal, from the first board to the result. */
import type { GameEvent, LiveMatch, TableJson } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { Asking, type Subject } from '../asking/asking.ts';
import { habitsHint } from '../asking/hints.ts';
import { type Teletype, wrap } from '../screen.ts';
import { agreementWords, comings, diceWords, goalOf, resultWords, roster } from '../words.ts';
import { Chat, PlayerLines } from './playerLines.ts';
import { TempleAtTable } from './temples.ts';

export type Outcome = 'over' | 'left' | 'input-ended';

/** Events arrive after the change that they explain. A question waits this long, so that they are shown with it. */
const ASK_AFTER_MS = 40;

/** What stands around the board of a spectator, or above the result. */
const AROUND = 8;

export class PlaySession {
  private readonly live: LiveMatch;
  private readonly teletype: Teletype;
  private readonly words: Words;
  private readonly subject: Subject;
  private readonly asking: Asking;
  private readonly chat: Chat;
  private readonly temples: TempleAtTable;
  private readonly feed: SpectatorFeed;
  private readonly typed: PlayerLines;
  /** What happened, until it is shown with the next question. */
  private readonly log: string[] = [];
  private readonly name = (seat: number) => this.asking.name(seat);
  private timer: NodeJS.Timeout | undefined;
  private before: TableJson<unknown>;
  private drawnStep = 0;

  constructor(live: LiveMatch, subject: Subject, teletype: Teletype) {
    this.live = live;
    this.teletype = teletype;
    this.words = teletype.words;
    this.subject = subject;
    this.before = live.table;
    this.asking = new Asking(live, subject, teletype);
    const { words, name } = this;
    const say = (lines: readonly string[]) => this.say(lines);
    this.feed = new SpectatorFeed({ say, showBoard: () => this.show(), missed: words.screen.table.missed });
    live.on('change', () => this.notice());
    this.chat = new Chat(live, { say, name, words });
    this.temples = new TempleAtTable(live, { say, name, words });
    const { asking, chat, temples } = this;
    this.typed = new PlayerLines(live, { asking, chat, temples, game: subject.game }, teletype);
    live.on('events', (events) => this.recount(events));
    live.on('connected', (isBack) => say([isBack ? words.screen.match.isBack : words.screen.match.isLost]));
    live.on('closed', () => this.typed.wake());
  }

  /** Rejects when the server refuses the place in the middle of the match. */
  async run(): Promise<Outcome> {
    const { live, teletype } = this;
    const { match } = this.words.screen;
    this.introduce();
    if (live.behind > 0) teletype.say(match.behind(live.behind));
    this.chat.hear(live.lines);
    this.temples.showLedger();
    if (live.table.status === 'open') teletype.say(match.waiting);
    else this.hintAtHabits();
    this.rest();
    try {
      return await Promise.race([this.over(), this.obey(), teletype.interrupted.then((): Outcome => 'left')]);
    } finally {
      clearTimeout(this.timer);
      this.feed.stop();
    }
  }

  private introduce(): void {
    const { live, words } = this;
    const { screen } = words;
    const goal = goalOf(screen, this.subject.game);
    this.say([
      ...(goal === undefined ? [] : [screen.match.goal(goal), '']),
      ...this.roster(),
      '',
      ...diceWords(live.fairness, screen),
      '',
      ...this.asking.drawing.legend,
    ]);
  }

  private roster(): readonly string[] {
    return roster(this.live.table, { name: this.name, you: this.live.seat, words: this.words });
  }

  private async over(): Promise<Outcome> {
    const { live, teletype, name, words } = this;
    await live.until(({ isOver }) => isOver);
    clearTimeout(this.timer);
    this.feed.stop();
    this.typed.wake();
    this.say(this.log.splice(0));
    if (live.table.result.result !== 'aborted') teletype.say('', ...this.asking.board(teletype.size.rows - AROUND));
    const result = resultWords(live.table, { name, cards: this.subject.cards, words });
    teletype.say('', ...result.map((line) => teletype.paint('bold', line)));
    return 'over';
  }

  private notice(): void {
    const { live, before, name, words } = this;
    this.before = live.table;
    this.say(comings(before, live.table, { name, you: live.seat, words }));
    this.say(agreementWords(before, live.table, { name, you: live.seat, words, clockAhead: live.clockAhead }));
    this.temples.notice(before);
    if (before.status === 'open' && live.table.status !== 'open') this.begin(before);
    this.rest();
  }

  /** Some games name their seats only when the match begins. */
  private begin(before: TableJson<unknown>): void {
    this.say([this.words.screen.match.begins]);
    if (this.asking.drawing.seats(before.view).length === 0) this.say(this.roster());
    this.hintAtHabits();
  }

  /** A person is told once which steps are left out. */
  private hintAtHabits(): void {
    const { live, subject, words } = this;
    if (live.seat === undefined || !this.teletype.isLive) return;
    const hint = habitsHint(live, subject.game, words);
    if (hint === undefined || subject.hints?.isNew(hint) !== true) return;
    this.say([words.screen.match.hint(hint.text)]);
  }

  private recount(events: readonly GameEvent[]): void {
    const { name, words } = this;
    const { game, cards } = this.subject;
    const told = events.flatMap((event) => words.event(game, event, { name, cards }) ?? []);
    const lines = told.flatMap((sentence) => wrap(sentence, 4, this.teletype.size.columns));
    if (this.hasFeed) return this.feed.add(lines);
    if (this.live.seat === undefined || this.live.isOver) return this.say(lines);
    this.log.push(...lines);
    this.rest();
  }

  private say(lines: readonly string[]): void {
    if (lines.length > 0) this.teletype.say(...lines);
  }

  /** A person who watches gets a slower feed. A pipe gets all events at once, and the board at the end. */
  private get hasFeed(): boolean {
    return this.live.seat === undefined && this.teletype.isLive;
  }

  private rest(): void {
    clearTimeout(this.timer);
    const { seat, table } = this.live;
    if (table.status !== 'running') return;
    if (this.hasFeed) this.feed.add([]);
    else if (seat !== undefined) this.timer = setTimeout(() => this.show(), ASK_AFTER_MS);
  }

  /** A player sees the board with each question and when the match begins; a spectator sees it now and then. */
  private show(): void {
    const { seat, table } = this.live;
    const { isNew, isComing } = this.asking;
    if (isComing) return;
    const isNews = seat === undefined ? table.step !== this.drawnStep : this.drawnStep === 0;
    if (isNew || isNews) this.drawnStep = table.step;
    if (isNew) return void this.question();
    if (isNews) this.teletype.say('', ...this.asking.board(this.teletype.size.rows - AROUND));
    this.say(this.log.splice(0));
  }

  private async question(): Promise<void> {
    if (await this.asking.ask(() => this.log.splice(0))) this.typed.wake();
  }

  /** Follows the lines that are typed. A spectator in a pipe types nothing: only the match ends that session. */
  private async obey(): Promise<Outcome> {
    const { live, teletype } = this;
    if (live.seat === undefined && !teletype.isLive) return new Promise(() => {});
    for await (const line of teletype.lines()) {
      if (await this.typed.follow(line)) return 'left';
      if (live.isOver) return 'over'; // the next lines belong to the question of a rematch
    }
    await live.until(({ isOver, legal, table }) => isOver || legal.length > 0 || table.status === 'open');
    return live.isOver ? 'over' : 'input-ended';
  }
}

/** Tells a spectator what happens, at a readable pace: bots play a hundred moves while a person reads one line. */
interface SpectatorFeedTools {
  readonly say: (lines: readonly string[]) => void;
  readonly showBoard: () => void;
  /** In place of the oldest lines, when there are too many. */
  readonly missed: (n: number) => string;
}

const TELL_EVERY_MS = 500;
const BOARD_EVERY_MS = 3000;
const MOST_LINES = 5;

class SpectatorFeed {
  private readonly tools: SpectatorFeedTools;
  private readonly heard: string[] = [];
  private shownAt = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | undefined;

  constructor(tools: SpectatorFeedTools) {
    this.tools = tools;
  }

  /** Takes the lines of an event; no lines when only the board has changed. */
  add(lines: readonly string[]): void {
    this.heard.push(...lines);
    this.timer ??= setTimeout(() => this.tell(), TELL_EVERY_MS);
  }

  /** Drops the lines that wait: the session itself tells the end. */
  stop(): void {
    clearTimeout(this.timer);
    this.heard.length = 0;
  }

  private tell(): void {
    this.timer = undefined;
    const now = performance.now();
    const isBoardDue = now - this.shownAt >= BOARD_EVERY_MS;
    this.tools.say(newest(this.heard.splice(0), this.tools.missed));
    if (isBoardDue) {
      this.shownAt = now;
      this.tools.showBoard();
    } else this.timer = setTimeout(() => this.tell(), TELL_EVERY_MS);
  }
}

function newest(lines: readonly string[], missedWords: SpectatorFeedTools['missed']): readonly string[] {
  const missed = lines.length - MOST_LINES;
  return missed > 0 ? [missedWords(missed), ...lines.slice(missed)] : lines;
}
