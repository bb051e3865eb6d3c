/** The tribes of the ring games: names, letters, colours, and a row of figures for each tribe. */
import type { RingView } from '@flower-war/rules';
import type { Style } from '../screen/paint.ts';
import { type Line, type Piece, piece } from './line.ts';

export type Tribe = RingView['tribes'][number];

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
export const seatNames = ({ tribes }: Pick<RingView, 'tribes'>): readonly string[] =>
  tribes.map(({ compass }) => compass.toUpperCase());

export function nameIn({ tribes }: Pick<RingView, 'tribes'>, seat: number): Piece {
  const tribe = tribes[seat];
  if (tribe === undefined) return piece(seat === CORTES ? 'Cortes' : `Seat ${seat}`);
  return piece(tribe.compass.toUpperCase(), STYLES[tribe.compass]);
}

/** `E` for EAST; nothing for a seat without a tribe. */
export function letterOf({ tribes }: Pick<RingView, 'tribes'>, seat: number): Piece {
  const { text, style } = nameIn({ tribes }, seat);
  return piece(tribes[seat] === undefined ? '' : text.slice(0, 1), style);
}

/** The titles of a game's columns, and the contents of those columns that only this game has. */
export interface Columns<V> {
  readonly skulls: 'skulls' | 'tokens';
  readonly prizes: 'discs' | 'weeks';
  /** For each day, the seat that holds its prize. */
  holders(view: V): readonly number[];
  signs(view: V, seat: number): readonly string[];
}

const NAME = 6;
const COLUMN = 6;

export function tribeTable<V extends RingView>(view: V, columns: Columns<V>): readonly Line[] {
  const titles = [columns.skulls, 'cards', columns.prizes].map((title) => title.padStart(COLUMN)).join('');
  const header = [piece(`${' '.repeat(2 + NAME)}${titles}`, 'dim')];
  return [header, ...view.tribes.map((tribe, seat) => row(view, columns, { tribe, seat }))];
}

interface Row {
  readonly tribe: Tribe;
  readonly seat: number;
}

function row<V extends RingView>(view: V, columns: Columns<V>, { tribe, seat }: Row): Line {
  const { text, style } = nameIn(view, seat);
  const name = [piece(view.turn === seat ? '► ' : '  '), piece(text.padEnd(NAME), style)];
  if (!tribe.here) return [...name, piece(' has left', 'dim')];
  const prizes = columns.holders(view).filter((holder) => holder === seat).length;
  const cards = tribe.pending > 0 ? `${tribe.cards}+${tribe.pending}` : `${tribe.cards}`;
  const numbers = [`${tribe.skulls}`, cards, `${prizes}`].map((number) => number.padStart(COLUMN)).join('');
  const signs = columns.signs(view, seat).join(' ');
  return [...name, piece(numbers), piece(signs === '' ? '' : ` ${signs}`, 'bold'), piece(changes(tribe))];
}

/** ` pickup+1 >step+2`: the second change begins in the next turn. */
function changes({ modifiers, nextModifiers }: Tribe): string {
  const all = [...modifiers.map(short), ...nextModifiers.map((one) => `>${short(one)}`)];
  return all.map((one) => ` ${one}`).join('');
}

/** `offer-1` for `offer-cost -1`. */
const short = (modifier: string): string => modifier.replace(/(-cost)? /, '');
