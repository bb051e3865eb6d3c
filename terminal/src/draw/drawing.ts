import type { Paint } from '../screen/paint.ts';
import type { Cards } from '../words/cards.ts';

/** How one game looks on a terminal of 80 columns. */
export interface Drawing<V> {
  /** The names of the seats that the view tells; other seats are numbered. */
  seats(view: V): readonly string[];
  /** What the signs of the picture mean. */
  readonly legend: readonly string[];
  draw(view: V, paint: Paint, cards: Cards): readonly string[];
  /** The card that a move concerns but does not name. */
  cardIn?(view: V, move: string): string | undefined;
}

export function seatName<V>({ seats }: Pick<Drawing<V>, 'seats'>, view: V, seat: number): string {
  return seats(view)[seat] ?? `Seat ${seat}`;
}

/** Replaces the names in a picture by their contents. A name and its content are equally wide. */
export function fill(picture: readonly string[], squares: Readonly<Record<string, string>>): readonly string[] {
  const names = new RegExp(Object.keys(squares).join('|'), 'g');
  return picture.map((line) => line.replace(names, (name) => squares[name] ?? name));
}
