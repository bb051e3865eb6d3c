/** Lines of pieces that know their style, so that a line can be measured and cut before it is painted. */
import type { Paint, Style } from '../screen/paint.ts';

export interface Piece {
  readonly text: string;
  readonly style?: Style | undefined;
}
export type Line = readonly Piece[];

export const piece = (text: string, style?: Style): Piece => ({ text, style });

export const widthOf = (line: Line): number => line.reduce((sum, { text }) => sum + text.length, 0);

const blank = (width: number): Piece => piece(' '.repeat(Math.max(0, width)));

/** Makes the line exactly this wide: pads it, or cuts it and ends it with `…`. */
export function fit(line: Line, width: number): Line {
  const spare = width - widthOf(line);
  return spare >= 0 ? [...line, blank(spare)] : [...head(line, width - 1), piece('…')];
}

function head(line: Line, width: number): Line {
  let left = width;
  return line.map(({ text, style }) => {
    const kept = text.slice(0, left);
    left -= kept.length;
    return piece(kept, style);
  });
}

/** Puts one line at the left end and the other at the right end. */
export function apart(left: Line, right: Line, width: number): Line {
  return [...left, blank(width - widthOf(left) - widthOf(right)), ...right];
}

export function painted(line: Line, paint: Paint): string {
  return line.map(({ text, style }) => (style === undefined || text === '' ? text : paint(style, text))).join('');
}
