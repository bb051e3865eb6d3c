/**
 * The fold: what a record says a match looks like after each entry. The live match, recovery after a crash, replay and
 * verification all go through `advance`, so there is one way to change a match and nothing to keep in step.
 */
import type { AnyGame, Seat } from '@flower-war/rules';
import type { Asks } from '../../wire/actions.ts';
import { canonical, stateChecksum } from '../entry/canonical.ts';
import { CHECK_EVERY, type Entry, type EntryOf, lostIn, type MatchResult } from '../entry/entries.ts';
import { absence } from '../table/absence.ts';
import { agree, type Offer, type Pause } from '../table/agreements.ts';
import { type Clocks, clocksAfter, clocksAtFirst, type Tick } from '../table/clocks.ts';
import { afterSitting, sits } from '../table/host.ts';
import { type OpenStep, pastAfter, type Step } from '../table/takeback.ts';
import { clockRefusal, timesAfter, type WindowTimes } from '../table/timeouts.ts';
import { isWished, windowOf } from '../table/wishes.ts';
import { isTooOften, type Words, wordsAfter } from '../table/words.ts';
import { temple } from '../temples/atTable.ts';
import { templesAfter } from '../temples/refused.ts';
import { NO_TEMPLES, type Temples } from './bound.ts';
import { matchSeed } from './keyedChance.ts';
import { advanced, chanceOf, type Outcome, refused, settle, unchanged } from './outcome.ts';
import { restore, seedAfter } from './restoring.ts';

export type Occupant =
  | ({ readonly kind: 'player'; readonly player: string; readonly contribution: string } & StandIn)
  | { readonly kind: 'bot'; readonly bot: string };

/** The bot that plays for an absent player, and since when. */
interface StandIn {
  readonly bot?: string;
  readonly since?: number;
}

/** What the fold needs beside the entries. */
export interface Folding {
  readonly engine: AnyGame;
  readonly secret: string;
}

export interface Position {
  readonly created: EntryOf<'created'>;
  /** By seat; a free seat is absent. */
  readonly occupants: ReadonlyMap<number, Occupant>;
  readonly status: 'open' | 'running' | 'over' | 'ended';
  readonly host: string;
  /** When the first of the people who wait for the start sat down; absent while there is none. */
  readonly peopleSince?: number;
  /** What the seats want to be asked in hidden windows; a seat that wants to be asked everything is absent. */
  readonly wishes: ReadonlyMap<number, Asks>;
  /** The state of the game; absent before the start. */
  readonly state?: unknown;
  readonly seed?: Uint8Array;
  /** How many entries drew chance. */
  readonly draws: number;
  /** The entropy of each restore. */
  readonly restores: readonly string[];
  readonly result?: MatchResult;
  /** Seats that have left the running match. */
  readonly gone: readonly number[];
  /** Empty at a table without a clock. */
  readonly clocks: Clocks;
  readonly offer?: Offer;
  readonly pause?: Pause;
  /** What might be taken back. */
  readonly past: readonly Step[];
  readonly openStep?: OpenStep | undefined;
  readonly temples: Temples;
  /** Of the hidden window that is open. */
  readonly times?: WindowTimes | undefined;
  /** How often each seat has said something that is no move. */
  readonly words: Words;
}

export interface Advanced {
  readonly position: Position;
  /** What happened, unfiltered: pass each through `viewEvent` before it leaves. */
  readonly events: readonly unknown[];
}

export type { Outcome } from './outcome.ts';

/** An outcome before what goes along with every entry: the clocks, and what can be taken back. */
export type Judged =
  | ({
      readonly ok: true;
      /** Whether chance was drawn. */
      readonly drew?: boolean;
      /** Whose beads acted for a seat. */
      readonly actor?: number;
    } & Advanced)
  | { readonly ok: false; readonly reason: string };

export function isSeatFree(position: Position, seat: number): boolean {
  return seat < position.created.seats && !position.occupants.has(seat);
}

export function isFull(position: Position): boolean {
  return position.occupants.size === position.created.seats;
}

/** The bot that drives this seat, if one does. */
export function botOf(occupant: Occupant | undefined): string | undefined {
  return occupant?.bot;
}

/** Whether an entry that leads to this position carries a checksum, and which. */
export function checkFor(seq: number, { state }: Position): string | undefined {
  return seq % CHECK_EVERY === 0 && state !== undefined ? stateChecksum(state) : undefined;
}

/** The position after a `created` entry. */
export function begin(created: EntryOf<'created'>): Position {
  const clocks = clocksAtFirst(created.table, created.seats);
  const nobody = { occupants: new Map(), wishes: new Map(), gone: [], past: [], temples: NO_TEMPLES, words: new Map() };
  const undrawn = { draws: 0, restores: [] };
  return { created, status: 'open', host: created.host, clocks, ...nobody, ...undrawn };
}

/** The one judge of entries: the position after this one, or why it cannot follow. Never changes what it is given. */
export function advance(folding: Folding, position: Position, entry: Entry): Outcome {
  if (position.status === 'ended') return refused('already-ended');
  // Servers that wrote format 1 did not count what waited for a window to close.
  if (position.created.format > 1 && isTooOften(position.words, entry)) return refused('too-often');
  const outcome = judge(folding, position, entry);
  if (!outcome.ok) return outcome;
  return { ...outcome, position: kept(folding.engine, position, { ...outcome, entry }) };
}

function judge(folding: Folding, position: Position, entry: Entry): Judged {
  switch (entry.kind) {
    case 'created':
      return refused('created-twice');
    case 'seated':
      return sitDown(position, entry);
    case 'started':
      return start(folding, position, entry);
    case 'move':
      return move(folding, position, entry);
    case 'clock':
      return clock(folding, position, entry);
    case 'asks':
      return ask(position, entry);
    case 'absence':
      return absence(folding, position, entry);
    case 'agreement':
      return agree(folding.engine, position, entry);
    case 'temple':
      return temple(folding, position, entry);
    case 'resumed':
      if (entry.lost === 0) return refused('nothing-lost');
      return position.status === 'running' ? unchanged(position) : refused('not-running');
    case 'restored':
      return restore(folding, position, entry);
    case 'ended':
      return end(position, entry);
  }
}

function sitDown(position: Position, entry: EntryOf<'seated'>): Outcome {
  if (position.status !== 'open') return refused('already-started');
  if (!isSeatFree(position, entry.seat)) return refused('seat-taken');
  if (entry.by === 'player' && sits(position, entry.player)) return refused('sits-already');
  const occupant: Occupant =
    entry.by === 'bot'
      ? { kind: 'bot', bot: entry.bot }
      : { kind: 'player', player: entry.player, contribution: entry.contribution };
  return unchanged(
    afterSitting({ ...position, occupants: new Map(position.occupants).set(entry.seat, occupant) }, entry),
  );
}

function start({ engine, secret }: Folding, position: Position, entry: EntryOf<'started'>): Judged {
  if (position.status !== 'open') return refused('already-started');
  if (!isFull(position)) return refused('seats-free');
  const { match, options, seats, from } = position.created;
  const seed = seedAfter(matchSeed(secret, match, contributionsOf(position)), position.restores);
  const { chance, drew } = chanceOf({ ...position, seed }, entry.seq);
  const state: unknown = from ? engine.reshuffle(from.state, chance) : engine.setup(options, seats, chance);
  const settled = settle(engine, { ...position, status: 'running', seed, state });
  // A match that goes on from a position is in the middle of a turn.
  return { ok: true, position: settled, events: from ? [] : (engine.opening?.(state) ?? []), drew: drew() };
}

function move(folding: Folding, position: Position, entry: EntryOf<'move'>): Judged {
  if (position.status !== 'running') return refused('not-running');
  if (position.pause) return refused('paused');
  if (entry.by === 'wish') return wish(folding, position, entry);
  const occupant = position.occupants.get(entry.seat);
  // A person may move while a bot stands in for them; a bot only where one was put.
  const isTheirs = entry.by === 'bot' ? botOf(occupant) !== undefined : occupant?.kind === 'player';
  return isTheirs ? play(folding, position, entry) : refused('somebody-else-plays');
}

function play({ engine }: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): Judged {
  const parsed: unknown = engine.parse(entry.move);
  if (parsed === undefined) return refused('bad-notation');
  const { chance, drew } = chanceOf(position, entry.seq);
  const applied = engine.apply(position.state, entry.seat as Seat, parsed, chance);
  if (!applied.ok) return refused(applied.reason);
  return { ...advanced(engine, { ...position, state: applied.state }, applied.events), drew: drew() };
}

function clock(folding: Folding, position: Position, entry: EntryOf<'clock'>): Judged {
  const isToMove = () => folding.engine.toMove(position.state).includes(entry.seat as Seat);
  if (position.status !== 'running') return refused('not-running');
  if (position.pause) return refused('paused');
  if (!isToMove()) return refused('not-to-move');
  const refusal = clockRefusal(folding.engine, position, entry);
  return refusal === undefined ? playFallback(folding, position, entry) : refused(refusal);
}

function wish(folding: Folding, position: Position, entry: EntryOf<'move'>): Judged {
  return isWished(folding.engine, position, entry.seat)
    ? playFallback(folding, position, entry)
    : refused('not-wished');
}

/** Whoever plays for somebody else has no choice. */
function playFallback(folding: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): Judged {
  const { engine } = folding;
  const fallback: unknown = engine.fallback(position.state, entry.seat as Seat);
  return engine.format(fallback) === entry.move ? play(folding, position, entry) : refused('not-the-fallback');
}

function ask(position: Position, { seat, what }: EntryOf<'asks'>): Outcome {
  if (position.status !== 'running') return refused('not-running');
  if (position.occupants.get(seat)?.kind !== 'player') return refused('no-player-there');
  const wishes = new Map(position.wishes);
  if (what === 'all') wishes.delete(seat);
  else wishes.set(seat, what);
  return unchanged({ ...position, wishes });
}

/** An ending is what the rules say, or an abort, which is possible at any time. */
function end(position: Position, entry: EntryOf<'ended'>): Outcome {
  const { result } = entry;
  if (position.status === 'over') {
    if (canonical(position.result) !== canonical(result)) return refused('another-result');
  } else if (result.result !== 'aborted') {
    return refused('not-over');
  } else if (result.winners.length > 0 || result.standings.length > 0) {
    return refused('an-abort-has-no-winners');
  }
  return unchanged({ ...position, status: 'ended', result });
}

/** What goes along with every entry. */
function kept(engine: AnyGame, was: Position, happening: Happening): Position {
  const { position: now, drew = false, entry } = happening;
  const past = pastAfter(engine, was, now, { entry, drew });
  const clocks = now.clocks.length === 0 ? now.clocks : clocksNow(engine, was, happening);
  const temples = templesAfter(engine, was, now, entry);
  // Whoever plays on has answered: what was to be taken back is no longer the last move.
  const isPassed = now.offer?.what === 'takeback' && now.state !== was.state && past.openStep === undefined;
  const { offer, ...rest } = now;
  const draws = now.draws + (drew ? 1 : 0);
  const times = timesAfter(engine, was, now, entry);
  const words = wordsAfter(now.words, entry);
  return { ...rest, ...(offer !== undefined && !isPassed && { offer }), ...past, draws, clocks, temples, times, words };
}

interface Happening {
  readonly position: Position;
  readonly drew?: boolean;
  readonly actor?: number;
  readonly entry: Entry;
}

function clocksNow(engine: AnyGame, was: Position, happening: Happening): Clocks {
  const { position, entry } = happening;
  const isCharged = position.status === 'running' && !position.pause && windowOf(engine, position) === undefined;
  return clocksAfter(position.created.table, was.clocks, {
    at: entry.at,
    lost: lostIn(entry),
    asked: isCharged ? engine.toMove(position.state) : undefined,
    bots: [...was.occupants].flatMap(([seat, occupant]) => (botOf(occupant) === undefined ? [] : [seat])),
    ...actorOf(happening),
    ...(was.openStep && position.created.format > 1 && afterWindow(was.openStep, { ...happening, isCharged })),
    ...(entry.kind === 'absence' && entry.what === 'returned' && { returned: entry.seat }),
  });
}

function actorOf({ drew = false, actor, entry }: Happening): Pick<Tick, 'actor'> {
  const seat = entry.kind === 'move' || entry.kind === 'clock' ? entry.seat : actor;
  return seat === undefined ? {} : { actor: { seat, drew, isClock: entry.kind === 'clock' } };
}

/**
 * With the answer that closes a window the move has come about that opened it: the clocks go on as after that move, and
 * nobody's stands otherwise for having been asked. Format 1 went by who answered, and when.
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

function contributionsOf({ occupants }: Position): ReadonlyMap<number, string> {
  const given = new Map<number, string>();
  for (const [seat, occupant] of occupants) if (occupant.kind === 'player') given.set(seat, occupant.contribution);
  return given;
}
