/**
 * The fold: what a record says a match looks like after each entry. The live match, recovery after a crash, replay and
 * verification all go through `advance`, so there is one way to change a match and nothing to keep in step.
 */
import type { AnyGame, Result, Seat } from '@flower-war/rules';
import type { Asks } from './actions.ts';
import { canonical, stateChecksum } from './canonical.ts';
import { keyedChance, matchSeed } from './keyedChance.ts';
import { CHECK_EVERY, type Entry, type EntryOf, type MatchResult } from './record.ts';
import { afterLeaving, afterSitting } from './waiting.ts';
import { isWished } from './wishes.ts';

export type Occupant =
  | { readonly kind: 'player'; readonly player: string; readonly contribution: string; readonly bot?: string }
  | { readonly kind: 'bot'; readonly bot: string };

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
  readonly result?: MatchResult;
}

export interface Advanced {
  readonly position: Position;
  /** What happened, unfiltered: pass each through `viewEvent` before it leaves. */
  readonly events: readonly unknown[];
}

export type Outcome = ({ readonly ok: true } & Advanced) | { readonly ok: false; readonly reason: string };

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
  return { created, occupants: new Map(), status: 'open', host: created.host, wishes: new Map() };
}

/** The one judge of entries: the position after this one, or why it cannot follow. Never changes what it is given. */
export function advance(folding: Folding, position: Position, entry: Entry): Outcome {
  if (position.status === 'ended') return refused('already-ended');
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
    case 'temple':
      return refused('no-temple');
    case 'resumed':
      return position.status === 'running' ? unchanged(position) : refused('not-running');
    case 'ended':
      return end(position, entry);
  }
}

function sitDown(position: Position, entry: EntryOf<'seated'>): Outcome {
  if (position.status !== 'open') return refused('already-started');
  if (!isSeatFree(position, entry.seat)) return refused('seat-taken');
  const occupant: Occupant =
    entry.by === 'bot'
      ? { kind: 'bot', bot: entry.bot }
      : { kind: 'player', player: entry.player, contribution: entry.contribution };
  return unchanged(
    afterSitting({ ...position, occupants: new Map(position.occupants).set(entry.seat, occupant) }, entry),
  );
}

function start({ engine, secret }: Folding, position: Position, entry: EntryOf<'started'>): Outcome {
  if (position.status !== 'open') return refused('already-started');
  if (!isFull(position)) return refused('seats-free');
  const { match, options, seats, from } = position.created;
  const seed = matchSeed(secret, match, contributionsOf(position));
  const chance = keyedChance(seed, entry.seq);
  const state: unknown = from ? engine.reshuffle(from.state, chance) : engine.setup(options, seats, chance);
  return unchanged(settle(engine, { ...position, status: 'running', seed, state }));
}

function move(folding: Folding, position: Position, entry: EntryOf<'move'>): Outcome {
  if (position.status !== 'running') return refused('not-running');
  if (entry.by === 'wish') return wish(folding, position, entry);
  const occupant = position.occupants.get(entry.seat);
  // A person may move while a bot stands in for them; a bot only where one was put.
  const isTheirs = entry.by === 'bot' ? botOf(occupant) !== undefined : occupant?.kind === 'player';
  return isTheirs ? play(folding, position, entry) : refused('somebody-else-plays');
}

function play({ engine }: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): Outcome {
  const parsed: unknown = engine.parse(entry.move);
  if (parsed === undefined) return refused('bad-notation');
  const applied = engine.apply(position.state, entry.seat as Seat, parsed, chanceOf(position, entry.seq));
  return applied.ok ? advanced(engine, { ...position, state: applied.state }, applied.events) : refused(applied.reason);
}

function clock(folding: Folding, position: Position, entry: EntryOf<'clock'>): Outcome {
  const isToMove = () => folding.engine.toMove(position.state).includes(entry.seat as Seat);
  if (position.status !== 'running') return refused('not-running');
  return isToMove() ? playFallback(folding, position, entry) : refused('not-to-move');
}

function wish(folding: Folding, position: Position, entry: EntryOf<'move'>): Outcome {
  return isWished(folding.engine, position, entry.seat)
    ? playFallback(folding, position, entry)
    : refused('not-wished');
}

/** Whoever plays for somebody else has no choice. */
function playFallback(folding: Folding, position: Position, entry: EntryOf<'move' | 'clock'>): Outcome {
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

function absence({ engine }: Folding, position: Position, entry: EntryOf<'absence'>): Outcome {
  if (entry.what === 'left') return leave(position, entry.seat);
  const occupant = position.occupants.get(entry.seat);
  if (occupant?.kind !== 'player') return refused('no-player-there');
  if (position.status !== 'running') return refused('not-running');
  switch (entry.what) {
    case 'bot':
      return entry.bot === undefined ? refused('no-bot-named') : handOver(position, entry.seat, entry.bot);
    case 'returned':
      return handOver(position, entry.seat);
    case 'resigned':
    case 'retired': {
      const left = engine.leave(position.state, entry.seat as Seat, chanceOf(position, entry.seq));
      return advanced(engine, { ...position, state: left.state }, left.events);
    }
  }
}

/** A seat is given back, or taken back from a bot. */
function leave(position: Position, seat: number): Outcome {
  const leaver = position.occupants.get(seat);
  if (leaver === undefined) return refused('no-player-there');
  if (position.status !== 'open') return refused('already-started');
  const occupants = new Map(position.occupants);
  occupants.delete(seat);
  return unchanged(afterLeaving({ ...position, occupants }, leaver));
}

function handOver(position: Position, seat: number, bot?: string): Outcome {
  const occupant = position.occupants.get(seat);
  if (occupant?.kind !== 'player') return refused('no-player-there');
  const { bot: _, ...person } = occupant;
  const driven: Occupant = bot === undefined ? person : { ...person, bot };
  return unchanged({ ...position, occupants: new Map(position.occupants).set(seat, driven) });
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

function advanced(engine: AnyGame, position: Position, events: readonly unknown[]): Outcome {
  return { ok: true, position: settle(engine, position), events };
}

/** A game that has a result is over; its record still waits for `ended`. */
function settle(engine: AnyGame, position: Position): Position {
  const result: Result | undefined = engine.result(position.state);
  return result === undefined ? position : { ...position, status: 'over', result: resultOf(result) };
}

function resultOf({ result, winners, standings, reason }: Result): MatchResult {
  return {
    result,
    winners: [...winners],
    standings: standings.map((standing) => ({ ...standing, breakdown: { ...standing.breakdown } })),
    reason,
  };
}

function contributionsOf({ occupants }: Position): ReadonlyMap<number, string> {
  const given = new Map<number, string>();
  for (const [seat, occupant] of occupants) if (occupant.kind === 'player') given.set(seat, occupant.contribution);
  return given;
}

function chanceOf({ seed }: Position, seq: number) {
  if (seed === undefined) throw new Error('a running match has a seed');
  return keyedChance(seed, seq);
}

function unchanged(position: Position): Outcome {
  return { ok: true, position, events: [] };
}

function refused(reason: string): Outcome {
  return { ok: false, reason };
}
