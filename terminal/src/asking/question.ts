/** What a player sees with a question: the board, what happened, what to do, and the moves. It fits the screen. */
import type { Paint } from '../screen/paint.ts';
import type { Size } from '../screen/size.ts';
import { wrap } from '../screen/width.ts';
import { type Choice, type MoveList, moveList } from '../words/moveList.ts';

export interface Question {
  /** Draws the board in so many lines, if it can. */
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

export interface QuestionScreen {
  /** What happened before that the screen has no room for. */
  readonly earlier: readonly string[];
  readonly screen: readonly string[];
  /** Where the next page of moves begins. */
  readonly next: MoveList['next'];
}

interface Style {
  readonly paint: Paint;
  readonly more: (n: number) => string;
}

/** The player types in the last line. */
const INPUT = 1;
const LEAST_MOVES = 4;
const LEAST_LOG = 2;

export function questionScreen(question: Question, { columns, rows }: Size, { paint, more }: Style): QuestionScreen {
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
