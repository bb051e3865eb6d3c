/** The temples at a table, as the fold of a record knows them. */
import type { Seat } from '@flower-war/rules';
import { type BeadReason, SLOTS, type Slot } from '../../temple/beads.ts';
import { type BeadAccount, type Picked, type Run, settled } from '../beads/account.ts';

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
