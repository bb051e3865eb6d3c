/** What one game on the ring adds to the picture. */
import type { RingView } from '@flower-war/rules';
import type { Screen, Words } from '@flower-war/words';
import { type Style, wrap } from '../../screen.ts';
import { own } from '../../words.ts';
import { apart, type Line, type Piece, piece, type TextPage, widthOf } from '../drawing.ts';

export interface RingGame<V extends RingView> {
  readonly words: Words;
  readonly legend: readonly string[];
  readonly columns: Columns<V>;
  /** The sign of a day's prize. */
  readonly prize: string;
  cardIn?(view: V, move: string): string | undefined;
  /** The cards that lie on a day: how many, and the one in force. */
  pile?(view: V, day: number): { readonly count: Line; readonly live: Line };
  decks(view: V): string;
  apocalypse(view: V): readonly Line[];
  below(view: V, texts: TextPage): readonly string[];
}

/** In place of a seat: no tribe has taken the prize yet. A greater number: a tribe held the prize and has lost it. */
export const UNTAKEN = 6;

/** `13 ○E`: the skulls on a day, and its prize with the letter of its holder. */
export function stockOf<V extends RingView>(view: V, game: RingGame<V>, day: number): Line {
  const holder = game.columns.holders(view)[day - 1] ?? UNTAKEN;
  const whose = holder > UNTAKEN ? piece('-') : letterOf(view, holder, game.words.screen.names);
  const prize = piece(game.prize, holder === UNTAKEN ? 'dim' : undefined);
  return [piece(`${view.days[day - 1] ?? 0} `.padStart(3)), prize, whose];
}

export function tribesOn<V extends RingView>(view: V, { words }: RingGame<V>, day: number): Line {
  const { names } = words.screen;
  return view.tribes.flatMap((tribe, seat) => (tribe.here && tribe.day === day ? [letterOf(view, seat, names)] : []));
}

/** `Round 1` */
export const roundOf = <V extends RingView>({ round, roundCap }: V, { words }: RingGame<V>): string =>
  words.screen.ring.round(round, roundCap);

/** `War 98 : 105 Rain`, in the colours of the gods. */
export function tallies({ warTally, rainTally }: RingView, { words }: { readonly words: Words }): Line {
  const { ring } = words.screen;
  return [piece(`${ring.war} `, 'red'), piece(`${warTally} : ${rainTally}`), piece(` ${ring.rain}`, 'cyan')];
}

/** Both ends of a line with a blank between them, however full it is. */
export function ends(left: Line, right: Line, width: number): Line {
  return apart(left, right, Math.max(width, widthOf(left) + widthOf(right)));
}

// A battle on the ring: who fights, the dice, what is added, the stake.

/** Nothing if there is no battle. */
export function battleIn(
  view: RingView,
  { names, ring }: Screen,
): { readonly who: Line; readonly terms: string } | undefined {
  const { on, attacker, defender, attack, attackBonus, defence, defenceBonus, stake, coin } = view.battle;
  if (!on) return undefined;
  const dice = ring.against(roll(attack, attackBonus), roll(defence, defenceBonus));
  const terms = [
    ...(attack.length === 0 || defence.length === 0 ? [] : [dice]),
    ...(stake === 0 ? [] : [ring.stake(signed(stake))]),
  ];
  const [one, other] = [nameIn(view, attacker, names), nameIn(view, defender, names)];
  return { who: [one, piece(ring.attacks), other, piece(ring.coins[coin])], terms: terms.join(', ') };
}

/** `6 3 +2`: all dice, of which one counts, and what is added. */
const roll = (dice: readonly number[], bonus: number): string =>
  `${dice.join(' ')}${bonus === 0 ? '' : ` ${signed(bonus)}`}`;

const signed = (n: number): string => (n > 0 ? `+${n}` : `${n}`);

// The lists of cards below a picture of the ring, with the texts of the cards.

const INDENT = 4;

/** A title and an entry for each card; long entries are wrapped. Without cards there is no title either. */
export function cardList(title: string, ids: readonly string[], page: Omit<TextPage, 'paint'>): readonly string[] {
  if (ids.length === 0) return [];
  const lines = [...new Set(ids)].flatMap((id) => {
    const copies = ids.filter((other) => other === id).length;
    return cardLines(page, id, copies > 1 ? `(×${copies})` : '');
  });
  return ['', title, ...lines];
}

/** `  Dart Thrower (×2): Attack a player. You may play it in your turn. It costs 1 skull.` */
export function cardLines({ cards, columns }: Omit<TextPage, 'paint'>, id: string, remark: string): readonly string[] {
  const card = cards.get(id);
  const name = `  ${card?.title ?? id}${remark === '' ? '' : ` ${remark}`}`;
  const told = [card?.text ?? '', card?.when ?? '', card?.cost ?? ''].filter((part) => part !== '').join(' ');
  return wrap(told === '' ? name : `${name}: ${told}`, INDENT, columns);
}

// The tribes of the ring games: names, letters, colours, and a row of figures for each tribe.

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
interface Columns<V> {
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

interface TableParts<V> {
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
