/** [C10] What becomes of what a tribe leaves behind. */
import type { Seat } from '../../contract/seat.ts';
import { tribeOf } from '../../ring/model/tribes.ts';
import { transfer } from '../../ring/play/skulls.ts';
import type { FlowerWork } from '../model/table.ts';
import { passCounting } from './apocalypse.ts';
import { layHand } from './cardPiles.ts';

/** Its discs stay with nobody, but off the board; its traps stay where they lie. */
export function retire(work: FlowerWork, seat: Seat): void {
  const { state } = work;
  transfer(work, { n: tribeOf(state, seat).skulls, from: { seat }, to: 'pool', why: 'retired' });
  layHand(work, seat);
  state.discs = state.discs.map((holder) => (holder === seat ? 'gone' : holder));
  passCounting(state, seat);
}
