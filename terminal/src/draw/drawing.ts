import type { Words } from '@flower-war/words';
import type { Paint, Style } from '../screen.ts';
import type { Cards } from '../words.ts';

/** What a drawing needs to know of the screen. */
export interface Page {
  readonly paint: Paint;
  readonly cards: Cards;
  readonly columns: number;
  /** How many lines there are for a brief picture. */
  readonly rows: number;
}

/** What the texts below a picture need. */
export type TextPage = Omit<Page, 'rows'>;

/** How one game looks on a terminal, in the language of the player. */
export interface Drawing<V> {
  readonly words: Words;
  /** The names of the seats that the view tells; other seats are numbered. */
  seats(view: V): readonly string[];
  /** What the signs of the picture mean. */
  readonly legend: readonly string[];
  /** The whole picture with all texts, 80 columns wide and as high as need be. */
  draw(view: V, paint: Paint, cards: Cards): readonly string[];
  /** What a player needs for a decision, in few lines of the width of the screen. */
  brief(view: V, page: Page): readonly string[];
  /** What the cards do that the player holds or sees. */
  texts(view: V, page: TextPage): readonly string[];
  /** The card that a move concerns but does not name. */
  cardIn?(view: V, move: string): string | undefined;
}

export function seatName<V>({ seats, words }: Pick<Drawing<V>, 'seats' | 'words'>, view: V, seat: number): string {
  return seats(view)[seat] ?? words.screen.names.seat(seat);
}

/** The whole picture if it has no more lines than there are, and else the brief one. */
export function fittingPicture<V>(drawing: Drawing<V>, view: V, page: Page): readonly string[] {
  const whole = page.columns < WHOLE_COLUMNS ? [] : drawing.draw(view, page.paint, page.cards);
  return whole.length > 0 && whole.length <= page.rows ? whole : drawing.brief(view, page);
}

/** The whole picture on a wide screen, and else the brief one with the texts below. */
export function wholePicture<V>(drawing: Drawing<V>, view: V, page: Page): readonly string[] {
  if (page.columns >= WHOLE_COLUMNS) return drawing.draw(view, page.paint, page.cards);
  return [...drawing.brief(view, page), ...drawing.texts(view, page)];
}

const WHOLE_COLUMNS = 80;

/** Replaces the names in a picture by their contents. A name and its content are equally wide. */
export function fill(picture: readonly string[], squares: Readonly<Record<string, string>>): readonly string[] {
  const names = new RegExp(Object.keys(squares).join('|'), 'g');
  return picture.map((line) => line.replace(names, (name) => squares[name] ?? name));
}

// Lines of pieces that know their style, so that a line can be measured and cut before it is painted.

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
