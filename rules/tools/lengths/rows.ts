/** The rows of the table: each preset, in each length that it has, with each number of seats. */
import { type Entry, GAMES } from '../../src/catalogue/games.ts';

export interface Row {
  readonly game: string;
  readonly preset: string;
  /** Absent if the game has one length. */
  readonly length?: string;
  readonly seats: number;
}

export const ROWS: readonly Row[] = [...GAMES.values()].flatMap(rowsOf);

function rowsOf({ game }: Entry): readonly Row[] {
  const [least, most] = game.seats;
  const numbers = Array.from({ length: most - least + 1 }, (_, more) => least + more);
  return game.presets.flatMap(({ id }) =>
    lengthsOf(game).flatMap((length) => numbers.map((seats) => ({ game: game.id, preset: id, ...length, seats }))),
  );
}

function lengthsOf({ options }: Entry['game']): readonly Pick<Row, 'length'>[] {
  const spec = options.find(({ name }) => name === 'length');
  return spec?.type === 'choice' ? spec.values.map((length) => ({ length })) : [{}];
}

/** The options of a row as the command line takes them, with others after them. */
export const optionsText = ({ length }: Row, others = ''): string =>
  length === undefined ? others : `length=${length},${others}`;

export const nameOf = ({ preset, length, seats }: Row): string =>
  `${preset}${length === undefined ? '' : ` ${length}`}, ${seats} seats`;
