/** What every entry may change: clocks, temples, window times, counts of requests, and what can be taken back. */
import type { AnyGame } from '@flower-war/rules';
import { type Entry, lostIn } from '../entry/entries.ts';
import { botOf, type Position } from '../position/position.ts';
import type { Clocks, OpenStep } from '../position/tableState.ts';
import { clocksAfter, type Tick } from '../table/clocks.ts';
import { habitAnswer, inARowAfter, notesAfter } from '../table/habitAnswers.ts';
import { requestsAfter } from '../table/requestLimit.ts';
import { pastAfter } from '../table/takeback.ts';
import { windowOf } from '../table/windows.ts';
import { timesAfter } from '../table/windowTimes.ts';
import { templesAfter } from '../temples/templesAfter.ts';

interface Happening {
  readonly position: Position;
  readonly drew?: boolean;
  readonly actor?: number;
  readonly entry: Entry;
  readonly events: readonly unknown[];
}

/** The position after an entry, with the changes that go along with every entry. */
export function kept(engine: AnyGame, was: Position, happening: Happening): Position {
  const { drew = false, entry } = happening;
  const now = withHabits(engine, was, happening);
  const { past, openStep } = pastAfter(engine, was, now, { entry, drew });
  const clocks = now.clocks.length === 0 ? now.clocks : clocksNow(engine, was, { ...happening, position: now });
  const temples = templesAfter(engine, was, now, entry);
  // An offered takeback ends when a player moves, because its move is then no longer the last one.
  const isPassed = now.offer?.what === 'takeback' && now.state !== was.state && openStep === undefined;
  const draws = now.draws + (drew ? 1 : 0);
  const times = timesAfter(engine, was, now, entry);
  const requests = requestsAfter(now.requests, entry);
  return {
    ...(isPassed ? withoutOffer(now) : now),
    past,
    openStep,
    draws,
    clocks,
    temples,
    times,
    requests,
  };
}

function withHabits(engine: AnyGame, was: Position, { position, entry, events }: Happening): Position {
  const notes = notesAfter(engine, was, position, { entry, events });
  return { ...position, notes, inARow: inARowAfter(engine, was, position, entry) };
}

function withoutOffer({ offer: _, ...rest }: Position): Position {
  return rest;
}

function clocksNow(engine: AnyGame, was: Position, happening: Happening): Clocks {
  const { position, entry } = happening;
  const isCharged = position.status === 'running' && !position.pause && windowOf(engine, position) === undefined;
  return clocksAfter(position.created.table, was.clocks, {
    at: entry.at,
    lost: lostIn(entry),
    asked: isCharged ? charged(engine, was, position) : undefined,
    bots: [...was.occupants].flatMap(([seat, occupant]) => (botOf(occupant) === undefined ? [] : [seat])),
    ...actorOf(happening),
    ...(was.openStep && position.created.format > 1 && afterWindow(was.openStep, { ...happening, isCharged })),
    ...(entry.kind === 'absence' && entry.what === 'returned' && { returned: entry.seat }),
  });
}

/** The seats whose clocks run. A question that a habit answers starts no clock. */
function charged(engine: AnyGame, was: Position, position: Position): readonly number[] {
  const habitual = habitAnswer(engine, position)?.seat;
  return engine.toMove(position.state).filter((seat) => seat !== habitual || was.clocks[seat]?.isOnTurn === true);
}

function actorOf({ drew = false, actor, entry }: Happening): Pick<Tick, 'actor'> {
  const seat = entry.kind === 'move' || entry.kind === 'clock' ? entry.seat : actor;
  return seat === undefined ? {} : { actor: { seat, drew, isClock: entry.kind === 'clock' } };
}

/**
 * An answer that closes a window completes the move that opened it. The clocks go on as after that move, so that no
 * clock changes because a window asked its seat. Format 1 used the seat and the time of the answer instead.
 */
function afterWindow(
  { seat, drew, at }: OpenStep,
  { position, entry, isCharged, ...now }: Happening & { readonly isCharged: boolean },
): Partial<Tick> {
  const isAnswer = entry.kind === 'move' || entry.kind === 'clock';
  if (!isAnswer) return {};
  const isLate = position.created.table.reactDelaySeconds > 0;
  const actor = { seat, drew: isCharged && (drew || now.drew === true), isClock: false };
  return { actor, ...(isLate && { at }) };
}
