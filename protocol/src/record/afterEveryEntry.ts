/** What every entry may change: clocks, temples, window times, counts of requests, and what can be taken back. */
import type { AnyGame, Seat } from '@flower-war/rules';
import { type Slot, SLOTS } from '../temple/beads.ts';
import { type BeadAccount, marked, settled } from './beadAccount.ts';
import { type Entry, lostIn } from './entry/entries.ts';
import {
  botOf,
  type BoundTemple,
  type Clocks,
  endTemple,
  isReady,
  liveTemples,
  type MatchTemples,
  NO_TEMPLES,
  type OpenStep,
  ownerOf,
  type Position,
  readyBeads,
  toMoveIn,
  windowOf,
} from './position.ts';
import { restsIn } from './table/absence.ts';
import { pastAfter, requestsAfter } from './table/agreements.ts';
import { clocksAfter, type Tick } from './table/clocks.ts';
import { habitAnswer, inARowAfter, notesAfter } from './table/habits.ts';
import { timesAfter } from './table/windows.ts';

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
  const { past, openStep, undone } = pastAfter(engine, was, now, { entry, drew });
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
    undone,
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
    ...restsIn(position, entry),
  });
}

/** The seats whose clocks run. A question that a habit answers starts no clock. */
function charged(engine: AnyGame, was: Position, position: Position): readonly number[] {
  const habitual = habitAnswer(engine, position)?.seat;
  return toMoveIn(engine, position).filter((seat) => seat !== habitual || was.clocks[seat]?.isOnTurn === true);
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

// What each entry changes at the temples of a table: beads that can never be offered are refused.

/** How many offering steps are remembered. At a table of six, a bead may come this many steps late. */
const MOST_STEPS = 8;

/** The temples after an entry. A part that did not change stays the same object. */
function templesAfter(engine: AnyGame, was: Position, now: Position, { at, kind }: Entry): MatchTemples {
  if (now.temples === NO_TEMPLES) return now.temples;
  const isGone = (seat: number) => now.gone.includes(seat);
  const byHand = now.temples.byHand.some(isGone)
    ? now.temples.byHand.filter((seat) => !isGone(seat))
    : now.temples.byHand;
  const all = allAfter(engine, { was, now, isBack: kind === 'agreement' });
  const gift = giftAfter(engine, { ...now, temples: { ...now.temples, all } });
  return { all, byHand, steps: stepsAfter(engine, now, at), ...(gift !== undefined && { gift }) };
}

function allAfter(engine: AnyGame, change: Change): MatchTemples['all'] {
  const changed = liveTemples(change.now).flatMap(([temple, bound]) => {
    const next = boundAfter(engine, change, bound);
    return next === bound ? [] : [[temple, next] as const];
  });
  return changed.length === 0 ? change.now.temples.all : new Map([...change.now.temples.all, ...changed]);
}

interface Change {
  readonly was: Position;
  readonly now: Position;
  /** The entry is an agreement. At most it took moves back; no offering step ended. */
  readonly isBack: boolean;
}

function boundAfter(engine: AnyGame, change: Change, bound: BoundTemple): BoundTemple {
  const { status, occupants, gone } = change.now;
  if (status === 'over' || status === 'ended') return endTemple(bound, 'match-over');
  const owner = bound.seat === undefined ? undefined : occupants.get(bound.seat);
  const isHis = bound.seat === undefined || (owner?.kind === 'player' && owner.player === bound.by);
  if (!isHis || (bound.seat !== undefined && gone.includes(bound.seat))) return endTemple(bound, 'match-over');
  const left = gone.reduce(
    (account, seat) => settled(account, { isMeant: (run) => run.seat === seat }, 'match-over'),
    bound.account,
  );
  // While a window is open, only players who come and go may change an account. The rest is judged when it has closed.
  const isJudged = status === 'running' && windowOf(engine, change.now) === undefined;
  const account = isJudged ? judged(engine, change, { ...bound, account: left }) : left;
  return account === bound.account ? bound : { ...bound, account };
}

/** Judges the beads of all seats, slot by slot. */
function judged(engine: AnyGame, change: Change, bound: BoundTemple): BeadAccount {
  let { account } = bound;
  const owners = new Set(account.waiting.map((run) => ownerOf(bound, run)));
  for (const seat of owners)
    for (const slot of seat === undefined || change.now.temples.byHand.includes(seat) ? [] : SLOTS)
      account = judgedSlot(engine, change, { bound: { ...bound, account }, seat: seat as Seat, slot });
  return account;
}

interface Beads {
  readonly bound: BoundTemple;
  readonly seat: Seat;
  readonly slot: Slot;
}

function judgedSlot(engine: AnyGame, change: Change, { bound, seat, slot }: Beads): BeadAccount {
  const ready = isReady(bound, slot, seat);
  if (readyBeads(bound, slot, seat) === 0) return bound.account;
  if (isHopeless(engine, change, { seat, slot })) return settled(bound.account, { isMeant: ready }, 'no-skulls');
  const offering = engine.temple?.offering(change.now.state, seat, slot);
  const isShort = typeof offering === 'object' && readyBeads(bound, slot, seat) < offering.price;
  if (!isShort) return bound.account; // the next entry offers beads that are enough
  return marked(bound.account, { isMeant: (run) => ready(run) && run.why !== 'incomplete' }, { why: 'incomplete' });
}

/** Whether the seat has no skull left in its offering step, or had none when that step ended. */
function isHopeless(engine: AnyGame, { was, now, isBack }: Change, { seat, slot }: Omit<Beads, 'bound'>): boolean {
  const { temple } = engine;
  if (temple === undefined) return false;
  const standing = temple.standing(now.state);
  if (standing?.seat === seat && standing.step === 'now') return temple.offering(now.state, seat, slot) === 'no-skulls';
  const before = was.status === 'running' && !isBack ? temple.standing(was.state) : undefined;
  const isPast = standing?.seat === seat ? standing.step === 'after' : before?.seat === seat && before.step !== 'after';
  return isPast && !temple.canPay(now.state, seat);
}

/** The card that is still owed. A seat that declined it, took another card, or took its temple away is owed none. */
function giftAfter(engine: AnyGame, { temples: { gift, all }, state, status }: Position): MatchTemples['gift'] {
  if (gift === undefined || status !== 'running' || all.get(gift.temple)?.isOver !== false) return undefined;
  return engine.temple?.gift(state, gift.seat) === undefined ? undefined : gift;
}

/**
 * When the offering step of each seat began and ended. While a window is open, the steps stay as all players saw them.
 */
function stepsAfter(engine: AnyGame, now: Position, at: number): MatchTemples['steps'] {
  const { temples, state, status } = now;
  const { steps } = temples;
  if (windowOf(engine, now) !== undefined) return steps;
  const standing = status === 'running' ? engine.temple?.standing(state) : undefined;
  const seat = standing?.step === 'now' ? standing.seat : undefined;
  const open = steps.find(({ until }) => until === undefined);
  if (open?.seat === seat) return steps;
  const done = steps.map((step) => (step === open ? { ...step, until: at } : step));
  return [...done, ...(seat === undefined ? [] : [{ seat, from: at }])].slice(-MOST_STEPS);
}
