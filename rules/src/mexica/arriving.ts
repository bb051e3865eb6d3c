/** [A5.2] What a tribe collects on a day. */
import type { Seat } from '../contract/seat.ts';
import type { Day } from '../ring/model/calendar.ts';
import { plan } from '../ring/play/agenda.ts';
import { each, sum } from '../ring/play/modifiers.ts';
import { on, takeFrom, transfer } from '../ring/play/skulls.ts';
import { endingOf } from './apocalypse.ts';
import type { MexicaWork } from './table.ts';
import { emptied, tributeTo } from './weeks.ts';

export const ARRIVING = { land: () => {}, collect, tributeTo, emptied };

/** The first landing on a full day brings a Day card. In a war each collection costs one more token. */
function collect(work: MexicaWork, seat: Seat, day: Day): void {
  const { state } = work;
  if (endingOf(state) === 'flood') return;
  const isFirst = state.turn.seat === seat && !state.turn.hasCollected;
  const n = Math.max(0, 1 + (isFirst ? sum(each(work, seat, 'pickup')) : 0));
  const before = on(state, day);
  if (state.turn.seat === seat) state.turn = { ...state.turn, hasCollected: true };
  const taken = takeFrom(work, { seat, day, n, why: 'collect' });
  if (taken === 0 || state.phase.kind === 'over') return;
  if (before === state.options.perSpace && state.options.firstLandingDayCard)
    plan(work, { kind: 'draw', seat, deck: 'day' });
  if (endingOf(state) === 'war') loseOne(work, { seat, day, isEmptied: taken === before });
}

interface Collected {
  readonly seat: Seat;
  readonly day: Day;
  readonly isEmptied: boolean;
}

/** [warLoss] If this loss empties the day, the collector counts as the tribe that emptied it. */
function loseOne(work: MexicaWork, { seat, day, isEmptied }: Collected): void {
  const { warLoss } = work.state.options;
  if (warLoss === 'collector') transfer(work, { n: 1, from: { seat }, to: 'out', why: 'war' });
  if (warLoss !== 'space' || isEmptied) return;
  transfer(work, { n: 1, from: { day }, to: 'out', why: 'war' });
  if (on(work.state, day) === 0) emptied(work, seat, day);
}
