/** Changes of the player behind a seat: leaving, a bot that stands in, coming back, another player for good. */
import type { AnyGame, Seat } from '@flower-war/rules';
import type { Entry, EntryOf } from '../entry/entries.ts';
import type { TableSettings } from '../entry/tableSettings.ts';
import {
  accepted,
  advanced,
  chanceOf,
  type EntryOutcome,
  type Folding,
  type JudgedEntry,
  maySit,
  type Occupant,
  type Position,
  refused,
  toMoveIn,
  windowOf,
} from '../position.ts';
import { afterLeaving, peopleAtTable, sits } from './agreements.ts';
import { DAY_MS, type Tick } from './clocks.ts';
import { keptAtFirst, withHabits } from './habits.ts';

// What happens to a seat whose player is away or too slow: one line for each policy. docs/tables.md tells it to players.

export interface AbsencePolicy {
  /** The policy acts after this many turns in a row in which the clock had to answer. */
  readonly misses: number;
  /** At a table without a clock, the policy acts when a player has been away for this long and others wait. */
  readonly awayMs: number;
  /** `bot` stands in until the player is back; `retired` leaves the match for good. */
  readonly becomes: 'bot' | 'retired';
  /** How long a bot must stand in before another player may take the seat for good; absent if no player ever may. */
  readonly substituteAfterMs?: number;
}

const MINUTE_MS = 60_000;

export const POLICIES: Readonly<Record<TableSettings['absence'], AbsencePolicy>> = {
  casual: { misses: 1, awayMs: MINUTE_MS, becomes: 'bot', substituteAfterMs: 2 * MINUTE_MS },
  fair: { misses: 2, awayMs: 3 * MINUTE_MS, becomes: 'bot', substituteAfterMs: 10 * MINUTE_MS },
  strict: { misses: 3, awayMs: 10 * MINUTE_MS, becomes: 'retired' },
};

/** Whether another player may take the seat of this one for good. */
export function mayBeSubstituted({ absence }: TableSettings, occupant: Occupant | undefined, at: number): boolean {
  const { substituteAfterMs } = POLICIES[absence];
  if (occupant?.kind !== 'player' || occupant.bot === undefined || substituteAfterMs === undefined) return false;
  return at >= (occupant.since ?? at) + substituteAfterMs;
}

type Absence = EntryOf<'absence'>;

export function absence(folding: Folding, position: Position, entry: Absence): JudgedEntry {
  if (!hasItsFields(entry)) return refused('not-its-fields');
  const occupant = position.occupants.get(entry.seat);
  if (entry.what === 'left' && occupant !== undefined) return standUp(position, entry, occupant);
  if (occupant?.kind !== 'player') return refused('no-player-there');
  if (position.status !== 'running') return refused('not-running');
  if (position.gone.includes(entry.seat)) return refused('has-left');
  // Other people may have to answer an open offer now, so it ends.
  const { offer: _, ...table } = position;
  return change(folding, table, { entry, occupant });
}

/** Only a change that a player asked for has an id, and each other field belongs to one kind of change. */
function hasItsFields({ what, bot, player, id }: Absence): boolean {
  const isAsked = what === 'resigned' || what === 'returned';
  return (
    (bot === undefined || what === 'bot') &&
    (player === undefined || what === 'substituted') &&
    (id === undefined || isAsked)
  );
}

/** A player gives a seat back, or the host empties it. */
function standUp(position: Position, { seat }: Absence, leaver: Occupant): EntryOutcome {
  if (position.status !== 'open') return refused('already-started');
  const occupants = new Map(position.occupants);
  occupants.delete(seat);
  return accepted(afterLeaving({ ...position, occupants }, leaver));
}

interface Change {
  readonly entry: Absence;
  readonly occupant: Extract<Occupant, { kind: 'player' }>;
}

function change(folding: Folding, position: Position, { entry, occupant }: Change): JudgedEntry {
  const { bot, since: _, ...person } = occupant;
  switch (entry.what) {
    case 'bot':
      if (POLICIES[position.created.table.absence].becomes !== 'bot') return refused('no-bots-at-this-table');
      if (entry.bot === undefined) return refused('no-bot-named');
      return (
        refusedTime(folding, position, entry) ?? seated(position, entry, { ...person, bot: entry.bot, since: entry.at })
      );
    case 'returned':
      return bot === undefined ? refused('no-bot-there') : seated(position, entry, person);
    case 'substituted':
      if (bot === undefined) return refused('no-bot-there');
      return mayBeSubstituted(position.created.table, occupant, entry.at)
        ? substitute(folding.engine, position, { entry, person })
        : refused('seat-kept');
    case 'retired':
      return refusedTime(folding, position, entry) ?? leave(folding, position, entry);
    case 'resigned':
      return leave(folding, position, entry);
    case 'left':
      return refused('already-started');
  }
}

/** Refuses a change if the player is neither too slow nor away. */
function refusedTime({ engine }: Folding, position: Position, { seat, at }: Absence): JudgedEntry | undefined {
  const reason = restsUntil(position, seat, at) === undefined ? patienceLeft(engine, position, seat) : 'on-vacation';
  return reason === undefined ? undefined : refused(reason);
}

function seated(position: Position, { seat }: Absence, occupant: Occupant): EntryOutcome {
  return accepted({ ...position, occupants: new Map(position.occupants).set(seat, occupant) });
}

/** What the first player's client added to the dice stays with the seat; wishes, habits and a vacation do not. */
function substitute(
  engine: AnyGame,
  position: Position,
  { entry, person }: { readonly entry: Absence; readonly person: Change['occupant'] },
): EntryOutcome {
  const { player } = entry;
  if (player === undefined) return refused('no-player-named');
  if (sits(position, player)) return refused('sits-already');
  if (!maySit(player, position.created.table)) return refused('programs-not-allowed');
  const wishes = new Map(position.wishes);
  wishes.delete(entry.seat);
  const habits = withHabits(position, entry.seat, keptAtFirst(engine, position.created));
  const vacations = withVacation(position, entry.seat, undefined);
  return seated({ ...position, wishes, habits, vacations }, entry, { ...person, player });
}

function leave({ engine }: Folding, position: Position, { seat, seq }: Absence): JudgedEntry {
  const { chance, drew } = chanceOf(position, seq);
  const left = engine.leave(position.state, seat as Seat, chance);
  const gone = [...position.gone, seat];
  return { ...advanced(engine, { ...position, state: left.state, gone }, left.events), drew: drew() };
}

// When a server may act on a player who is too slow or away. A record does not say which players are connected.

/** Why the server may neither replace the player of this seat nor retire the seat; `undefined` if it may. */
function patienceLeft(engine: AnyGame, position: Position, seat: number): string | undefined {
  const { clocks, created, pause } = position;
  const people = peopleAtTable(position);
  if (!people.includes(seat)) return 'not-at-the-table';
  if (pause !== undefined) return 'paused';
  const isAsked = toMoveIn(engine, position).includes(seat as Seat);
  // While a window is open, the seats that it asks are secret, so a seat that is not asked may count as too slow.
  if (!isAsked && windowOf(engine, position) === undefined) return 'not-to-move';
  // Without a clock, a player is away too long only if other people wait.
  if (clocks.length === 0) return people.length > 1 ? undefined : 'nobody-waits';
  return (clocks[seat]?.missed ?? 0) >= POLICIES[created.table.absence].misses ? undefined : 'time-left';
}

// Vacations of players in matches whose clock counts days. The vacation of a player holds in many matches, so each record is told of it.
// What a record cannot know is how many days the player has left: the server keeps that.

/** The most days a year that a host can give. */
export const MOST_VACATION_DAYS = 180;
/** No vacation is longer, so that no record can say that a clock stands for ever. */
const LONGEST_MS = 366 * DAY_MS;

/** Whether the clock of a player on vacation stands at this table. */
export function allowsVacation({ clock, vacation }: Pick<TableSettings, 'clock' | 'vacation'>): boolean {
  return clock.kind === 'days' && vacation === true;
}

/** Until when the player of this seat is on vacation; undefined for a player who is not. */
export function restsUntil({ vacations }: Pick<Position, 'vacations'>, seat: number, at: number): number | undefined {
  const until = vacations.get(seat);
  return until !== undefined && until > at ? until : undefined;
}

/** A vacation begins, or ends before its time. */
export function rest(position: Position, { seat, at, until }: EntryOf<'vacation'>): EntryOutcome {
  if (!allowsVacation(position.created.table)) return refused('no-vacation-here');
  if (position.status !== 'running') return refused('not-running');
  if (position.occupants.get(seat)?.kind !== 'player') return refused('no-player-there');
  if (position.gone.includes(seat)) return refused('has-left');
  const was = restsUntil(position, seat, at);
  if (until <= at && was === undefined) return refused('not-on-vacation');
  if (until === was) return refused('on-vacation');
  if (until - at > LONGEST_MS) return refused('vacation-too-long');
  return accepted({ ...position, vacations: withVacation(position, seat, until > at ? until : undefined) });
}

function withVacation({ vacations }: Position, seat: number, until: number | undefined): Position['vacations'] {
  if (until === undefined && !vacations.has(seat)) return vacations;
  const all = new Map(vacations);
  if (until === undefined) all.delete(seat);
  else all.set(seat, until);
  return all;
}

/**
 * What the clocks need to know of vacations. They are public, so clocks that are shown during a hidden window follow them, too. The time of
 * a hidden window itself runs on: if it stood, all would see that it asks the seat.
 */
export function restsIn({ vacations }: Position, entry: Entry): Pick<Tick, 'rests' | 'rested'> {
  const isOther = entry.kind === 'absence' && entry.what === 'substituted';
  return { rests: vacations, ...((entry.kind === 'vacation' || isOther) && { rested: entry.seat }) };
}
