/** Draws the games on the ring of twenty days: the days around a square, with the state of the match inside. */
import type { RingView } from '@flower-war/rules';
import type { Words } from '@flower-war/words';
import { COLUMNS, cut, type Paint } from '../../screen.ts';
import { type Cards, own, titleOf } from '../../words.ts';
import {
  apart,
  type Drawing,
  fit,
  type Line,
  type Page,
  type Piece,
  painted,
  piece,
  type TextPage,
  widthOf,
} from '../drawing.ts';
import {
  battleIn,
  cardList,
  ends,
  nameIn,
  type RingGame,
  roundOf,
  seatNames,
  stockOf,
  type Tribe,
  tallies,
  tribesOn,
  tribeTable,
} from './game.ts';

export function ringDrawing<V extends RingView>(game: RingGame<V>): Drawing<V> {
  const { words } = game;
  return {
    words,
    seats: (view) => seatNames(view, words.screen.names),
    legend: [...words.screen.ring.legend, ...game.legend],
    ...(game.cardIn && { cardIn: game.cardIn }),
    draw(view, paint, cards) {
      const cells = view.days.map((_, index) => cell(view, game, index + 1));
      const ring = drawRing({ cells, inner: inner(view, game, cards) }, paint);
      const texts = { paint, cards, columns: COLUMNS };
      return [...ring, ...game.below(view, texts), ...cardTexts(view, game, texts)];
    },
    brief: (view, page) => ringBrief(view, game, page),
    texts: (view, page) => [...game.below(view, page), ...cardTexts(view, game, page)],
  };
}

function cell<V extends RingView>(view: V, game: RingGame<V>, day: number): readonly Line[] {
  const { count, live } = game.pile?.(view, day) ?? { count: [], live: [] };
  const tribes = tribesOn(view, game, day);
  const stock = apart(stockOf(view, game, day), count, CELL_WIDTH);
  return [dateOf(view, game, day), stock, apart(tribes, live, CELL_WIDTH)];
}

/** The day with its day count: how many skulls have been taken from it since it was full: `Crocodile 2`. */
function dateOf<V extends RingView>({ perSpace, days }: V, { words }: RingGame<V>, day: number): Line {
  const count = perSpace - (days[day - 1] ?? 0);
  return [piece(words.shortDay(day)), ...(count === 0 ? [] : [piece(` ${count}`, 'dim')])];
}

function inner<V extends RingView>(view: V, game: RingGame<V>, cards: Cards): readonly Line[] {
  const { screen } = game.words;
  const { ring } = screen;
  const temple = [...tallies(view, game), piece(`  ${ring.stock(view.pool, view.out)}`)];
  const sections = [
    [[piece(roundOf(view, game))], status(view, cards, game.words)],
    tribeTable(view, { columns: game.columns, screen }),
    [row(ring.temple, temple), row(ring.decks, [piece(game.decks(view))])],
    game.apocalypse(view),
    battleRows(view, game),
  ];
  return spaced(sections).map((line) => (line.length === 0 ? line : [piece(' '), ...line]));
}

/** Puts an empty line between sections while there is room. */
function spaced(sections: readonly (readonly Line[])[]): readonly Line[] {
  const there = sections.filter((section) => section.length > 0);
  let spare = INNER.height - there.flat().length;
  return there.flatMap((section, index) => (index > 0 && spare-- > 0 ? [[], ...section] : section));
}

const LABEL = 12;
export const row = (label: string, content: Line): Line => labelled(piece(label), content);
export const labelled = ({ text, style }: Piece, content: Line): Line => [piece(text.padEnd(LABEL), style), ...content];

function battleRows<V extends RingView>(view: V, { words }: RingGame<V>): readonly Line[] {
  const lines = battleIn(view, words.screen);
  return lines === undefined ? [] : [row(words.screen.ring.battle, lines.who), row('', [piece(lines.terms)])];
}

function cardTexts<V extends RingView>(view: V, { words }: RingGame<V>, texts: TextPage): readonly string[] {
  const { card, hand, pending, looked } = view;
  const { ring } = words.screen;
  const list = (title: string, ids: readonly string[]) => cardList(texts.paint('bold', title), ids, texts);
  return [
    ...list(ring.played, card === '' ? [] : [card]),
    ...list(ring.toDeal, looked),
    ...list(ring.yourCards, hand),
    ...list(ring.yourEvents, pending),
  ];
}

// The frame of the ring: twenty cells around an open square.

/** The days lie as on the printed board: travel begins at the right, just above the middle, and goes up. */
const TOP = [8, 7, 6, 5, 4, 3];

const SIDES = [
  [9, 2],
  [10, 1],
  [11, 20],
  [12, 19],
] as const;

const BOTTOM = [13, 14, 15, 16, 17, 18];

/** The longest name, Cozcacuauhtli, stands in the fourth column. */
const WIDTHS = [12, 12, 12, 13, 12, 12];

const CELL_LINES = [0, 1, 2];
const PITCH = CELL_LINES.length + 1;

/** Room for a cell's lines in every column. */
const CELL_WIDTH = 12;

const INNER = { width: 52, height: SIDES.length * PITCH - 1 };

interface Ring {
  /** The lines of each day. */
  readonly cells: readonly (readonly Line[])[];
  /** At most as many lines as the square has. */
  readonly inner: readonly Line[];
}

function drawRing({ cells, inner }: Ring, paint: Paint): readonly string[] {
  const cell = (day: number, line: number, width = CELL_WIDTH) =>
    painted(fit(cells[day - 1]?.[line] ?? [], width), paint);
  const within = (line: number) => painted(fit(inner[line] ?? [], INNER.width), paint);
  const full = (days: readonly number[]) =>
    CELL_LINES.map((line) => `│${days.map((day, column) => cell(day, line, WIDTHS[column])).join('│')}│`);
  const middle = SIDES.flatMap(([left, right], row) => [
    ...(row === 0 ? [] : [`├${bar(left)}┤${within(row * PITCH - 1)}├${bar(right)}┤`]),
    ...CELL_LINES.map((line) => `│${cell(left, line)}│${within(row * PITCH + line)}│${cell(right, line)}│`),
  ]);
  return [TOP_EDGE, ...full(TOP), UPPER_EDGE, ...middle, LOWER_EDGE, ...full(BOTTOM), BOTTOM_EDGE];
}

/** The edge above a day shows its number, because cards name days by number. */
const bar = (day: number, width = CELL_WIDTH): string => `─${day}`.padEnd(width, '─');

const bars = (days: readonly number[]) => days.map((day, column) => bar(day, WIDTHS[column]));
const blanks = WIDTHS.map((width) => '─'.repeat(width));

const corners = (line: readonly string[], between: string): string =>
  `${line[0]}┼${line.slice(1, -1).join(between)}┼${line.at(-1)}`;

const TOP_EDGE = `┌${bars(TOP).join('┬')}┐`;
const UPPER_EDGE = `├${corners([bar(9), ...blanks.slice(1, -1), bar(2)], '┴')}┤`;
const LOWER_EDGE = `├${corners(bars(BOTTOM), '┬')}┤`;
const BOTTOM_EDGE = `└${blanks.join('┴')}┘`;

/** What a match on the ring waits for, in words. */
export function status(view: RingView, cards: Cards, words: Words): Line {
  const { ring, names } = words.screen;
  if (view.phase === 'over') return [piece(ring.over, 'bold')];
  return [nameIn(view, view.asked, names), piece(` ${waiting(view, cards, words)}`, 'bold')];
}

/** A phase of a newer server keeps its own name. */
function waiting(view: RingView, cards: Cards, { day, screen: { ring } }: Words): string {
  const card = titleOf(cards, view.card);
  if (view.phase === 'reacting') return own(ring.answers, view.moment)?.(card) ?? ring.answersAny;
  const about = { amount: view.amount, day: day(view.day), card };
  return own(ring.waiting, view.phase)?.(about) ?? view.phase;
}

// The ring in few lines: the days as a list, the tribes, a battle, and how the match stands.

const CELL = 20;
const STOCK = 5;
const DAY = 10;
const GAP = 3;

/** The first sections are the most important: the last ones give way when there are too many lines. */
function ringBrief<V extends RingView>(view: V, game: RingGame<V>, page: Page): readonly string[] {
  const days = dayTable(view, game, page.columns);
  const fight = battle(view, game, page.columns);
  const sections = [
    days,
    tribes(view, game, page.rows - days.length - fight.length),
    fight,
    apocalypse(view, game, page.columns),
    standing(view, game, page.columns),
    ownCards(view, game, page),
  ];
  return kept(sections, page.rows).map((line) => painted(fit(line, page.columns), page.paint).trimEnd());
}

function kept(sections: readonly (readonly Line[])[], rows: number): readonly Line[] {
  const lines: Line[] = [];
  for (const [index, section] of sections.entries())
    if (index < ALWAYS || lines.length + section.length <= rows) lines.push(...section);
  return lines;
}

/** The days, the tribes and a battle. */
const ALWAYS = 3;

/** Days go down the columns, as in a calendar. */
function dayTable<V extends RingView>(view: V, game: RingGame<V>, columns: number): readonly Line[] {
  const across = Math.floor(columns / CELL);
  const down = Math.ceil(view.days.length / across);
  return Array.from({ length: down }, (_, line) =>
    Array.from({ length: across }, (__, column) => column * down + line + 1).flatMap((day) =>
      day > view.days.length ? [] : fit(dayCell(view, game, day), CELL),
    ),
  );
}

/** `13 Reed EN    9 ○E≡2 `: a long name gives way to the tribes. */
function dayCell<V extends RingView>(view: V, game: RingGame<V>, day: number): Line {
  const tribes = tribesOn(view, game, day);
  const there = [...stockOf(view, game, day), ...pileOn(view, game, day)];
  const stock = fit(there, Math.max(STOCK, widthOf(there)));
  const number = `${day}`.padStart(2);
  const room = CELL - 1 - number.length - widthOf(stock) - widthOf(tribes) - 2;
  const name = tribes.length === 0 ? [] : [piece(' '), ...tribes];
  return ends([piece(number, 'dim'), piece(` ${cut(game.words.shortDay(day), room)}`), ...name], stock, CELL - 1);
}

/** `≡2`, or `!2` if the top card is in force. */
function pileOn<V extends RingView>(view: V, game: RingGame<V>, day: number): Line {
  const { count, live } = game.pile?.(view, day) ?? { count: [], live: [] };
  if (live.length === 0) return count;
  return count.map(({ text }) => piece(text.replace('≡', '!'), 'bold'));
}

/** Where there is no room for it, the line of titles gives way. */
function tribes<V extends RingView>(view: V, game: RingGame<V>, room: number): readonly Line[] {
  const { screen, shortDay } = game.words;
  const where = {
    title: screen.ring.columns.day,
    of: ({ day }: Tribe) => shortDay(day),
    width: DAY + 1,
  };
  const [header = [], ...rows] = tribeTable(view, { columns: game.columns, screen, where });
  return rows.length < room ? [header, ...rows] : rows;
}

function battle<V extends RingView>(view: V, { words }: RingGame<V>, columns: number): readonly Line[] {
  const lines = battleIn(view, words.screen);
  if (lines === undefined) return [];
  const who = [piece(`${words.screen.ring.battle}: `, 'bold'), ...lines.who];
  const terms = lines.terms === '' ? [] : [piece(lines.terms, 'bold')];
  return flow(terms.length === 0 ? [who] : [who, terms], columns);
}

const apocalypse = <V extends RingView>(view: V, game: RingGame<V>, columns: number): readonly Line[] =>
  flow(game.apocalypse(view).map(squeezed), columns);

/** Takes out the blanks that put the content of a row in a column. */
const squeezed = ([label, ...content]: Line): Line =>
  label === undefined ? [] : [piece(`${label.text.trimEnd()}: `, label.style), ...content];

function standing<V extends RingView>(view: V, game: RingGame<V>, columns: number): readonly Line[] {
  const { ring } = game.words.screen;
  const items: readonly Line[] = [
    [piece(roundOf(view, game))],
    [piece(`${ring.temple}: `), ...tallies(view, game)],
    [piece(ring.stock(view.pool, view.out))],
    [piece(`${ring.decks}: ${game.decks(view)}`)],
  ];
  return flow(items, columns);
}

/** Puts as many items in a line as it holds. */
function flow(items: readonly Line[], columns: number): readonly Line[] {
  const lines: Line[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const isRoom = last !== undefined && widthOf(last) + GAP + widthOf(item) <= columns;
    if (isRoom) lines[lines.length - 1] = [...last, piece(' '.repeat(GAP)), ...item];
    else lines.push(item);
  }
  return lines;
}

function ownCards<V extends RingView>({ hand }: V, { words }: RingGame<V>, { cards }: Page): readonly Line[] {
  const titles = hand.map((id) => titleOf(cards, id)).join(', ');
  return titles === '' ? [] : [[piece(words.screen.ring.cardsShort(titles))]];
}
