/** The position of a match after an entry of its record. */
import type { AnyGame, Result, Seat, Window } from '@flower-war/rules';
import { type BeadReason, SLOTS, type Slot } from '../temple/beads.ts';
import type { AgreementKind, Asks } from '../wire/actionFields.ts';
import { type BeadAccount, type Picked, type Run, settled } from './beadAccount.ts';
import { counting, keyedChance } from './keyedChance.ts';
import type { EntryOf, MatchResult } from './entry/entries.ts';

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

/** A bot account has such an id, so that a record says by itself where bots played. No person has one. */
export const BOT_ACCOUNT = 'bot-';
export const isBotAccount = (player: string): boolean => player.startsWith(BOT_ACCOUNT);

/** Whether this player may sit at the table: a bot account only where its maker allowed programs. */
export const maySit = (player: string, { programs }: EntryOf<'created'>['table']): boolean =>
  programs === 'allowed' || !isBotAccount(player);

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
  /** Until when the players of these seats are on vacation. The time may be over. */
  readonly vacations: ReadonlyMap<number, number>;
  /** The moves that might be taken back. */
  readonly past: readonly TakebackStep[];
  readonly openStep?: OpenStep | undefined;
  /** How often a seat has taken a move back alone since chance was drawn or another seat moved. */
  readonly undone: number;
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

// The parts of a position that belong to the table and not to the game: clocks, agreements, takebacks, hidden windows.

export interface SeatClock {
  /** Milliseconds left at `since`, or left while the clock stands. */
  readonly left: number;
  /** When `left` was counted; absent while the clock stands. */
  readonly since?: number;
  readonly isOnTurn: boolean;
  /** The time of this turn, or since its last throw, has run out. */
  readonly isLate: boolean;
  /** In how many turns in a row the time has run out. */
  readonly missed: number;
}

export type Clocks = readonly SeatClock[];

/** What one player has offered to the others at the table. */
export interface Offer {
  readonly what: AgreementKind;
  readonly by: number;
  /** The length of an offered pause. */
  readonly minutes?: number;
  /** The seats that have agreed, with the one that offered. */
  readonly accepted: readonly number[];
}

export interface Pause {
  readonly by: number;
  readonly until: number;
}

/** A move that may be taken back, with the hidden windows that it opened. */
export interface TakebackStep {
  readonly seat: number;
  readonly before: unknown;
  /** What habits remembered before it. */
  readonly notes: unknown;
  /** A habit made the move. */
  readonly isHabit: boolean;
  /** The player made the move; no bot, clock, wish or habit. */
  readonly isByPlayer: boolean;
  readonly after: unknown;
}

/** A move whose windows are still open. */
export interface OpenStep extends Omit<TakebackStep, 'after'> {
  readonly drew: boolean;
  /** When the move was made, plus the time that the server has lost since. */
  readonly at: number;
}

/**
 * The times of the open hidden window. They are never later than the last entry, even if the wall clock stepped back.
 */
export interface WindowTimes {
  /** When the move was made whose outcome is hidden. */
  readonly movedAt: number;
  /** Since when each seat has been asked. */
  readonly since: ReadonlyMap<number, number>;
}

/** By seat, how often it has asked for something that is not a move. */
export type RequestCounts = ReadonlyMap<number, number>;

type View = Readonly<Record<string, unknown>>;

interface Views {
  readonly own: unknown;
  readonly spectator: unknown;
}

/** The fields of a view in which a seat sees more than a spectator. */
export function richerFields({ own, spectator }: Views, isEqual: (a: unknown, b: unknown) => boolean): View {
  const richer: Record<string, unknown> = {};
  for (const field of Object.keys(own as View)) {
    const [value, shown] = [(own as View)[field], (spectator as View)[field]];
    if (value !== shown && !isEqual(value, shown)) richer[field] = value;
  }
  return richer;
}

// The temples at a table, as the fold of a record knows them.

/** A temple that counts, or has counted, for this match. */
export interface BoundTemple {
  /** The player whose temple it is. */
  readonly by: string;
  /** The seat whose offerings it takes; absent for the one temple on the table. */
  readonly seat?: number;
  readonly account: BeadAccount;
  /** The slots whose beads are disputed, with the seat that disputes them. The host settles disputes. */
  readonly disputes: readonly { readonly slot: Slot; readonly seat: number }[];
  /** Whether the temple has ceased to count here. Its own journal then takes over this account. */
  readonly isOver: boolean;
}

export interface MatchTemples {
  readonly all: ReadonlyMap<string, BoundTemple>;
  /** Seats that make their offerings on the screen although they have a temple. */
  readonly byHand: readonly number[];
  /** The temple and the seat whose offering brought the card that is to be drawn now. */
  readonly gift?: { readonly temple: string; readonly seat: Seat } | undefined;
  /** The last offering steps. They tell which seat owns a bead in the temple on the table. */
  readonly steps: readonly OfferingStep[];
}

interface OfferingStep {
  readonly seat: Seat;
  readonly from: number;
  readonly until?: number;
}

interface AtTable {
  readonly temples: MatchTemples;
}

export const NO_TEMPLES: MatchTemples = { all: new Map(), byHand: [], steps: [] };

export function withTemple({ temples }: AtTable, temple: string, bound: BoundTemple): MatchTemples {
  return { ...temples, all: new Map(temples.all).set(temple, bound) };
}

/** The temples that still count. */
export function liveTemples({ temples }: AtTable): readonly (readonly [string, BoundTemple])[] {
  return temples.all.size === 0 ? [] : [...temples.all].filter(([, { isOver }]) => !isOver);
}

/** The seat that owns a waiting bead, if any. */
export const ownerOf = ({ seat }: BoundTemple, run: Run): number | undefined => seat ?? run.seat;

/** Picks the waiting beads of a seat and slot that are offered as soon as the rules allow it. */
export function isReady(bound: BoundTemple, slot: Slot, seat: number): Picked['isMeant'] {
  const isDisputed = bound.disputes.some((dispute) => dispute.slot === slot);
  return (run) => !isDisputed && run.slot === slot && run.why !== 'implausible' && ownerOf(bound, run) === seat;
}

export function readyBeads(bound: BoundTemple, slot: Slot, seat: number): number {
  const isMeant = isReady(bound, slot, seat);
  return bound.account.waiting.reduce((sum, run) => sum + (isMeant(run) ? run.n : 0), 0);
}

/** The slots with ready beads, in the order in which their first ready beads came. */
export function slotsInOrder(bound: BoundTemple, seat: number): readonly Slot[] {
  const first = (slot: Slot) => bound.account.waiting.findIndex(isReady(bound, slot, seat));
  return SLOTS.filter((slot) => first(slot) >= 0).sort((a, b) => first(a) - first(b));
}

/** The temple that takes the offerings of this seat. */
export function templeOfSeat(position: AtTable, seat: number): string | undefined {
  const live = liveTemples(position);
  return (live.find(([, bound]) => bound.seat === seat) ?? live.find(([, bound]) => bound.seat === undefined))?.[0];
}

/** Ends the counting of a temple here. The beads that still wait are refused. */
export function endTemple(bound: BoundTemple, why: BeadReason): BoundTemple {
  return { ...bound, account: settled(bound.account, { isMeant: () => true }, why), disputes: [], isOver: true };
}

// What follows from the state of the rules and is asked for many times along a move: who must decide, and which hidden window is
// open. Both are found once for each state.

interface Facts {
  readonly engine: AnyGame;
  readonly state: unknown;
  toMove?: readonly Seat[];
  window?: { readonly open: Window | undefined };
}

/** A move asks about the state before it and the state after it. Older ones are forgotten, which costs less than to remember all. */
let newest: Facts | undefined;
let older: Facts | undefined;

/** The seats that the rules wait for. */
export function toMoveIn(engine: AnyGame, { state }: Pick<Position, 'state'>): readonly Seat[] {
  const facts = factsOf(engine, state);
  facts.toMove ??= engine.toMove(state);
  return facts.toMove;
}

/** The hidden window that is open. */
export function windowOf(engine: AnyGame, { status, state }: Pick<Position, 'status' | 'state'>): Window | undefined {
  if (status !== 'running' || engine.windows === undefined) return undefined;
  const facts = factsOf(engine, state);
  facts.window ??= { open: engine.windows.open(state) };
  return facts.window.open;
}

function factsOf(engine: AnyGame, state: unknown): Facts {
  if (newest !== undefined && newest.state === state && newest.engine === engine) return newest;
  if (older !== undefined && older.state === state && older.engine === engine) return older;
  older = newest;
  newest = { engine, state };
  return newest;
}
