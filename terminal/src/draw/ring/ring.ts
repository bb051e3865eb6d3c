/** Draws the games on the ring of twenty days: the days around a square, with the state of the match inside. */
import type { RingView } from '@flower-war/rules';
import { COLUMNS } from '../../screen/width.ts';
import type { Cards } from '../../words/cards.ts';
import type { Drawing } from '../drawing.ts';
import { apart, type Line, type Piece, piece } from '../line.ts';
import { battleIn } from './battle.ts';
import { ringBrief } from './brief.ts';
import { cardList } from './cards.ts';
import { CELL_WIDTH, drawRing, INNER } from './frame.ts';
import { type RingGame, roundOf, stockOf, type Texts, tallies, tribesOn } from './game.ts';
import { status } from './status.ts';
import { seatNames, tribeTable } from './tribes.ts';

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
      return [...ring, ...game.below(view, texts), ...ownCards(view, game, texts)];
    },
    brief: (view, page) => ringBrief(view, game, page),
    texts: (view, page) => [...game.below(view, page), ...ownCards(view, game, page)],
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
    battle(view, game),
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

function battle<V extends RingView>(view: V, { words }: RingGame<V>): readonly Line[] {
  const lines = battleIn(view, words.screen);
  return lines === undefined ? [] : [row(words.screen.ring.battle, lines.who), row('', [piece(lines.terms)])];
}

function ownCards<V extends RingView>(view: V, { words }: RingGame<V>, texts: Texts): readonly string[] {
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
