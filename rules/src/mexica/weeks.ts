/** Week cards: a day's last token brings one. Each gives a bonus and tribute, and three also give a sign of victory. */

import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { cardOf } from '../ring/cards/cards.ts';
import { VICTORY_SIGNS, WEEK_CARDS } from '../ring/cards/weekCards.ts';
import type { Day } from '../ring/model/calendar.ts';
import type { Modifier, Sign } from '../ring/model/card.ts';
import type { TurnModifier } from '../ring/model/state.ts';
import { isHere, others, tell, tribeOf } from '../ring/model/work.ts';
import { sumOf } from '../ring/play/effects.ts';
import { transfer } from '../ring/play/skulls.ts';
import { end } from '../ring/play/turn.ts';
import type { MexicaTable, MexicaWork } from './table.ts';

/**
 * [A5.3] The tribe takes the day's week card from its holder. Then the day is refilled, unless the card won the match.
 */
export function emptied(work: MexicaWork, seat: Seat, day: Day): void {
  const { options, pool, weeks } = work.state;
  if (at(weeks, day - 1) !== seat) takeWeekCard(work, seat, day);
  if (work.state.phase.kind === 'over') return;
  transfer(work, { n: Math.min(options.perSpace, pool), from: 'pool', to: { day }, why: 'refill' });
}

function takeWeekCard(work: MexicaWork, seat: Seat, day: Day): void {
  const { state } = work;
  tell(work, { kind: 'week-taken', seat, day, from: at(state.weeks, day - 1) });
  state.weeks = state.weeks.with(day - 1, seat);
  state.issued = state.issued.with(day - 1, true);
  checkVictory(work, seat);
}

/** Takes the week card of a day if the box holds it. */
export function takeWeek(work: MexicaWork, seat: Seat, day: Day): boolean {
  if (at(work.state.weeks, day - 1) !== 'box') return false;
  takeWeekCard(work, seat, day);
  return true;
}

export const weeksOf = ({ weeks }: Pick<MexicaTable, 'weeks'>, seat: Seat): readonly Day[] =>
  weeks.flatMap((holder, index) => (holder === seat ? [index + 1] : []));

export const heldModifiers = (table: MexicaTable, seat: Seat): readonly Modifier[] => bonusesOf(table, seat);

/** The bonuses of a tribe's week cards. A plain loop, because most moves ask for them several times. */
export function bonusesOf({ weeks, options }: Pick<MexicaTable, 'weeks' | 'options'>, seat: Seat): readonly Modifier[] {
  if (options.weekBonuses === 'off') return [];
  const held: Modifier[] = [];
  for (let index = 0; index < weeks.length; index++) if (weeks[index] === seat) held.push(at(BONUSES, index));
  return held;
}

/** By day: the one bonus of its week card. */
const BONUSES: readonly Modifier[] = WEEK_CARDS.flatMap(({ effects }) => effects as readonly Modifier[]);

/** Everything that changes a tribe's rules in one way, added up: cards that it has played, and its week cards. */
export const modifierSum = (table: MexicaTable, seat: Seat, kind: TurnModifier['kind']): number =>
  sumOf(tribeOf(table, seat).modifiers, kind) + sumOf(heldModifiers(table, seat), kind);

/** [A5.4] The holders of the day's week card and of its sign's victory card; none if the visitor is one of them. */
export function tributeTo(table: MexicaTable, seat: Seat, day: Day): readonly Seat[] {
  const holds = (one: Seat) => at(table.weeks, day - 1) === one || takesAsVictor(table, one, day);
  return holds(seat) ? [] : others(table, seat).filter(holds);
}

function takesAsVictor(table: MexicaTable, seat: Seat, day: Day): boolean {
  const sign = VICTORY_SIGNS.get(day);
  if (sign === undefined || !table.options.victoryCardsTakeTribute) return false;
  return tribeOf(table, seat).victories.some((card) => signOf(card) === sign);
}

function signOf(card: string): Sign | undefined {
  return cardOf(card).effects.find((effect) => effect.kind === 'victory')?.sign;
}

/** [A6] The number of signs of a seat, by face-up cards and week cards. */
export function signsOf(table: MexicaTable, seat: Seat): number {
  const byWeek = weeksOf(table, seat).flatMap((day) => VICTORY_SIGNS.get(day) ?? []);
  return new Set([...byWeek, ...tribeOf(table, seat).victories.map(signOf)]).size;
}

const ALL_SIGNS = 3;

export function checkVictory(work: MexicaWork, seat: Seat): void {
  if (work.state.phase.kind === 'over' || !isHere(work.state, seat)) return;
  if (signsOf(work.state, seat) === ALL_SIGNS) end(work, { reason: 'signs', winner: seat });
}
