/** What a player sees with a question: the board, what happened, what to do, and the moves. It fits the screen. */
import { cut, type Paint, type Size, wrap } from '../screen.ts';

export interface Question {
  /** Draws the board in this many lines, if it can. */
  readonly board: (rows: number) => readonly string[];
  /** What happened since the last question, the oldest line first. */
  readonly log: readonly string[];
  readonly hint: string;
  /** How much time there is; a sentence each. */
  readonly time: readonly string[];
  /** What the player has to do. */
  readonly prompt: string;
  readonly choices: readonly Choice[];
}

interface QuestionScreen {
  /** What happened before that the screen has no room for. */
  readonly earlier: readonly string[];
  readonly screen: readonly string[];
  /** Where the next page of moves begins. */
  readonly next: MoveList['next'];
}

/** The player types in the last line. */
const INPUT = 1;

const LEAST_MOVES = 4;
const LEAST_LOG = 2;

export function questionScreen(
  question: Question,
  { columns, rows }: Size,
  { paint, more }: Pick<MovePage, 'paint' | 'more'>,
): QuestionScreen {
  const { log, hint, time, prompt, choices } = question;
  const told = [...(hint === '' ? [] : [paint('yellow', hint)]), ...time, prompt];
  const asked = told.flatMap((line) => wrap(line, 2, columns));
  const below = rows - INPUT - asked.length;
  const wanted = Math.min(choices.length, LEAST_MOVES) + Math.min(log.length, LEAST_LOG);
  const board = question.board(below - wanted);
  const free = below - board.length;
  const { lines, next } = moveList(choices, {
    from: 0,
    columns,
    rows: Math.max(2, free - Math.min(log.length, LEAST_LOG)),
    paint,
    more,
  });
  const shown = Math.min(log.length, Math.max(0, free - lines.length));
  const gap = free - lines.length - shown > 0 ? [''] : [];
  return {
    earlier: log.slice(0, log.length - shown),
    screen: [...board, ...gap, ...log.slice(log.length - shown), ...asked, ...lines],
    next,
  };
}

// The moves that a player can choose from.

/** A move in words. */
export interface Choice {
  readonly sentence: string;
  /** What the card of the move does; empty if there is none. */
  readonly about: string;
}

export interface MovePage {
  /** How many moves come before the first one. */
  readonly from: number;
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  /** The line below a page that is not the last one. */
  readonly more: (n: number) => string;
}

interface MoveList {
  readonly lines: readonly string[];
  /** Where the next page begins; nothing after the last one. */
  readonly next: number | undefined;
}

const GAP = '  ';

/** Numbers the moves as `readMove` reads them. Texts are shown whole if there is room, and else one line each. */
export function moveList(choices: readonly Choice[], page: MovePage): MoveList {
  const shown = choices.slice(page.from);
  const digits = `${choices.length}`.length;
  const number = (index: number) => page.paint('cyan', `${page.from + index + 1}`.padStart(digits));
  const indent = GAP.length * 2 + digits;
  const whole = shown.flatMap((choice, index) =>
    wrap(`${GAP}${number(index)}${GAP}${textOf(choice)}`, indent, page.columns),
  );
  if (whole.length <= page.rows) return { lines: whole, next: undefined };
  const short = shown.map(
    (choice, index) => `${GAP}${number(index)}${GAP}${cut(textOf(choice), page.columns - indent)}`,
  );
  if (short.length <= page.rows) return { lines: short, next: undefined };
  const first = short.slice(0, Math.max(1, page.rows - 1));
  return {
    lines: [...first, `${GAP}${page.more(short.length - first.length)}`],
    next: page.from + first.length,
  };
}

const textOf = ({ sentence, about }: Choice): string => (about === '' ? sentence : `${sentence} ${about}`);
