/** The ring in few lines: the days as a list, the tribes, a battle, and how the match stands. */
import type { RingView } from '@flower-war/rules';
import { cut } from '../../screen/width.ts';
import { titleOf } from '../../words/cards.ts';
import { fit, type Line, type Page, painted, piece, widthOf } from '../drawing.ts';
import { battleIn, ends, type RingGame, roundOf, stockOf, tallies, tribesOn } from './game.ts';
import { type Tribe, tribeTable } from './tribes.ts';

const CELL = 20;
const STOCK = 5;
const DAY = 10;
const GAP = 3;

/** The first sections are the most important: the last ones give way when there are too many lines. */
export function ringBrief<V extends RingView>(view: V, game: RingGame<V>, page: Page): readonly string[] {
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
