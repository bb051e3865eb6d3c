/** [C7] Most skulls win; then discs, then cards in hand; then the victory is shared. In an eternal balance it is shared. */
import type { Result } from '../contract/result.ts';
import type { Seat } from '../contract/seat.ts';
import type { Phase } from '../ring/model/state.ts';
import { present, tribeOf } from '../ring/model/tribes.ts';
import { standingsBy } from '../ring/standings.ts';
import type { FlowerTable } from './model/table.ts';

export function result(table: FlowerTable, { reason, winner }: Extract<Phase, { kind: 'over' }>): Result {
  const all = table.tribes.map((_, seat) => scoreOf(table, { seat: seat as Seat, reason }));
  const standings = standingsBy(all, winner);
  const first = standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
  const winners = winner === undefined ? first : [winner];
  if (reason === 'retired') return { result: 'forfeit', winners, standings, reason };
  return { result: winners.length > 1 ? 'draw' : 'win', winners, standings, reason };
}

function scoreOf(table: FlowerTable, { seat, reason }: { readonly seat: Seat; readonly reason: string }) {
  const { skulls, hand } = tribeOf(table, seat);
  const discs = table.discs.filter((holder) => holder === seat).length;
  const isShared = table.options.tieBreak === 'shared' || reason === 'balance';
  const order = isShared ? [skulls] : [skulls, discs, hand.length];
  return { seat, isHere: present(table).includes(seat), order, breakdown: { skulls, discs, cards: hand.length } };
}
