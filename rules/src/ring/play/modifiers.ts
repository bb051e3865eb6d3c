/** Changes of the rules that a tribe has for a turn, or as long as it holds a card. */
import type { Seat } from '../../contract/seat.ts';
import type { Effect, Modifier } from '../model/card.ts';
import type { At } from '../model/edition.ts';
import type { TurnModifier } from '../model/state.ts';
import { tribeOf } from '../model/tribes.ts';

/** [2.5] All modifiers of one kind, one by one, because steps ahead and back do not add up. */
export function each(where: At, seat: Seat, kind: TurnModifier['kind']): readonly number[] {
  const { modifiers } = tribeOf(where.state, seat);
  const held = where.edition.heldModifiers(where.state, seat);
  return [...numbersOf(modifiers, kind), ...numbersOf(held, kind)];
}

function numbersOf(modifiers: readonly Modifier[], kind: TurnModifier['kind']): readonly number[] {
  const numbers: number[] = [];
  for (const modifier of modifiers) if (modifier.kind === kind) numbers.push(modifier.n);
  return numbers;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** The sum of the effects of one kind. */
export const sumOf = (effects: readonly Effect[], kind: TurnModifier['kind']): number =>
  effects.reduce((all, effect) => (effect.kind === kind ? all + effect.n : all), 0);
