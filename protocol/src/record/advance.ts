/**
 * The fold: the position of a match after each entry of its record. The live match, recovery after a crash, replay and
 * verification all call `advance`, so there is only one way to change a match.
 */
import type { Seat } from '@flower-war/rules';
import { kept } from './afterEveryEntry.ts';
import { canonical, stateChecksum } from './entry/canonical.ts';
import { CHECK_EVERY, type Entry, type EntryOf } from './entry/entries.ts';
import { matchSeed, restoredSeed } from './keyedChance.ts';
import {
  accepted,
  advanced,
  botOf,
  chanceOf,
  type EntryOutcome,
  type Folding,
  isFull,
  isSeatFree,
  type JudgedEntry,
  maySit,
  type NextPosition,
  NO_TEMPLES,
  type Occupant,
  type Position,
  refused,
  toMoveIn,
  withResult,
} from './position.ts';
import { absence, rest } from './table/absence.ts';
import { afterSitting, agree, isTooOften, sits } from './table/agreements.ts';
import { clocksAtFirst } from './table/clocks.ts';
import { habitAnswer, habitsAtFirst, keep } from './table/habits.ts';
import { clockRefusal, isWished } from './table/windows.ts';
import { templeEntry } from './templeEntries.ts';

/** Whether an entry that leads to this position carries a checksum, and which. */
export function checkFor(seq: number, { state }: Position): string | undefined {
  return seq % CHECK_EVERY === 0 && state !== undefined ? stateChecksum(state) : undefined;
}

/** The position after a `created` entry. */
export function begin(created: EntryOf<'created'>): Position {
  const clocks = clocksAtFirst(created.table, created.seats);
  return {
    created,
    status: 'open',
    host: created.host,
    clocks,
    occupants: new Map(),
    wishes: new Map(),
    habits: new Map(),
    inARow: 0,
    gone: [],
    vacations: new Map(),
    past: [],
    undone: 0,
    temples: NO_TEMPLES,
    requests: new Map(),
    draws: 0,
    restores: [],
  };
}

/** The one judge of entries: the position after this one, or why it cannot follow. Never changes what it is given. */
export function advance(folding: Folding, position: Position, entry: Entry): EntryOutcome {
  if (position.status === 'ended') return refused('already-ended');
  // Servers that wrote format 1 did not count requests that waited for a window to close.
  if (position.created.format > 1 && isTooOften(position.requests, entry)) return refused('too-often');
  const outcome = judge(folding, position, entry);
  if (!outcome.ok) return outcome;
  return { ...outcome, position: kept(folding.engine, position, { ...outcome, entry }) };
}

function judge(folding: Folding, position: Position, entry: Entry): JudgedEntry {
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
    case 'habits':
      return keep(folding.engine, position, entry);
    case 'absence':
      return absence(folding, position, entry);
    case 'agreement':
      return agree(folding.engine, position, entry);
    case 'vacation':
      return rest(position, entry);
    case 'temple':
      return templeEntry(folding, position, entry);
    case 'resumed':
      if (entry.lost === 0) return refused('nothing-lost');
      return position.status === 'running' ? accepted(position) : refused('not-running');
    case 'restored':
      return restore(folding, position, entry);
    case 'ended':
      return end(position, entry);
  }
}

function ask(position: Position, { seat, what }: EntryOf<'asks'>): EntryOutcome {
  if (position.status !== 'running') return refused('not-running');
  if (position.occupants.get(seat)?.kind !== 'player') return refused('no-player-there');
  const wishes = new Map(position.wishes);
  if (what === 'all') wishes.delete(seat);
  else wishes.set(seat, what);
  return accepted({ ...position, wishes });
}

/** A match ends with the result of the rules, or with an abort, which is possible at any time. */
function end(position: Position, entry: EntryOf<'ended'>): EntryOutcome {
  const { result } = entry;
  if (position.status === 'over') {
    if (canonical(position.result) !== canonical(result)) return refused('another-result');
  } else if (result.result !== 'aborted') {
    return refused('not-over');
  } else if (result.winners.length > 0 || result.standings.length > 0) {
    return refused('an-abort-has-no-winners');
  }
  return accepted({ ...position, status: 'ended', result });
}

/** Before the first move: players and bots sit down, and the match starts. */
function sitDown(position: Position, entry: EntryOf<'seated'>): EntryOutcome {
  if (position.status !== 'open') return refused('already-started');
  if (!isSeatFree(position, entry.seat)) return refused('seat-taken');
  if (entry.by === 'player' && sits(position, entry.player)) return refused('sits-already');
  if (entry.by === 'player' && !maySit(entry.player, position.created.table)) return refused('programs-not-allowed');
  const occupant: Occupant =
    entry.by === 'bot'
      ? { kind: 'bot', bot: entry.bot }
      : { kind: 'player', player: entry.player, contribution: entry.contribution };
  return accepted(
    afterSitting({ ...position, occupants: new Map(position.occupants).set(entry.seat, occupant) }, entry),
  );
}

function start({ engine, secret }: Folding, position: Position, entry: EntryOf<'started'>): JudgedEntry {
  if (position.status !== 'open') return refused('already-started');
  if (!isFull(position)) return refused('seats-free');
  const { match, options, seats, from } = position.created;
  const seed = seedAfter(matchSeed(secret, match, contributionsOf(position)), position.restores);
  const { chance, drew } = chanceOf({ ...position, seed }, entry.seq);
  const state: unknown = from ? engine.reshuffle(from.state, chance) : engine.setup(options, seats, chance);
  const habits = habitsAtFirst(engine, position);
  const settled = withResult(engine, { ...position, status: 'running', seed, state, habits });
  // A match that goes on from a position is in the middle of a turn.
  return { ok: true, position: settled, events: from ? [] : (engine.opening?.(state) ?? []), drew: drew() };
}

function contributionsOf({ occupants }: Position): ReadonlyMap<number, string> {
  const given = new Map<number, string>();
  for (const [seat, occupant] of occupants) if (occupant.kind === 'player') given.set(seat, occupant.contribution);
  return given;
}

/** Moves: of a player, of a bot, of the clock, of a habit, and those that a wish makes in a hidden window. */
function move(folding: Folding, position: Position, entry: EntryOf<'move'>): JudgedEntry {
  if (position.status !== 'running') return refused('not-running');
  if (position.pause) return refused('paused');
  if (entry.by === 'wish') return wish(folding, position, entry);
  if (entry.by === 'habit') return habit(folding, position, entry);
  const occupant = position.occupants.get(entry.seat);
  // A player may move while a bot stands in for them. A bot may move only at a seat that it was given.
  const isTheirs = entry.by === 'bot' ? botOf(occupant) !== undefined : occupant?.kind === 'player';
  return isTheirs ? play(folding, position, entry) : refused('somebody-else-plays');
}

function play({ engine }: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): JudgedEntry {
  const parsed: unknown = engine.parse(entry.move);
  if (parsed === undefined) return refused('bad-notation');
  const { chance, drew } = chanceOf(position, entry.seq);
  const applied = engine.apply(position.state, entry.seat as Seat, parsed, chance);
  if (!applied.ok) return refused(applied.reason);
  return { ...advanced(engine, { ...position, state: applied.state }, applied.events), drew: drew() };
}

function clock(folding: Folding, position: Position, entry: EntryOf<'clock'>): JudgedEntry {
  const isToMove = () => toMoveIn(folding.engine, position).includes(entry.seat as Seat);
  if (position.status !== 'running') return refused('not-running');
  if (position.pause) return refused('paused');
  if (!isToMove()) return refused('not-to-move');
  const refusal = clockRefusal(folding.engine, position, entry);
  return refusal === undefined ? playFallback(folding, position, entry) : refused(refusal);
}

function wish(folding: Folding, position: Position, entry: EntryOf<'move'>): JudgedEntry {
  return isWished(folding.engine, position, entry.seat)
    ? playFallback(folding, position, entry)
    : refused('not-wished');
}

/** A habit may play only what the rules say that it answers. */
function habit(folding: Folding, position: Position, entry: EntryOf<'move'>): JudgedEntry {
  const answer = habitAnswer(folding.engine, position);
  if (answer?.seat !== entry.seat) return refused('not-a-habit');
  return answer.move === entry.move ? play(folding, position, entry) : refused('not-the-habit');
}

/** The clock and a wish may play only the fallback of the rules. */
function playFallback(folding: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): JudgedEntry {
  const { engine } = folding;
  const fallback: unknown = engine.fallback(position.state, entry.seat as Seat);
  return engine.format(fallback) === entry.move ? play(folding, position, entry) : refused('not-the-fallback');
}

// A match goes on from a backup. Players saw what was drawn after the backup, so it must not come again.

/** Renews all dice that follow, and the order of everything that no seat has seen. */
function restore({ engine }: Folding, position: Position, { seq, entropy }: EntryOf<'restored'>): JudgedEntry {
  const restores = [...position.restores, entropy];
  if (position.status !== 'running' || position.seed === undefined) return accepted({ ...position, restores });
  const renewed = { ...position, restores, seed: restoredSeed(position.seed, entropy) };
  const { chance, drew } = chanceOf(renewed, seq);
  return { ...accepted({ ...renewed, state: engine.reshuffle(position.state, chance) }), drew: drew() };
}

/** The seed after all restores. Those before the start count too: players who had sat down then add nothing new. */
function seedAfter(seed: Uint8Array, restores: readonly string[]): Uint8Array {
  return restores.reduce(restoredSeed, seed);
}

// Goes through a record entry by entry, with the positions before and after each.

export interface FoldedEntry extends NextPosition {
  readonly entry: Entry;
  /** The position before the entry; of the first entry, the one after it. */
  readonly before: Position;
}

/** An entry cannot follow the entries before it. */
export class CannotFollow extends Error {
  readonly entry: Entry;
  readonly reason: string;

  constructor(entry: Entry, reason: string) {
    super(`entry ${entry.seq} cannot follow: ${reason}`);
    this.entry = entry;
    this.reason = reason;
  }
}

/** Folds entries, of which the first is `created`. Throws `CannotFollow`. */
export function* foldRecord(folding: Folding, entries: Iterable<Entry>, step = advance): Generator<FoldedEntry> {
  let before: Position | undefined;
  for (const entry of entries) {
    const folded: FoldedEntry = before === undefined ? first(entry) : followed(folding, { before, entry, step });
    before = folded.position;
    yield folded;
  }
}

function first(entry: Entry): FoldedEntry {
  if (entry.kind !== 'created') throw new CannotFollow(entry, 'a record begins with the entry "created"');
  const position = begin(entry);
  return { entry, before: position, position, events: [] };
}

interface Following {
  readonly before: Position;
  readonly entry: Entry;
  readonly step: typeof advance;
}

function followed(folding: Folding, { before, entry, step }: Following): FoldedEntry {
  const outcome = step(folding, before, entry);
  if (!outcome.ok) throw new CannotFollow(entry, outcome.reason);
  return { entry, before, position: outcome.position, events: outcome.events };
}

/** The position after the last of these entries. Throws `CannotFollow`. */
export function positionAfter(folding: Folding, entries: Iterable<Entry>): Position {
  let position: Position | undefined;
  for (const folded of foldRecord(folding, entries)) position = folded.position;
  if (position === undefined) throw new Error('a record has a first entry');
  return position;
}
