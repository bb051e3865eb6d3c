/** [C4.5] How omens change offerings. */

import type { Move } from '../../ring/model/move.ts';
import type { Reason } from '../../ring/model/reason.ts';
import { tribeOf } from '../../ring/model/tribes.ts';
import { omens } from '../model/discs.ts';
import type { FlowerTable } from '../model/table.ts';
import { takeable, takeFromPile } from './cardPiles.ts';

export const OFFERINGS = {
  offerPrice: (table: FlowerTable) => omens(table).price,
  offerRefusal,
  takesCards: (table: FlowerTable) => omens(table).takesCards,
  drawsFor: (table: FlowerTable, cards: number) => cards === 0 || !omens(table).cardsDrawNothing,
  prayerPrice: () => undefined,
  prayed: () => {},
  givesToDay: (table: FlowerTable) => omens(table).givesToDay,
  takeable: (table: FlowerTable, god: 'war' | 'rain') => (omens(table).takesFromPiles ? takeable(table, god) : []),
  takeCard: takeFromPile,
};

/** [effect 18] A tribe that can sacrifice must do so. */
function offerRefusal(table: FlowerTable, { kind }: Move): Reason | undefined {
  const { mustSacrifice, takesCards, price } = omens(table);
  if (kind !== 'done' || !mustSacrifice || table.turn.offered > 0) return undefined;
  const { skulls, hand } = tribeOf(table, table.turn.seat);
  return skulls + (takesCards ? hand.length : 0) >= price ? 'sacrifice-first' : undefined;
}
