/** The position of a match after an entry of its record. */
import type { AnyGame } from '@flower-war/rules';
import type { Asks } from '../../wire/actionFields.ts';
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
  /** How often each seat has asked for something that is no move. */
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
