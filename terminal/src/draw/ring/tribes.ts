/** The tribes of the ring games: names, letters, colours, and a row of figures for each tribe. */
import type { RingView } from '@flower-war/rules';
import type { Screen } from '@flower-war/words';
import type { Style } from '../../screen/width.ts';
import { own } from '../../words/words.ts';
import { type Line, type Piece, piece } from '../drawing.ts';

export type Tribe = RingView['tribes'][number];
type Tribes = Pick<RingView, 'tribes'>;
type Names = Screen['names'];

const STYLES: Readonly<Record<Tribe['compass'], Style>> = {
  east: 'red',
  north: 'cyan',
  west: 'yellow',
  south: 'blue',
  center: 'green',
  zenith: 'magenta',
};

/** The number that the view has for Cortes in place of a seat. */
const CORTES = 6;

/** Before the start there are no tribes. */
export const seatNames = ({ tribes }: Tribes, { compass }: Names): readonly string[] =>
  tribes.map((tribe) => compass[tribe.compass]);

export function nameIn({ tribes }: Tribes, seat: number, names: Names): Piece {
  const tribe = tribes[seat];
  if (tribe === undefined) return piece(seat === CORTES ? names.cortes : names.seat(seat));
  return piece(names.compass[tribe.compass], STYLES[tribe.compass]);
}

/** `E` for EAST; nothing for a seat without a tribe. */
export function letterOf({ tribes }: Tribes, seat: number, names: Names): Piece {
  const { text, style } = nameIn({ tribes }, seat, names);
  return piece(tribes[seat] === undefined ? '' : text.slice(0, 1), style);
}

/** The columns of a game, and the contents of those columns that only this game has. */
export interface Columns<V> {
  readonly skulls: 'skulls' | 'tokens';
  readonly prizes: 'discs' | 'weeks';
  /** For each day, the seat that holds its prize. */
  holders(view: V): readonly number[];
  signs(view: V, seat: number): readonly string[];
}

const NAME = 6;
const COLUMN = 6;

interface Row {
  readonly tribe: Tribe;
  readonly seat: number;
}

export interface TableParts<V> {
  readonly columns: Columns<V>;
  readonly screen: Screen;
  /** What stands between the name and the figures, with its title. */
  readonly where?: { readonly title: string; readonly of: (tribe: Tribe) => string; readonly width: number };
}

export function tribeTable<V extends RingView>(view: V, parts: TableParts<V>): readonly Line[] {
  const { where } = parts;
  const lead = `${' '.repeat(2 + NAME)}${where === undefined ? '' : ` ${where.title}`.padEnd(where.width)}`;
  const titles = titlesOf(parts);
  const header = [piece(`${lead}${inColumns(titles, titles)}`, 'dim')];
  return [header, ...view.tribes.map((tribe, seat) => row(view, { tribe, seat }, parts))];
}

function titlesOf<V>({ columns, screen: { ring } }: TableParts<V>): readonly string[] {
  return [ring.columns[columns.skulls], ring.columns.cards, ring.columns[columns.prizes]];
}

/** Right under the titles. Before the first column there is room already. */
function inColumns(texts: readonly string[], titles: readonly string[]): string {
  const widths = titles.map(({ length }, index) => Math.max(COLUMN, index === 0 ? length : length + 1));
  return texts.map((text, index) => text.padStart(widths[index] ?? COLUMN)).join('');
}

function row<V extends RingView>(view: V, { tribe, seat }: Row, parts: TableParts<V>): Line {
  const { where, screen } = parts;
  const { text, style } = nameIn(view, seat, screen.names);
  const name = [piece(view.turn === seat ? '► ' : '  '), piece(text.padEnd(NAME), style)];
  if (!tribe.here) return [...name, piece(` ${screen.ring.hasLeft}`, 'dim')];
  const day = where === undefined ? '' : ` ${where.of(tribe)}`.padEnd(where.width);
  const numbers = inColumns(figuresOf(view, { tribe, seat }, parts.columns), titlesOf(parts));
  const signs = parts.columns.signs(view, seat).join(' ');
  const rest = [piece(signs === '' ? '' : ` ${signs}`, 'bold'), piece(changes(tribe, screen.ring))];
  return [...name, piece(`${day}${numbers}`), ...rest];
}

function figuresOf<V extends RingView>(view: V, { tribe, seat }: Row, columns: Columns<V>): readonly string[] {
  const prizes = columns.holders(view).filter((holder) => holder === seat).length;
  const cards = tribe.pending > 0 ? `${tribe.cards}+${tribe.pending}` : `${tribe.cards}`;
  return [`${tribe.skulls}`, cards, `${prizes}`];
}

/** ` take+1 >step+2`: the second change begins in the next turn. */
function changes({ modifiers, nextModifiers }: Tribe, ring: Screen['ring']): string {
  const all = [...modifiers.map((one) => short(one, ring)), ...nextModifiers.map((one) => `>${short(one, ring)}`)];
  return all.map((one) => ` ${one}`).join('');
}

/** `offer-1` for `offer-cost -1`. */
function short(modifier: string, { modifiers }: Screen['ring']): string {
  const [kind = '', amount = ''] = modifier.split(' ');
  return `${own(modifiers, kind) ?? kind}${amount}`;
}
