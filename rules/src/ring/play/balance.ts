/** The god who counts as the greater one, also if the tallies are level and can never differ again. */
import type { God } from '../model/card.ts';
import type { Work } from '../model/edition.ts';
import type { Settings } from '../model/options.ts';
import type { Table } from '../model/state.ts';
import { tell } from './agenda.ts';
import { end } from './turn.ts';

/** What an edition keeps of the balance. */
export interface Balance {
  /** The god who received the last skull. Until the first skull, a card that stands for one counts too. */
  readonly lastGiven: God | 'none';
  /** The god who counts as the greater one once the tallies are level and can never differ again. */
  readonly favoured: God | 'none';
}

interface Balanced extends Table, Balance {
  readonly options: Settings & { readonly balance: 'lastOffering' | 'shared' | 'wait' };
}

/** The greater god; undefined while the gods are level and either may still get ahead. */
export function greaterGod({ tally, favoured }: Pick<Balanced, 'tally' | 'favoured'>): God | undefined {
  if (tally.war !== tally.rain) return tally.war > tally.rain ? 'war' : 'rain';
  return favoured === 'none' ? undefined : favoured;
}

/** Notes the god who received the last skull, if that may matter. A card counts only until a god has received a skull. */
export function given({ state }: Work<Balanced>, god: God, what: 'skulls' | 'card'): void {
  if (state.options.balance === 'wait') return;
  if (what === 'skulls' || state.lastGiven === 'none') state.lastGiven = god;
}

/** No skull can be offered any more, and the tallies are level. */
function isEternal({ tally, days, tribes, pool }: Table): boolean {
  const isBare = pool === 0 && days.every((skulls) => skulls === 0) && tribes.every(({ skulls }) => skulls === 0);
  return isBare && tally.war === tally.rain;
}

/** [balance] At the end of a turn, decides on the greater god if the balance is eternal. */
export function settleBalance(work: Work<Balanced>): void {
  const { state } = work;
  const { balance } = state.options;
  if (balance === 'wait' || state.favoured !== 'none' || !isEternal(state)) return;
  if (balance === 'shared') return end(work, { reason: 'balance' });
  if (state.lastGiven === 'none') return;
  state.favoured = state.lastGiven;
  tell(work, { kind: 'balance-settled', god: state.lastGiven });
}
