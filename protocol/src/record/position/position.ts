/** The position of a match after an entry of its record. */
import type { AnyGame, Result } from '@flower-war/rules';
import type { Asks } from '../../wire/actionFields.ts';
import { counting, keyedChance } from '../chance/keyedChance.ts';
import type { EntryOf, MatchResult } from '../entry/entries.ts';
import type { Clocks, Offer, OpenStep, Pause, RequestCounts, TakebackStep, WindowTimes } from './tableState.ts';
import type { MatchTemples } from './temples.ts';

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
  /** When the first of the people who wait for the start sat down; absent while no player waits. */
  readonly peopleSince?: number;
  /** In which hidden windows the seats want to be asked. A seat that wants to be asked everything is absent. */
  readonly wishes: ReadonlyMap<number, Asks>;
  /** The habits of each seat; a seat without any is absent. */
  readonly habits: ReadonlyMap<number, readonly string[]>;
  /** What the habits remember, as the game has it; absent as long as no seat keeps any. */
  readonly notes?: unknown;
  /** How many answers of habits stand in a row. */
  readonly inARow: number;
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
  /** The moves that might be taken back. */
  readonly past: readonly TakebackStep[];
  readonly openStep?: OpenStep | undefined;
  readonly temples: MatchTemples;
  /** The times of the open hidden window. */
  readonly times?: WindowTimes | undefined;
  /** How often each seat has asked for something that is not a move. */
  readonly requests: RequestCounts;
}

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

// How an entry is judged: accepted, with the position after it, or refused.

export interface NextPosition {
  readonly position: Position;
  /** What happened, unfiltered. Pass each event through `viewEvent` before it leaves the server. */
  readonly events: readonly unknown[];
}

interface Refusal {
  readonly ok: false;
  readonly reason: string;
}

/** The verdict on an entry. */
export type EntryOutcome = Accepted | Refusal;

type Accepted = { readonly ok: true } & NextPosition;

/** An outcome before the changes that go along with every entry (see fold/everyEntry.ts). */
export type JudgedEntry = (Accepted & Happened) | Refusal;

interface Happened {
  /** Whether chance was drawn. */
  readonly drew?: boolean;
  /** The seat that acted by its beads. */
  readonly actor?: number;
}

export function advanced(engine: AnyGame, position: Position, events: readonly unknown[]): Accepted {
  return { ok: true, position: withResult(engine, position), events };
}

/** A game that has a result is over; its record still waits for `ended`. */
export function withResult(engine: AnyGame, position: Position): Position {
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

/** The chance of the next entry, and whether anything was drawn from it. */
export function chanceOf({ created, seed, draws }: Position, seq: number): ReturnType<typeof counting> {
  if (seed === undefined) throw new Error('a running match has a seed');
  return counting(keyedChance(seed, created.format === 1 ? seq : draws));
}

export function accepted(position: Position): Accepted {
  return { ok: true, position, events: [] };
}

export function refused(reason: string): Refusal {
  return { ok: false, reason };
}
