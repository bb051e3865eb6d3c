/** [C7] The god who counts as the greater one, also if the tallies are level and can never differ again. */
import type { God } from '../../ring/model/card.ts';
import { tell } from '../../ring/play/agenda.ts';
import { end } from '../../ring/play/turn.ts';
import type { FlowerTable, FlowerWork } from '../model/table.ts';

/** The greater god; undefined while the gods are level and either may still get ahead. */
export function greaterGod({ tally, favoured }: Pick<FlowerTable, 'tally' | 'favoured'>): God | undefined {
  if (tally.war !== tally.rain) return tally.war > tally.rain ? 'war' : 'rain';
  return favoured === 'none' ? undefined : favoured;
}

/** Notes the god who received the last skull. A card counts as a skull only until a god has received a skull. */
export function given({ state }: FlowerWork, god: God, what: 'skulls' | 'card'): void {
  if (what === 'skulls' || state.lastGiven === 'none') state.lastGiven = god;
}

/** No skull can be offered any more, and the tallies are level. */
function isEternal({ tally, days, tribes, pool }: FlowerTable): boolean {
  const isBare = pool === 0 && days.every((skulls) => skulls === 0) && tribes.every(({ skulls }) => skulls === 0);
  return isBare && tally.war === tally.rain;
}

/** [balance] At the end of a turn, decides on the greater god if the balance is eternal. */
export function settleBalance(work: FlowerWork): void {
  const { state } = work;
  const { balance } = state.options;
  if (balance === 'wait' || state.favoured !== 'none' || !isEternal(state)) return;
  if (balance === 'shared') return end(work, { reason: 'balance' });
  if (state.lastGiven === 'none') return;
  state.favoured = state.lastGiven;
  tell(work, { kind: 'balance-settled', god: state.lastGiven });
}
