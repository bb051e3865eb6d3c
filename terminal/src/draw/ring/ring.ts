/** Draws the games on the ring of twenty days: the days around a square, with the state of the match inside. */
import type { RingView } from '@flower-war/rules';
import type { Paint } from '../screen/paint.ts';
import type { Cards } from '../words/cards.ts';
import { shortName } from '../words/ringWords.ts';
import type { Drawing } from './drawing.ts';
import { apart, type Line, type Piece, piece } from './line.ts';
import { type Costs, cardList } from './ringCards.ts';
import { CELL_WIDTH, drawRing, INNER } from './ringFrame.ts';
import { status } from './ringStatus.ts';
import { type Columns, letterOf, nameIn, seatNames, tribeTable } from './ringTribes.ts';

/** What one game adds to the picture. */
export interface RingGame<V extends RingView> {
  readonly legend: readonly string[];
  readonly columns: Columns<V>;
  readonly costs: Costs;
  /** The sign of a day's prize. */
  readonly prize: string;
  cardIn?(view: V, move: string): string | undefined;
  mode?(view: V): string;
  /** The cards that lie on a day: how many, and the one in force. */
  pile?(view: V, day: number): { readonly count: Line; readonly live: Line };
  decks(view: V): string;
  apocalypse(view: V): readonly Line[];
  below(view: V, page: Page): readonly string[];
}

/** What the parts of a picture need. */
export interface Page {
  readonly paint: Paint;
  readonly cards: Cards;
}

const LEGEND = [
  '  E      EAST; every tribe has its letter; ► marks the tribe whose turn it is',
  '  ─1─    the number of the day below; tribes travel from 1 to 20, and on to 1',
  '  Reed 2  the day count: how many have been taken from the day since it was full',
  '  pickup+1, >step+2  change the rules for the tribe, > in its next turn',
];

export function ringDrawing<V extends RingView>(game: RingGame<V>): Drawing<V> {
  return {
    seats: seatNames,
    legend: [...LEGEND, ...game.legend],
    ...(game.cardIn && { cardIn: game.cardIn }),
    draw(view, paint, cards) {
      const cells = view.days.map((_, index) => cell(view, game, index + 1));
      const ring = drawRing({ cells, inner: inner(view, game, cards) }, paint);
      return [...ring, ...game.below(view, { paint, cards }), ...ownCards(view, game.costs, { paint, cards })];
    },
  };
}

/** In place of a seat: no tribe has taken the prize yet. A greater number: a tribe held the prize and has lost it. */
export const UNTAKEN = 6;

function cell<V extends RingView>(view: V, game: RingGame<V>, day: number): readonly Line[] {
  const holder = game.columns.holders(view)[day - 1] ?? UNTAKEN;
  const whose = holder > UNTAKEN ? piece('-') : letterOf(view, holder);
  const prize = piece(game.prize, holder === UNTAKEN ? 'dim' : undefined);
  const stock = [piece(`${view.days[day - 1] ?? 0} `.padStart(3)), prize, whose];
  const { count, live } = game.pile?.(view, day) ?? { count: [], live: [] };
  return [dateOf(view, day), apart(stock, count, CELL_WIDTH), apart(tribesOn(view, day), live, CELL_WIDTH)];
}

/** The day with its day count: how many skulls have been taken from it since it was full: `Crocodile 2`. */
function dateOf({ perSpace, days }: RingView, day: number): Line {
  const count = perSpace - (days[day - 1] ?? 0);
  return [piece(shortName(day)), ...(count === 0 ? [] : [piece(` ${count}`, 'dim')])];
}

function tribesOn(view: RingView, day: number): Line {
  return view.tribes.flatMap((tribe, seat) => (tribe.here && tribe.day === day ? [letterOf(view, seat)] : []));
}

function inner<V extends RingView>(view: V, game: RingGame<V>, cards: Cards): readonly Line[] {
  const { round, roundCap } = view;
  const mode = game.mode?.(view) ?? '';
  const sections = [
    [[piece(`Round ${round} of ${roundCap}${mode}`)], status(view, cards)],
    tribeTable(view, game.columns),
    [row('Temple', temple(view)), row('Decks', [piece(game.decks(view))])],
    game.apocalypse(view),
    battle(view),
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

function temple({ warTally, rainTally, pool, out }: RingView): Line {
  const gods = [piece('War ', 'red'), piece(`${warTally} : ${rainTally}`), piece(' Rain', 'cyan')];
  return [...gods, piece(`  pool ${pool}  out ${out}`)];
}

function battle(view: RingView): readonly Line[] {
  const { on, attacker, defender, attack, attackBonus, defence, defenceBonus, stake, coin } = view.battle;
  if (!on) return [];
  const dice = `${roll(attack, attackBonus)} against ${roll(defence, defenceBonus)}`;
  const terms = [
    ...(attack.length === 0 || defence.length === 0 ? [] : [dice]),
    ...(stake === 0 ? [] : [`stake ${signed(stake)}`]),
  ];
  return [
    row('Battle', [nameIn(view, attacker), piece(' attacks '), nameIn(view, defender), piece(COINS[coin])]),
    row('', [piece(terms.join(', '))]),
  ];
}

/** What a coin adds to the line of a battle. */
const COINS: Readonly<Record<RingView['battle']['coin'], string>> = {
  none: '',
  'to-toss': ', a coin decides',
  heads: ', coin: heads',
  tails: ', coin: tails',
};

/** `6 3 +2`: all dice, of which one counts, and what is added. */
const roll = (dice: readonly number[], bonus: number): string =>
  `${dice.join(' ')}${bonus === 0 ? '' : ` ${signed(bonus)}`}`;

const signed = (n: number): string => (n > 0 ? `+${n}` : `${n}`);

function ownCards({ card, hand, pending, looked }: RingView, costs: Costs, { paint, cards }: Page): readonly string[] {
  const list = (title: string, ids: readonly string[]) => cardList(paint('bold', title), ids, { cards, costs });
  return [
    ...list('The card that is played', card === '' ? [] : [card]),
    ...list('Cards to deal out', looked),
    ...list('Your cards', hand),
    ...list('Events that wait for you', pending),
  ];
}
