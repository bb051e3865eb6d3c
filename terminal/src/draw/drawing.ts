import type { Paint } from '../screen/paint.ts';
import type { Cards } from '../words/cards.ts';

/** How one game looks on a terminal of 80 columns. */
export interface Drawing<V> {
  /** What its seats are called, as far as the view tells; others are numbered. */
  seats(view: V): readonly string[];
  /** What the signs of the picture mean. */
  readonly legend: readonly string[];
  draw(view: V, paint: Paint, cards: Cards): readonly string[];
  /** The card that a move is about without naming it. */
  cardIn?(view: V, move: string): string | undefined;
}

export function seatName<V>({ seats }: Pick<Drawing<V>, 'seats'>, view: V, seat: number): string {
  return seats(view)[seat] ?? `Seat ${seat}`;
}

/** Puts contents in the place of names in a picture. A name and its content are equally wide. */
export function fill(picture: readonly string[], squares: Readonly<Record<string, string>>): readonly string[] {
  const names = new RegExp(Object.keys(squares).join('|'), 'g');
  return picture.map((line) => line.replace(names, (name) => squares[name] ?? name));
}
