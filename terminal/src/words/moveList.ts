/** The moves that a player can choose from. */
import { cut, type Paint, wrap } from '../screen/width.ts';

/** A move in words. */
export interface Choice {
  readonly sentence: string;
  /** What the card of the move does; empty if there is none. */
  readonly about: string;
}

export interface Page {
  /** How many moves come before the first one. */
  readonly from: number;
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  /** The line below a page that is not the last one. */
  readonly more: (n: number) => string;
}

export interface MoveList {
  readonly lines: readonly string[];
  /** Where the next page begins; nothing after the last one. */
  readonly next: number | undefined;
}

const GAP = '  ';

/** Numbers the moves as `readMove` reads them. Texts are shown whole if there is room, and else one line each. */
export function moveList(choices: readonly Choice[], page: Page): MoveList {
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
