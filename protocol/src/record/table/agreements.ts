/** Agreements of the people at a table. One of them offers; it takes effect when all who play have accepted. */
import type { AnyGame, Seat } from '@flower-war/rules';
import { isSameText } from '../entry/canonical.ts';
import { type Entry, type EntryOf, lostIn, type MatchResult } from '../entry/entries.ts';
import {
  accepted,
  type EntryOutcome,
  type Occupant,
  type Offer,
  type OpenStep,
  type Position,
  type RequestCounts,
  refused,
  richerFields,
  type TakebackStep,
  toMoveIn,
  windowOf,
} from '../position.ts';

const ABORTED: MatchResult = { result: 'aborted', winners: [], standings: [], reason: 'agreed' };
const MINUTE_MS = 60_000;

/** The seats of people who play themselves. All of them must agree. */
export function peopleAtTable({ occupants, gone }: Position): readonly number[] {
  const people: number[] = [];
  for (const [seat, { kind, bot }] of occupants)
    if (kind === 'player' && bot === undefined && !gone.includes(seat)) people.push(seat);
  return people;
}

export function agree(engine: AnyGame, position: Position, entry: EntryOf<'agreement'>): EntryOutcome {
  if (position.status !== 'running') return refused('not-running');
  // At a table that shows outcomes late, agreements wait for the outcome, so that they reveal no window.
  const isLate = position.created.table.reactDelaySeconds > 0;
  if (isLate && windowOf(engine, position) !== undefined) return refused('window-open');
  if (entry.is === 'over') return endPause(position, entry);
  if (!peopleAtTable(position).includes(entry.seat)) return refused('not-at-the-table');
  return entry.is === 'offered' ? offer(engine, position, entry) : reply(engine, position, entry);
}

/** Why this cannot be offered now. */
export function offerRefusal(
  engine: AnyGame,
  position: Position,
  { what, seat }: Pick<EntryOf<'agreement'>, 'what' | 'seat'>,
): string | undefined {
  if (what === 'undo') return undoRefusal(engine, position, seat);
  if (position.offer !== undefined) return 'offer-open';
  switch (what) {
    case 'abort':
      return undefined;
    case 'pause':
      return position.pause && 'paused';
    case 'resume':
      return position.pause ? undefined : 'not-paused';
    case 'takeback':
      if (position.pause) return 'paused';
      return stepsToTakeBack(engine, position, seat) === undefined ? 'nothing-to-take-back' : undefined;
  }
}

function offer(engine: AnyGame, position: Position, entry: EntryOf<'agreement'>): EntryOutcome {
  const { what, seat, minutes } = entry;
  if ((what === 'pause') !== (minutes !== undefined)) return refused('minutes-belong-to-a-pause');
  const refusal = offerRefusal(engine, position, entry);
  if (refusal !== undefined) return refused(refusal);
  if (what === 'undo') return accepted(takenBack(engine, position, seat));
  const made = { what, by: seat, ...(minutes !== undefined && { minutes }), accepted: [seat] };
  return settle(engine, position, made, entry.at);
}

function reply(
  engine: AnyGame,
  position: Position,
  { seat, what, is, at, minutes }: EntryOf<'agreement'>,
): EntryOutcome {
  if (minutes !== undefined) return refused('minutes-belong-to-an-offer');
  const { offer: open, ...rest } = position;
  if (open === undefined || open.what !== what) return refused('no-offer');
  if (is === 'declined') return accepted(rest);
  if (open.accepted.includes(seat)) return refused('accepted-already');
  return settle(engine, position, { ...open, accepted: [...open.accepted, seat] }, at);
}

function settle(engine: AnyGame, position: Position, made: Offer, at: number): EntryOutcome {
  if (peopleAtTable(position).some((seat) => !made.accepted.includes(seat)))
    return accepted({ ...position, offer: made });
  const { offer: _, ...settled } = position;
  switch (made.what) {
    case 'abort':
      return accepted({ ...settled, status: 'over', result: ABORTED });
    case 'pause':
      return accepted({ ...settled, pause: { by: made.by, until: at + (made.minutes ?? 0) * MINUTE_MS } });
    case 'resume':
      return accepted(withoutPause(settled));
    case 'takeback':
    case 'undo':
      return accepted(takenBack(engine, settled, made.by));
  }
}

/** Takes moves back. Nothing happens if a move in between has made that impossible. */
function takenBack(engine: AnyGame, position: Position, seat: number): Position {
  const steps = stepsToTakeBack(engine, position, seat) ?? 0;
  const past = position.past.slice(0, position.past.length - steps);
  const first = position.past[past.length];
  return first === undefined ? position : { ...position, state: first.before, notes: first.notes, past };
}

function endPause(position: Position, { at, what, seat, id, minutes }: EntryOf<'agreement'>): EntryOutcome {
  if (what !== 'pause' || position.pause === undefined) return refused('not-paused');
  if (seat !== position.pause.by || id !== undefined || minutes !== undefined) return refused('not-its-fields');
  return at < position.pause.until ? refused('time-left') : accepted(withoutPause(position));
}

function withoutPause({ pause: _, ...position }: Position): Position {
  return position;
}

// How often a seat may ask for something that is not a move. The rules of the game set no bound for that.

/** The most requests of one seat: offers, answers, wishes, habits, and what it says about beads. */
export const MOST_REQUESTS = 300;

const REQUESTS: readonly Entry['kind'][] = ['asks', 'habits', 'agreement', 'temple'];

/** The seat that asked for this entry, if the entry is not a move. */
function requester(entry: Entry): number | undefined {
  const isRequest = REQUESTS.includes(entry.kind);
  return isRequest && 'id' in entry && entry.id !== undefined ? entry.seat : undefined;
}

export function requestsAfter(was: RequestCounts, entry: Entry): RequestCounts {
  const seat = requester(entry);
  return seat === undefined ? was : new Map(was).set(seat, (was.get(seat) ?? 0) + 1);
}

/**
 * Whether this seat has asked too often. It may always answer other players: the bound on their offers bounds answers
 * too.
 */
export function isTooOften(was: RequestCounts, entry: Entry): boolean {
  const seat = requester(entry);
  const isAnswer = entry.kind === 'agreement' && entry.is !== 'offered';
  return seat !== undefined && !isAnswer && (was.get(seat) ?? 0) >= MOST_REQUESTS;
}

// Which player is the host, and since when people wait for the start. Both follow from sitting down and leaving.

/** People wait from the moment when the first of them sits down. Bots do not wait. */
export function afterSitting(position: Position, { at, by }: EntryOf<'seated'>): Position {
  return by === 'player' && position.peopleSince === undefined ? { ...position, peopleSince: at } : position;
}

/**
 * When the host leaves, the remaining player who sat down first is the host; if none remains, the creator of the match.
 */
export function afterLeaving(position: Position, leaver: Occupant): Position {
  const { peopleSince, ...rest } = position;
  const first = firstPerson(position);
  const isHost = leaver.kind === 'player' && leaver.player === position.host;
  const host = isHost ? (first ?? position.created.host) : position.host;
  const isWaiting = first !== undefined && peopleSince !== undefined;
  return { ...rest, host, ...(isWaiting && { peopleSince }) };
}

/** Seats are listed in the order in which they were taken. */
function firstPerson({ occupants }: Position): string | undefined {
  for (const occupant of occupants.values()) if (occupant.kind === 'player') return occupant.player;
  return undefined;
}

/** Whether this player has a seat. */
export function sits({ occupants }: Position, player: string): boolean {
  return [...occupants.values()].some((one) => one.kind === 'player' && one.player === player);
}

// Which moves can be taken back: the last ones, as long as no chance was drawn and nothing hidden was shown since.

type Past = Pick<Position, 'past' | 'openStep' | 'undone'>;

const MOST_STEPS = 8;
const NOTHING: Past = { past: [], openStep: undefined, undone: 0 };

/**
 * The moves that can be taken back after an entry. An entry that changes the state and is not a plain move clears them.
 */
export function pastAfter(
  engine: AnyGame,
  was: Position,
  now: Position,
  { entry, drew }: { readonly entry: Entry; readonly drew: boolean },
): Past {
  const { past, undone } = was;
  if (now.state === was.state) return { past, openStep: later(was.openStep, lostIn(entry)), undone };
  if (entry.kind === 'agreement' && entry.what === 'undo') return { ...NOTHING, undone: undone + 1 };
  if (now.status !== 'running' || (entry.kind !== 'move' && entry.kind !== 'clock')) return NOTHING;
  const step = {
    ...(was.openStep ?? begun(was, entry)),
    drew: drew || was.openStep?.drew === true,
  };
  if (windowOf(engine, now) !== undefined) return { past, openStep: step, undone };
  if (step.drew) return NOTHING;
  const { at: _, drew: __, ...made } = step;
  const done = { ...made, after: now.state };
  const isOwn = past.every(({ seat }) => seat === done.seat);
  return { past: [...past, done].slice(-MOST_STEPS), openStep: undefined, undone: isOwn ? undone : 0 };
}

function begun(was: Position, entry: EntryOf<'move' | 'clock'>): Omit<OpenStep, 'drew'> {
  const by = entry.kind === 'move' ? entry.by : 'clock';
  const made = { isHabit: by === 'habit', isByPlayer: by === 'player' };
  return { seat: entry.seat, before: was.state, notes: was.notes, ...made, at: entry.at };
}

function later(step: OpenStep | undefined, lost: number): OpenStep | undefined {
  return step === undefined || lost === 0 ? step : { ...step, at: step.at + lost };
}

/** The last move that this player made, with all that followed it; `undefined` if it cannot be taken back. */
function stepsToTakeBack(engine: AnyGame, { past, created }: Position, seat: number): number | undefined {
  const steps = lastOf(past, seat);
  const seats = Array.from({ length: created.seats }, (_, one) => one as Seat);
  return steps.length > 0 && steps.every((step) => hidNothing(engine, step, seats)) ? steps.length : undefined;
}

function lastOf(past: Position['past'], seat: number): Position['past'] {
  const last = past.findLastIndex((step) => step.seat === seat && !step.isHabit);
  return last < 0 ? [] : past.slice(last);
}

/** So often a seat may take a move back alone until chance is drawn or another seat moves. */
export const MOST_UNDONE = 8;

/**
 * Why this seat may not take its last move back alone. It may while the turn is still its own, so that no other seat has acted and no
 * clock has got time for it. A window that has closed does not count: whether there was one is hidden.
 */
export function undoRefusal(engine: AnyGame, position: Position, seat: number): string | undefined {
  const { status, pause, past, undone, openStep } = position;
  if (status !== 'running') return 'not-running';
  if (pause !== undefined) return 'paused';
  const [last, ...since] = lastOf(past, seat);
  const isOwn = last?.isByPlayer === true && since.every((step) => step.seat === seat);
  const isAsked = toMoveIn(engine, position).some((one) => one === seat);
  if (!isOwn || !isAsked || openStep !== undefined) return 'nothing-to-take-back';
  if (undone >= MOST_UNDONE) return 'undone-too-often';
  return stepsToTakeBack(engine, position, seat) === undefined ? 'nothing-to-take-back' : undefined;
}

/** What was found of a step, which is asked for after every entry while the step is the last one. */
const FOUND = new WeakMap<TakebackStep, boolean>();

/** Whether no seat has learned or shown anything that a spectator does not see. */
function hidNothing(engine: AnyGame, step: TakebackStep, seats: readonly Seat[]): boolean {
  const known = FOUND.get(step);
  if (known !== undefined) return known;
  const { before, after } = step;
  const found = seats.every((seat) => isSameText(ownPart(engine, before, seat), ownPart(engine, after, seat)));
  FOUND.set(step, found);
  return found;
}

/** The fields in which a seat sees more than a spectator. */
function ownPart(engine: AnyGame, state: unknown, seat: Seat): object {
  return richerFields({ own: engine.view(state, seat), spectator: engine.view(state, 'spectator') }, isSameText);
}
