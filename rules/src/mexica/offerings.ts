/** [A4.6] Sacrifices at the temple, or a prayer to Tonantzin. */

import type { Seat } from '../contract/seat.ts';
import type { Move } from '../ring/model/move.ts';
import type { Reason } from '../ring/model/reason.ts';
import type { MexicaTable, MexicaWork } from './table.ts';
import { modifierSum } from './weeks.ts';

export const OFFERINGS = {
  offerPrice: (table: MexicaTable, seat: Seat) => price(table, seat, table.options.godCardCost),
  offerRefusal,
  takesCards: () => false,
  drawsFor: () => true,
  prayerPrice: (table: MexicaTable, seat: Seat) => price(table, seat, table.options.tonantzinCost),
  prayed: ({ state }: MexicaWork, n: number) => {
    state.prayed += n;
  },
  givesToDay: () => false,
  takeable: () => [],
  takeCard: () => {},
};

const price = (table: MexicaTable, seat: Seat, usual: number): number =>
  Math.max(1, usual + modifierSum(table, seat, 'offer-cost'));

/** [mixOfferings] Unless an option allows it, a tribe may not both sacrifice and pray in one turn. */
function offerRefusal({ turn, options }: MexicaTable, { kind }: Move): Reason | undefined {
  if (options.mixOfferings) return undefined;
  if (kind === 'offer' && turn.hasPrayed) return 'already-prayed';
  return kind === 'tonantzin' && turn.offered > 0 ? 'already-sacrificed' : undefined;
}
