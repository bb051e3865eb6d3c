/**
 * How long each seat may still think. The clocks are folded from the record, so that a restart, a replay and a verifier
 * give the same times. A clock runs only in a turn that all players can see: not in a hidden window, not in a pause,
 * and not while its player is on vacation.
 */
import type { ClockSettings, TableSettings } from '../entry/tableSettings.ts';
import type { Clocks, SeatClock } from '../position.ts';

/** What the clocks need to know about an entry. */
export interface Tick {
  readonly at: number;
  /** How long no player could act, in milliseconds. */
  readonly lost: number;
  /** The seats that must decide now; absent while no clock is charged. */
  readonly asked: readonly number[] | undefined;
  /** Seats that a bot played until now. Its time is not charged. */
  readonly bots: readonly number[];
  /** The seat that acted, or for which the clock acted, and whether that drew chance. */
  readonly actor?: { readonly seat: number; readonly drew: boolean; readonly isClock: boolean };
  /** The seat whose player came back. Its missed turns are counted anew. */
  readonly returned?: number;
  /** Until when the players of these seats are on vacation. A clock that runs does so from then on. */
  readonly rests: ReadonlyMap<number, number>;
  /** The seat whose vacation begins or ends with the entry, or whose player gave it to another one. */
  readonly rested?: number;
}

/** The time for each turn once the bank is used up. Without it the clock would play a whole match in one moment. */
export const GRACE_MS = 5000;
const SECOND_MS = 1000;
export const DAY_MS = 86_400_000;

export function clocksAtFirst({ clock }: TableSettings, seats: number): Clocks {
  if (clock.kind === 'none') return [];
  const left = clock.kind === 'bank' ? clock.seconds * SECOND_MS : 0;
  return Array.from({ length: seats }, () => ({ left, isOnTurn: false, isLate: false, missed: 0 }));
}

export function clocksAfter({ clock, reactDelaySeconds }: TableSettings, was: Clocks, tick: Tick): Clocks {
  // Players can answer an outcome only after it is shown.
  const runsFrom = tick.at + reactDelaySeconds * SECOND_MS;
  return was.map((one, seat) => next(clock, counted(charged(one, seat, tick), seat, tick), { seat, tick, runsFrom }));
}

/** When the time of a seat is over; `undefined` while its clock stands. */
export function deadlineOf(clocks: Clocks, seat: number): number | undefined {
  const { since, left } = clocks[seat] ?? {};
  return since === undefined || left === undefined ? undefined : since + left;
}

function charged(one: SeatClock, seat: number, { at, lost, bots }: Tick): SeatClock {
  if (one.since === undefined || bots.includes(seat)) return one;
  const used = Math.max(0, at - lost - one.since);
  return { ...one, left: Math.max(0, one.left - used) };
}

function counted(one: SeatClock, seat: number, { actor, returned }: Tick): SeatClock {
  if (returned === seat) return { ...one, missed: 0 };
  if (actor?.seat !== seat || !actor.isClock || one.isLate) return one;
  return { ...one, isLate: true, missed: one.missed + 1 };
}

interface Now {
  readonly seat: number;
  readonly tick: Tick;
  readonly runsFrom: number;
}

function next(clock: ClockSettings, one: SeatClock, { seat, tick, runsFrom }: Now): SeatClock {
  if (tick.asked === undefined) return standing(one);
  if (!tick.asked.includes(seat)) return one.isOnTurn ? standing(turnDone(clock, one)) : standing(one);
  const isAnew = tick.actor?.seat === seat && tick.actor.drew;
  const since = startOf(one, { seat, tick, runsFrom });
  if (one.isOnTurn && !isAnew) return { ...one, since };
  return { ...one, left: freshTime(clock, one.left), isLate: false, missed: stillMissed(one), isOnTurn: true, since };
}

/** What other seats do gives no extra time to a clock that already runs. */
function startOf({ since, isOnTurn }: SeatClock, { seat, tick: { at, actor, rests, rested }, runsFrom }: Now): number {
  const isRunning = isOnTurn && since !== undefined && actor?.seat !== seat;
  const earliest = rested === seat ? 0 : (since ?? 0);
  return Math.max(isRunning ? at : runsFrom, earliest, rests.get(seat) ?? 0);
}

function standing({ since: _, ...one }: SeatClock): SeatClock {
  return one;
}

function turnDone(clock: ClockSettings, one: SeatClock): SeatClock {
  const more = clock.kind === 'bank' ? clock.increment * SECOND_MS : 0;
  return { ...one, left: one.left + more, isOnTurn: false, isLate: false, missed: stillMissed(one) };
}

/** One turn in time clears the missed turns. */
function stillMissed({ isOnTurn, isLate, missed }: SeatClock): number {
  return isOnTurn && !isLate ? 0 : missed;
}

function freshTime(clock: ClockSettings, left: number): number {
  switch (clock.kind) {
    case 'none':
      return 0;
    case 'turn':
      return clock.seconds * SECOND_MS;
    case 'days':
      return clock.days * DAY_MS;
    case 'bank':
      return Math.max(left, GRACE_MS);
  }
}
