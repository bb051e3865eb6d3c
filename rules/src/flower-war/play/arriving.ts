/** [C4.2, C4.3] The cards that act on an arriving tribe, and the skulls that it picks up. */
import type { Seat } from '../../contract/seat.ts';
import { cardOf } from '../../ring/cards/cards.ts';
import type { Day } from '../../ring/model/calendar.ts';
import { toss } from '../../ring/play/battle.ts';
import { each, sum, sumOf } from '../../ring/play/modifiers.ts';
import { takeFrom } from '../../ring/play/skulls.ts';
import { omens } from '../model/discs.ts';
import type { FlowerTable, FlowerWork } from '../model/table.ts';
import { endingOf } from './apocalypse.ts';
import { liveAgainst, spring } from './cardPiles.ts';
import { emptied, offerLeftDisc } from './lastSkull.ts';

export const ARRIVING = {
  land: spring,
  collect,
  tributeTo: (): readonly Seat[] => [],
  emptied,
};

/** The omens at the moment of arrival count for the whole pick-up, even if it brings a disc. */
function collect(work: FlowerWork, seat: Seat, day: Day): void {
  const { state } = work;
  offerLeftDisc(work, seat, day);
  if (isForbidden(state)) return;
  const { coinForSkull, pickup } = omens(state);
  const isFirst = state.turn.seat === seat && !state.turn.hasCollected;
  const n = 1 + pickup + lingering(state, seat, day) + (isFirst ? sum(each(work, seat, 'pickup')) : 0);
  if (state.turn.seat === seat) state.turn = { ...state.turn, hasCollected: true };
  takeFrom(work, { seat, day, n, why: 'pick-up' });
  if (coinForSkull && toss(work, 'omen')) takeFrom(work, { seat, day, n: 1, why: 'omen' });
}

/** In a flood no skull leaves a day; in an invasion only if the option says so. */
const isForbidden = (table: FlowerTable): boolean =>
  endingOf(table) === 'flood' || (endingOf(table) === 'invasion' && !table.options.invasionPickup);

function lingering(table: FlowerTable, seat: Seat, day: Day): number {
  const live = liveAgainst(table, seat, day);
  return live === undefined ? 0 : sumOf(cardOf(live.card).effects, 'pickup');
}

/** [firstTurnPickup] Every tribe but the first begins with a skull. */
export function firstPickups(table: FlowerTable): FlowerTable {
  if (!table.options.firstTurnPickup) return table;
  const days = [...table.days];
  const tribes = table.tribes.map((tribe, seat) => {
    if (seat === 0) return tribe;
    days[tribe.day - 1] = (days[tribe.day - 1] ?? 0) - 1;
    return { ...tribe, skulls: 1 };
  });
  return { ...table, days, tribes };
}
