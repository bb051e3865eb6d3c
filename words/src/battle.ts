/** How a battle stands, from what every viewer sees. */
import type { ViewOf } from '@flower-war/protocol';

type Battle = ViewOf<'mexica'>['battle'];

export interface Standing {
  readonly attacker: number;
  readonly defender: number;
  readonly totals: readonly [attacker: number, defender: number];
}

/** Nothing if there is no battle, or a coin decides it, or the dice are still to be rolled. */
export function standingOf({ on, attacker, defender, coin, ...battle }: Battle): Standing | undefined {
  if (!on || coin !== 'none' || battle.attack.length === 0 || battle.defence.length === 0) return undefined;
  const counting = (dice: readonly number[], keeps: 'high' | 'low') =>
    keeps === 'high' ? Math.max(...dice) : Math.min(...dice);
  const attack = counting(battle.attack, battle.attackKeeps) + battle.attackBonus;
  return { attacker, defender, totals: [attack, counting(battle.defence, battle.defenceKeeps) + battle.defenceBonus] };
}
