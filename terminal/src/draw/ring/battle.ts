/** A battle on the ring: who fights, the dice, what is added, the stake. */
import type { RingView } from '@flower-war/rules';
import type { Screen } from '@flower-war/words';
import { type Line, piece } from '../line.ts';
import { nameIn } from './tribes.ts';

export interface BattleLines {
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
