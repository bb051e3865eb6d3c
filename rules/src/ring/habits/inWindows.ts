/** When habits decline in hidden windows. They look at what all viewers are shown once the window has closed. */
import type { Battle, Side } from '../model/state.ts';
import { counting, otherSide } from '../play/battle.ts';
import type { Question } from './question.ts';

export const isOfDraw = ({ state: { phase } }: Question): boolean =>
  phase.kind === 'reacting' && phase.window.moment === 'draw';

export const isNoAttack = ({ state: { phase } }: Question): boolean =>
  phase.kind === 'reacting' && phase.window.moment !== 'attack';

/** Who passes may still answer a card of the opponent, unless a pass is final. */
export function isAhead({ state: { phase, options, battles } }: Question): boolean {
  const [battle] = battles;
  if (phase.kind !== 'battle' || battle === undefined || options.passIsFinal) return false;
  return battle.coin !== 'none' || leads(battle, phase.exchange.turn);
}

function leads(battle: Battle, side: Side): boolean {
  const total = (one: Side) => counting(battle[one]) + battle[one].bonus;
  return total(side) > total(otherSide(side));
}
