/** Hidden windows, and the players who do not want to be asked in them. */
import type { AnyGame, Seat, Window } from '@flower-war/rules';
import type { Asks } from '../../wire/actionFields.ts';
import { type Entry, type EntryOf, lostIn } from '../entry/entries.ts';
import type { TableSettings } from '../entry/tableSettings.ts';
import { type Position, toMoveIn, type WindowTimes, windowOf } from '../position.ts';
import { deadlineOf } from './clocks.ts';
import { answerOf } from './habits.ts';

/**
 * Whether the open window asks this seat although its player does not want to be asked, by a wish or by a habit. A bot has neither.
 */
export function isWished(engine: AnyGame, position: Position, seat: number): boolean {
  const window = windowOf(engine, position);
  const occupant = position.occupants.get(seat);
  if (window === undefined || occupant?.kind !== 'player' || occupant.bot !== undefined) return false;
  if (!toMoveIn(engine, position).includes(seat as Seat)) return false;
  return covers(position.wishes.get(seat) ?? 'all', window) || answerOf(engine, position, seat as Seat) !== undefined;
}

function covers(asks: Asks, { kind }: Window): boolean {
  switch (asks) {
    case 'all':
      return false;
    case 'attacks':
      return kind === 'reaction';
    case 'none':
      return kind !== 'own';
  }
}

// When the clock may answer for a seat. All that the server goes by is in the record, so a verifier can check it.

const SECOND_MS = 1000;

/** When the clock answers for a seat that a window has asked since `since`; `undefined` if it never does. */
export function answerBy(
  { reactSeconds, reactDelaySeconds }: TableSettings,
  { movedAt }: Pick<WindowTimes, 'movedAt'>,
  since: number,
): number | undefined {
  const patience = reactSeconds > 0 ? [since + reactSeconds * SECOND_MS] : [];
  const showing = reactDelaySeconds > 0 ? [movedAt + reactDelaySeconds * SECOND_MS] : [];
  const limits = [...patience, ...showing];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Why the clock may not answer now for a seat that is to move. */
export function clockRefusal(engine: AnyGame, position: Position, { seat, at }: EntryOf<'clock'>): string | undefined {
  const { times, clocks, created, occupants } = position;
  if (times === undefined) {
    if (clocks.length === 0) return 'no-clock';
    if (occupants.get(seat)?.bot !== undefined) return 'a-bot-has-no-clock';
    return at < (deadlineOf(clocks, seat) ?? Number.POSITIVE_INFINITY) ? 'time-left' : undefined;
  }
  const until = answerBy(created.table, times, times.since.get(seat) ?? at);
  if (until === undefined) return 'no-clock';
  // At a table that shows outcomes late, a wish may come after the clock has answered and before that answer is written.
  if (created.table.reactDelaySeconds === 0 && isWished(engine, position, seat)) return 'a-wish-answers';
  return at < until ? 'time-left' : undefined;
}

/** The times after an entry. Windows in a row hide the outcome of one move. A seat that has answered is asked anew. */
export function timesAfter(engine: AnyGame, was: Position, now: Position, entry: Entry): WindowTimes | undefined {
  if (windowOf(engine, now) === undefined) return undefined;
  const lost = lostIn(entry);
  const actor = actorOf(entry);
  const earlier = (time: number | undefined) => (time === undefined ? entry.at : Math.min(time + lost, entry.at));
  const asked = toMoveIn(engine, now).filter((seat) => !isWished(engine, now, seat));
  const since = asked.map((seat) => [seat, seat === actor ? entry.at : earlier(was.times?.since.get(seat))] as const);
  return { movedAt: was.times === undefined ? entry.at + lost : was.times.movedAt + lost, since: new Map(since) };
}

/**
 * The seat that acted, or for which the clock acted: it is asked anew. Other requests, and coming back, are not answers.
 */
function actorOf(entry: Entry): number | undefined {
  if (entry.kind === 'move' || entry.kind === 'clock') return entry.seat;
  return entry.kind === 'absence' && entry.what !== 'returned' ? entry.seat : undefined;
}
