import type { Paint } from '../paint.ts';

/** How one game looks on a terminal of 80 columns. */
export interface Drawing<V> {
  /** What its seats are called; beyond this list they are numbered. */
  readonly seats: readonly string[];
  /** What the signs of the picture mean. */
  readonly legend: readonly string[];
  draw(view: V, paint: Paint): readonly string[];
}

export function seatName({ seats }: Pick<Drawing<never>, 'seats'>, seat: number): string {
  return seats[seat] ?? `Seat ${seat}`;
}

/** Puts contents in the place of names in a picture. A name and its content are equally wide. */
export function fill(picture: readonly string[], squares: Readonly<Record<string, string>>): readonly string[] {
  const names = new RegExp(Object.keys(squares).join('|'), 'g');
  return picture.map((line) => line.replace(names, (name) => squares[name] ?? name));
}
