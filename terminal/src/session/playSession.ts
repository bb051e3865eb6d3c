/** One match on one terminal, from the first board to the result. */
import type { AgreementKind, GameEvent, LegalMove, LiveMatch, TableJson } from '@flower-war/client';
import { english } from '@flower-war/words';
import { type Drawing, drawingOf, seatName } from '../draw/index.ts';
import type { Teletype } from '../screen/teletype.ts';
import { wrap } from '../screen/width.ts';
import { isTempleCommand } from '../temples/commands.ts';
import { TempleAtTable } from '../temples/templeAtTable.ts';
import { type Cards, noteOn } from '../words/cards.ts';
import { moveList } from '../words/moveList.ts';
import { agreementWords, timeWords } from '../words/tableWords.ts';
import { type Tell, tellerOf } from '../words/tell.ts';
import { comings, diceWords, resultWords, roster } from '../words/words.ts';
import { Chat } from './chat.ts';
import { HELP, readMove, readWord } from './commands.ts';
import { SpectatorFeed } from './spectatorFeed.ts';

export type Outcome = 'over' | 'left' | 'input-ended';

/** The game of the match, and the words on its cards. */
export interface Subject {
  readonly game: string;
  readonly cards: Cards;
}

/** Events arrive after the change that they explain. A question waits this long, so that they are shown first. */
const ASK_AFTER_MS = 40;
/** A server that takes longer to explain its moves is asked no more; the moves are then shown in notation. */
const EXPLAINED_WITHIN_MS = 2000;

export class PlaySession {
  private readonly live: LiveMatch;
  private readonly teletype: Teletype;
  private readonly game: string;
  private readonly drawing: Drawing<unknown>;
  private readonly tell: Tell;
  private readonly cards: Cards;
  private readonly chat: Chat;
  private readonly temples: TempleAtTable;
  private readonly feed = new SpectatorFeed({ say: (lines) => this.say(lines), showBoard: () => this.show() });
  private readonly name = (seat: number) => seatName(this.drawing, this.live.view, seat);
  private timer: NodeJS.Timeout | undefined;
  private before: TableJson<unknown>;
  private drawnStep = 0;
  /** The question that was shown last, and the one whose moves the server is explaining. */
  private asked: number | undefined;
  private coming: number | undefined;
  private onAsked: () => void = () => {};

  constructor(live: LiveMatch, { game, cards }: Subject, teletype: Teletype) {
    this.live = live;
    this.teletype = teletype;
    this.game = game;
    this.drawing = drawingOf(game);
    this.tell = tellerOf(game);
    this.cards = cards;
    this.before = live.table;
    live.on('change', () => this.notice());
    this.chat = new Chat(live, (lines) => this.say(lines), this.name);
    this.temples = new TempleAtTable(live, (lines) => this.say(lines), this.name);
    live.on('events', (events) => this.recount(events));
    live.on('connected', (isBack) =>
      teletype.say(isBack ? 'The connection is back.' : 'The connection is lost; trying again ...'),
    );
    live.on('closed', () => this.onAsked());
  }

  /** Rejects when the server refuses the place in the middle of the match. */
  async run(): Promise<Outcome> {
    const { live, teletype, name } = this;
    teletype.say(...roster(live.table, name, live.seat), '', ...diceWords(live.fairness), '', ...this.drawing.legend);
    if (live.behind > 0) teletype.say(`You see the match with a delay of ${live.behind} seconds.`);
    this.chat.hear(live.lines);
    this.temples.showLedger();
    if (live.table.status === 'open') teletype.say('The match begins when every seat is taken.');
    this.rest();
    try {
      return await Promise.race([this.over(), this.obey(), teletype.interrupted.then((): Outcome => 'left')]);
    } finally {
      clearTimeout(this.timer);
      this.feed.stop();
    }
  }

  private async over(): Promise<Outcome> {
    const { live, teletype } = this;
    await live.until(({ isOver }) => isOver);
    clearTimeout(this.timer);
    this.feed.stop();
    this.onAsked();
    if (live.table.result.result !== 'aborted') teletype.say('', ...this.board());
    teletype.say('', ...resultWords(live.table, this.name).map((line) => teletype.paint('bold', line)));
    return 'over';
  }

  private notice(): void {
    const { live, before, name } = this;
    this.before = live.table;
    this.say(comings(before, live.table, { name, you: live.seat }));
    this.say(agreementWords(before, live.table, { name, you: live.seat }));
    this.temples.notice(before);
    if (before.status === 'open' && live.table.status !== 'open') this.begin(before);
    this.rest();
  }

  /** Some games name their seats only when the match begins. */
  private begin(before: TableJson<unknown>): void {
    const { live, drawing, name } = this;
    this.say(['All seats are taken: the match begins.']);
    if (drawing.seats(before.view).length === 0) this.say(roster(live.table, name, live.seat));
  }

  private recount(events: readonly GameEvent[]): void {
    const told = events.flatMap((event) => this.tell(event, this.name, this.cards) ?? []);
    const lines = told.flatMap((sentence) => wrap(sentence, 4));
    if (this.hasFeed) return this.feed.add(lines);
    this.say(lines);
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
    const { decision, seat, table } = this.live;
    const isNewQuestion = decision !== undefined && decision !== this.asked && decision !== this.coming;
    const isNews = seat === undefined ? table.step !== this.drawnStep : this.drawnStep === 0;
    if (!isNewQuestion && !isNews) return;
    this.drawnStep = table.step;
    this.teletype.say('', ...this.board());
    if (isNewQuestion) void this.question(decision);
  }

  /** If the question changes while the server explains it, the change shows the next one. */
  private async question(decision: number): Promise<void> {
    const { live, teletype } = this;
    this.coming = decision;
    const explained = await this.explained();
    if (this.coming === decision) this.coming = undefined;
    if (live.decision !== decision) return;
    const notes = new Map(explained.map((move) => [move.move, this.noteOn(move)]));
    const moves = moveList(live.legal, (move) => notes.get(move), teletype.paint);
    const whose = teletype.paint('green', `Your move, ${this.name(live.seat ?? 0)}:`);
    const { game, cards, name } = this;
    const prompt = english.prompt(game, live.view, { name, cards }) ?? '';
    teletype.say('', ...timeWords(live, Date.now()), ...wrap(`${whose} ${prompt}`.trimEnd(), 2), ...moves);
    this.asked = decision;
    teletype.ask();
    this.onAsked();
  }

  /** The legal moves with what they do. A server that cannot say it does not keep the player from moving. */
  private async explained(): Promise<readonly LegalMove[]> {
    const { live } = this;
    const told = await live.moves({ within: EXPLAINED_WITHIN_MS }).catch(() => []);
    return told.length > 0 ? told : live.legal.map((move) => ({ move, verb: '' }));
  }

  /** What the card of the move does, if the move costs nothing; otherwise what the move does. */
  private noteOn(move: LegalMove): string {
    const { game, cards, name } = this;
    const note = noteOn(cards, this.drawing.cardIn?.(this.live.view, move.move) ?? move.move);
    return note !== undefined && move.costs === undefined ? note : english.move(game, move, { name, cards });
  }

  private board(): readonly string[] {
    return this.drawing.draw(this.live.view, this.teletype.paint, this.cards);
  }

  /** Follows the lines that are typed. A spectator in a pipe types nothing: only the match ends that session. */
  private async obey(): Promise<Outcome> {
    const { live, teletype } = this;
    if (live.seat === undefined && !teletype.isLive) return new Promise(() => {});
    for await (const line of teletype.lines()) {
      if (await this.follow(line)) return 'left';
      if (live.isOver) return 'over'; // the next lines belong to the question of a rematch
    }
    await live.until(({ isOver, legal, table }) => isOver || legal.length > 0 || table.status === 'open');
    return live.isOver ? 'over' : 'input-ended';
  }

  /** Follows one line. Says whether the player wants to leave. */
  private async follow(line: string): Promise<boolean> {
    const word = readWord(line);
    if (word !== undefined) this.echo(line);
    if (word?.kind === 'quit') return true;
    const said = word && (isTempleCommand(word) ? this.temples.obey(word) : this.chat.obey(word));
    if (said !== undefined) await this.told(said);
    else if (word?.kind === 'help') await this.help();
    else if (this.live.seat === undefined) this.teletype.say('You are watching; q leaves.');
    else if (word?.kind === 'resign') await this.answered(this.live.resign());
    else if (word?.kind === 'asks') await this.answered(this.live.asks(word.what));
    else if (word?.kind === 'back') await this.answered(this.live.back());
    else if (word?.kind === 'reply') await this.answered(this.live.reply(word.isAccepted));
    else if (word?.kind === 'offer') await this.answered(this.offer(word.what, word.minutes));
    else await this.move(line);
    return false;
  }

  private offer(what: AgreementKind, minutes: number): ReturnType<LiveMatch['reply']> {
    return what === 'pause' ? this.live.offer(what, minutes) : this.live.offer(what);
  }

  /** Talk does not end a question: the prompt comes back after it. */
  private async told(problem: Promise<string | undefined>): Promise<void> {
    const words = await problem;
    if (words !== undefined) this.teletype.say(words);
    if (this.live.legal.length > 0) this.teletype.ask();
  }

  /** Prints a line that came from a pipe; a terminal has shown it already. */
  private echo(line: string): void {
    if (!this.teletype.isLive) this.teletype.say(`> ${line}`);
  }

  private async help(): Promise<void> {
    const isRunning = this.live.table.status === 'running';
    this.teletype.say(...HELP, '', ...this.drawing.legend, ...(isRunning ? ['', ...this.board()] : []));
    if (this.live.decision !== undefined) await this.question(this.live.decision);
  }

  /** A pipe is ahead of the match, so that its line waits for the question. A person is told to wait instead. */
  private async move(line: string): Promise<void> {
    const { live, teletype } = this;
    if (!teletype.isLive) await this.untilAsked();
    if (live.isOver) return;
    this.echo(line);
    if (live.legal.length === 0) return teletype.say('Wait: it is not your turn.');
    const command = readMove(line, live.legal);
    if (command.kind === 'move') return this.play(command.move);
    if (command.kind === 'unclear') teletype.say(command.problem);
    teletype.ask();
  }

  /** The answer comes late while other players decide in secret. A person may type other commands meanwhile. */
  private async play(move: string): Promise<void> {
    const answered = this.answered(this.live.play(move));
    if (!this.teletype.isLive) await answered;
    else answered.catch(() => {}); // the match was closed; `over` or the error of the run tells it
  }

  private untilAsked(): Promise<void> {
    const { decision, isOver } = this.live;
    if (isOver || (decision !== undefined && decision === this.asked)) return Promise.resolve();
    return new Promise((resolve) => {
      this.onAsked = resolve;
    });
  }

  private async answered(asked: ReturnType<LiveMatch['play']>): Promise<void> {
    const answer = await asked;
    if (answer.kind !== 'rejected') return;
    this.teletype.say(english.refusal(answer, this.game));
    this.teletype.ask();
  }
}
