/** When habits decline in hidden windows. They look at what all viewers are shown once the window has closed. */
import type { Battle, Side } from '../model/state.ts';
import { tribeOf } from '../model/tribes.ts';
import { counting, otherSide } from '../play/battle.ts';
import type { Question } from './question.ts';

/** A tribe with so many victory cards may win with the next one. */
const NEAR_VICTORY = 2;

/** Another tribe is about to draw a card, which will hardly make it win. */
export function isOfDraw({ state, edition }: Question): boolean {
  const { phase } = state;
  if (phase.kind !== 'reacting' || phase.window.moment !== 'draw') return false;
  const { victories } = tribeOf(state, phase.window.by);
  return !edition.areVictoriesOpen(state) || victories.length < NEAR_VICTORY;
}

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
