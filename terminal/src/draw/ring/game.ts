/** What one game on the ring adds to the picture. */
import type { RingView } from '@flower-war/rules';
import type { Screen, Words } from '@flower-war/words';
import { type Paint, wrap } from '../../screen/width.ts';
import type { Cards } from '../../words/cards.ts';
import { apart, type Line, piece, widthOf } from '../drawing.ts';
import { type Columns, letterOf, nameIn } from './tribes.ts';

export interface RingGame<V extends RingView> {
  readonly words: Words;
  readonly legend: readonly string[];
  readonly columns: Columns<V>;
  /** The sign of a day's prize. */
  readonly prize: string;
  cardIn?(view: V, move: string): string | undefined;
  mode?(view: V): string;
  /** The cards that lie on a day: how many, and the one in force. */
  pile?(view: V, day: number): { readonly count: Line; readonly live: Line };
  decks(view: V): string;
  apocalypse(view: V): readonly Line[];
  below(view: V, texts: Texts): readonly string[];
}

/** What the texts below a picture need. */
export interface Texts {
  readonly paint: Paint;
  readonly cards: Cards;
  readonly columns: number;
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

/** `Round 1 of 260, quick` */
export function roundOf<V extends RingView>(view: V, { mode, words }: RingGame<V>): string {
  return `${words.screen.ring.round(view.round, view.roundCap)}${mode?.(view) ?? ''}`;
}

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

interface BattleLines {
  readonly who: Line;
  readonly terms: string;
}

/** Nothing if there is no battle. */
export function battleIn(view: RingView, { names, ring }: Screen): BattleLines | undefined {
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

type Page = Pick<Texts, 'cards' | 'columns'>;
const INDENT = 4;

/** A title and an entry for each card; long entries are wrapped. Without cards there is no title either. */
export function cardList(title: string, ids: readonly string[], page: Page): readonly string[] {
  if (ids.length === 0) return [];
  const lines = [...new Set(ids)].flatMap((id) => {
    const copies = ids.filter((other) => other === id).length;
    return cardLines(page, id, copies > 1 ? `(×${copies})` : '');
  });
  return ['', title, ...lines];
}

/** `  Dart Thrower (×2): Attack a player. You may play it in your turn. It costs 1 skull.` */
export function cardLines({ cards, columns }: Page, id: string, remark: string): readonly string[] {
  const card = cards.get(id);
  const name = `  ${card?.title ?? id}${remark === '' ? '' : ` ${remark}`}`;
  const told = [card?.text ?? '', card?.when ?? '', card?.cost ?? ''].filter((part) => part !== '').join(' ');
  return wrap(told === '' ? name : `${name}: ${told}`, INDENT, columns);
}
