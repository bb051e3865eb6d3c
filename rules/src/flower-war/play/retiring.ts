/** [C10] Where a retiring tribe's skulls, discs and cards go. */
import type { Seat } from '../../contract/seat.ts';
import { tribeOf } from '../../ring/model/tribes.ts';
import { transfer } from '../../ring/play/skulls.ts';
import type { FlowerWork } from '../model/table.ts';
import { passCounting } from './apocalypse.ts';
import { layHand } from './cardPiles.ts';

/** The tribe's discs stay off the board and have no holder. Its traps stay where they lie. */
export function retire(work: FlowerWork, seat: Seat): void {
  const { state } = work;
  transfer(work, { n: tribeOf(state, seat).skulls, from: { seat }, to: 'pool', why: 'retired' });
  layHand(work, seat);
  state.discs = state.discs.map((holder) => (holder === seat ? 'gone' : holder));
  passCounting(state, seat);
}
