/** The only functions that move skulls, so that no skull is ever made or lost. */
import { at } from '../../json.ts';
import type { Day } from '../model/calendar.ts';
import type { God } from '../model/card.ts';
import { change, tell, tribeOf, type Work } from '../model/edition.ts';
import type { Zone } from '../model/event.ts';
import type { RingTable } from '../model/state.ts';

export interface Transfer {
  readonly n: number;
  readonly from: Zone;
  readonly to: Zone;
  /** The name of the rule, for the event. */
  readonly why: string;
}

export const on = ({ days }: Pick<RingTable, 'days'>, day: Day): number => at(days, day - 1);

/** How many more skulls a day can hold. */
export const room = (state: Pick<RingTable, 'days' | 'options'>, day: Day): number =>
  state.options.perSpace - on(state, day);

/** Skulls taken since the day was last full. */
export const dayCount = (state: Pick<RingTable, 'days' | 'options'>, day: Day): number => room(state, day);

/** Moves up to `n` skulls, as far as there are any and there is room. Returns how many moved. */
export function transfer(work: Work, { n, from, to, why }: Transfer): number {
  const moved = Math.max(0, Math.min(n, held(work.state, from), roomIn(work.state, to)));
  if (moved === 0) return 0;
  put(work, from, -moved);
  put(work, to, moved);
  tell(work, { kind: 'skulls', n: moved, from, to, why });
  return moved;
}

/** Takes skulls from a day. The edition decides what follows if the day is then empty. */
export function takeFrom(
  work: Work,
  take: { readonly day: Day; readonly n: number; readonly why: string } & Taker,
): number {
  const { day, n, why, seat } = take;
  const wasEmpty = on(work.state, day) === 0;
  const taken = transfer(work, { n, from: { day }, to: { seat }, why });
  if (!wasEmpty && on(work.state, day) === 0) work.edition.emptied(work, seat, day);
  return taken;
}

interface Taker {
  readonly seat: Parameters<Work['edition']['emptied']>[1];
}

/** Moves skulls into a god's lake, where they count as sacrificed. */
export function toLake(
  work: Work,
  offering: { readonly god: God; readonly n: number; readonly why: string } & Taker,
): number {
  const { god, n, why, seat } = offering;
  const given = transfer(work, { n, from: { seat }, to: { lake: god }, why });
  count(work, god, given);
  if (given > 0) work.edition.given(work, god, 'skulls');
  return given;
}

export function count({ state }: Work, god: God, n: number): void {
  state.tally = { ...state.tally, [god]: state.tally[god] + n };
}

function held(state: RingTable, zone: Zone): number {
  if (zone === 'pool') return state.pool;
  if (zone === 'out') return state.out;
  if ('seat' in zone) return tribeOf(state, zone.seat).skulls;
  return 'day' in zone ? on(state, zone.day) : state.lake[zone.lake];
}

function roomIn(state: RingTable, zone: Zone): number {
  return typeof zone === 'object' && 'day' in zone ? room(state, zone.day) : Number.POSITIVE_INFINITY;
}

function put(work: Work, zone: Zone, n: number): void {
  const { state } = work;
  if (zone === 'pool') state.pool += n;
  else if (zone === 'out') state.out += n;
  else if ('seat' in zone) change(work, zone.seat, { skulls: tribeOf(state, zone.seat).skulls + n });
  else if ('day' in zone) state.days = state.days.with(zone.day - 1, on(state, zone.day) + n);
  else state.lake = { ...state.lake, [zone.lake]: state.lake[zone.lake] + n };
}

/** The number of all skulls of the match. */
export function total({ days, tribes, lake, out, pool }: RingTable): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);
  return sum(days) + sum(tribes.map(({ skulls }) => skulls)) + lake.war + lake.rain + out + pool;
}
