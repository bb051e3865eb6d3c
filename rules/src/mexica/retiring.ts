/** [A9] Where a retiring tribe's tokens and cards go. */
import type { Seat } from '../contract/seat.ts';
import { change, tribeOf } from '../ring/model/tribes.ts';
import { transfer } from '../ring/play/skulls.ts';
import { passCounting } from './apocalypse.ts';
import { lay, returnVictory } from './decks.ts';
import type { MexicaWork } from './table.ts';

/** The tribe's week cards go back to the box, but count as issued. */
export function retire(work: MexicaWork, seat: Seat): void {
  const { state } = work;
  const { skulls, hand, pending, victories } = tribeOf(state, seat);
  transfer(work, { n: skulls, from: { seat }, to: 'pool', why: 'retired' });
  change(work, seat, { hand: [], pending: [], victories: [] });
  for (const card of [...hand, ...pending]) lay(work, seat, card);
  for (const card of victories) returnVictory(work, card);
  state.weeks = state.weeks.map((holder) => (holder === seat ? 'box' : holder));
  passCounting(work, seat);
}
