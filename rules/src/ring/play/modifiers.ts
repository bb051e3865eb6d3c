/** Changes of the rules that a tribe has for a turn, or as long as it holds a card. */
import type { Seat } from '../../contract/seat.ts';
import type { Effect } from '../model/card.ts';
import type { Work } from '../model/edition.ts';
import type { TurnModifier } from '../model/state.ts';
import { tribeOf } from '../model/tribes.ts';

/** [2.5] All modifiers of one kind, one by one, because steps ahead and back do not add up. */
export function each(
  where: Pick<Work, 'state' | 'edition'>,
  seat: Seat,
  kind: TurnModifier['kind'],
): readonly number[] {
  const held = where.edition.heldModifiers(where.state, seat);
  return [...tribeOf(where.state, seat).modifiers, ...held].flatMap((modifier) =>
    modifier.kind === kind ? [modifier.n] : [],
  );
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** The sum of the effects of one kind. */
export const sumOf = (effects: readonly Effect[], kind: TurnModifier['kind']): number =>
  effects.reduce((all, effect) => (effect.kind === kind ? all + effect.n : all), 0);
