/** Asks a player: shows the board, what happened, the prompt and the moves, so that all of it fits the screen. */
import { type GameName, type LegalMove, type LiveMatch, RefusedError } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { reasonFor } from '@flower-war/words/advice';
import { type Drawing, drawingOf, fittingPicture, type Page, seatName, wholePicture } from '../draw/index.ts';
import { explain, type Teletype } from '../screen.ts';
import { type Cards, textOn, timeWords } from '../words.ts';
import { hintOn, type ReadHints } from './hints.ts';
import { type Choice, moveList, questionScreen } from './question.ts';

/** The game of the match, the words on its cards, and what the player knows already. */
export interface Subject {
  readonly game: string;
  readonly cards: Cards;
  /** Nothing for a player who wants no hints. */
  readonly hints: ReadHints | undefined;
  /** Asks the strongest bot which move it would choose in this seat. */
  readonly advise: () => Promise<{ readonly decision: number; readonly move: string }>;
}

/** A server that takes longer to explain its moves is asked no more; the moves are then shown in notation. */
const EXPLAINED_WITHIN_MS = 2000;

export class Asking {
  readonly drawing: Drawing<unknown>;
  private readonly live: LiveMatch;
  private readonly subject: Subject;
  private readonly teletype: Teletype;
  /** The question that was shown last. */
  private asked: number | undefined;
  /** The question whose moves the server is explaining. */
  private coming: number | undefined;
  /** The moves of the question that was shown last. */
  private moves: readonly LegalMove[] = [];
  /** Where the next page of its moves begins. */
  private next: number | undefined;

  constructor(live: LiveMatch, subject: Subject, teletype: Teletype) {
    this.live = live;
    this.subject = subject;
    this.teletype = teletype;
    this.drawing = drawingOf(subject.game, teletype.words);
  }

  name(seat: number): string {
    return seatName(this.drawing, this.live.view, seat);
  }

  /** Whether there is a question that the player has not seen. */
  get isNew(): boolean {
    return this.live.decision !== undefined && !this.isAsked && !this.isComing;
  }

  get isComing(): boolean {
    return this.live.decision !== undefined && this.live.decision === this.coming;
  }

  get isAsked(): boolean {
    return this.live.decision !== undefined && this.live.decision === this.asked;
  }

  /**
   * Shows the question that is open, after what happened before it. Says whether it did: while the server explains the
   * moves, the question may change.
   */
  async ask(log: () => readonly string[]): Promise<boolean> {
    const { live } = this;
    const { decision } = live;
    this.coming = decision;
    const moves = await this.explained();
    if (this.coming === decision) this.coming = undefined;
    if (live.decision !== decision) return false;
    this.moves = moves;
    this.asked = decision;
    this.show(log());
    return true;
  }

  /** The legal moves with what they do. A server that cannot say it does not keep the player from moving. */
  private async explained(): Promise<readonly LegalMove[]> {
    const { live } = this;
    const told = await live.moves({ within: EXPLAINED_WITHIN_MS }).catch(() => []);
    return told.length > 0 ? told : live.legal.map((move) => ({ move, verb: '' }));
  }

  private show(log: readonly string[]): void {
    const { live, teletype } = this;
    const { words, paint } = teletype;
    const { earlier, screen, next } = questionScreen(
      {
        board: (rows) => this.board(rows),
        log,
        hint: this.hint(),
        time: timeWords(live, Date.now(), words),
        prompt: this.prompt(),
        choices: this.choices(),
      },
      teletype.size,
      { paint, more: words.screen.match.more },
    );
    this.next = next;
    teletype.say(...earlier, '', ...screen);
    teletype.ask();
  }

  /** The board in this many lines. */
  board(rows: number): readonly string[] {
    return fittingPicture(this.drawing, this.live.view, this.page(rows));
  }

  /** Always the whole picture, with all texts. Returns why there is none. */
  async showWhole(): Promise<string | undefined> {
    if (this.live.table.status === 'open') return this.teletype.words.screen.match.waiting;
    this.teletype.say('', ...wholePicture(this.drawing, this.live.view, this.page(this.teletype.size.rows)));
    return undefined;
  }

  async showCards(): Promise<string | undefined> {
    const { ring, match } = this.teletype.words.screen;
    if (this.live.table.status === 'open') return match.waiting;
    const texts = this.drawing.texts(this.live.view, this.page(0));
    this.teletype.say(...texts);
    return texts.length === 0 ? ring.noCards : undefined;
  }

  /** The next page of moves. */
  async showMore(): Promise<string | undefined> {
    const { words, size, paint } = this.teletype;
    const { match } = words.screen;
    if (!this.isAsked) return match.notYourTurn;
    if (this.next === undefined) return match.noMore;
    const page = { from: this.next, columns: size.columns, rows: size.rows - 2, paint, more: match.more };
    const { lines, next } = moveList(this.choices(), page);
    this.next = next;
    this.teletype.say(...lines);
    return undefined;
  }

  /** Which move a strong player would look at, and why: both from what this seat sees. */
  async advice(): Promise<string> {
    const { live, subject, moves } = this;
    const { words } = this.teletype;
    const { match } = words.screen;
    if (!this.isAsked) return match.notYourTurn;
    const { view, seat = 0 } = live;
    const hint = await subject.advise().catch((error) => adviceProblem(error, words));
    if (typeof hint === 'string') return hint;
    const index = hint.decision === live.decision ? moves.findIndex(({ move }) => move === hint.move) : -1;
    const move = moves[index];
    if (move === undefined) return match.noAdvice;
    const name = (other: number) => this.name(other);
    const { game } = subject;
    const reason = reasonFor(words, { game: game as GameName, view: view as object, seat, move, name });
    return `${match.advised(index + 1, this.choice(move).sentence)} ${reason ?? ''}`.trimEnd();
  }

  private page(rows: number): Page {
    const { paint, size } = this.teletype;
    return { paint, cards: this.subject.cards, columns: size.columns, rows };
  }

  private hint(): string {
    const { hints, game } = this.subject;
    const { screen } = this.teletype.words;
    const hint = hintOn(game, this.live.view, screen);
    return hint !== undefined && hints?.isNew(hint) === true ? screen.match.hint(hint.text) : '';
  }

  private prompt(): string {
    const { live, teletype } = this;
    const { words, paint } = teletype;
    const whose = paint('green', words.screen.match.yourMove(this.name(live.seat ?? 0)));
    return `${whose} ${words.prompt(this.subject.game, live.view, { ...this.speech, legal: this.moves }) ?? ''}`.trimEnd();
  }

  private choices(): readonly Choice[] {
    return this.moves.map((move) => this.choice(move));
  }

  private choice(move: LegalMove): Choice {
    const { game, cards } = this.subject;
    const card = this.drawing.cardIn?.(this.live.view, move.move);
    const about = card === undefined ? textOn(cards, move.move) : cards.get(card)?.text;
    return { sentence: this.teletype.words.move(game, move, this.speech), about: about ?? '' };
  }

  private get speech() {
    return { name: (seat: number) => this.name(seat), cards: this.subject.cards };
  }
}

/** Against people a hint would be help from outside. */
function adviceProblem(error: unknown, words: Words): string {
  if (error instanceof RefusedError && error.code === 'forbidden') return words.screen.match.onlyBots;
  const told = explain(error, words);
  if (told === undefined) throw error;
  return told;
}
