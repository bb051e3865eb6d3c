/** The temples at a table, as the fold of a record knows them. */
import type { Seat } from '@flower-war/rules';
import { type BeadReason, SLOTS, type Slot } from '../../temple/payloads.ts';
import { type BeadAccount, type Picked, type Run, settled } from '../beads/account.ts';

/** A temple that counts for this match, or did. */
export interface BoundTemple {
  /** The player whose temple it is. */
  readonly by: string;
  /** Whose offerings it takes; absent: it is the one temple on the table. */
  readonly seat?: number;
  readonly account: BeadAccount;
  /** Slots about whose beads there is a dispute that the host settles, and who brought it up. */
  readonly disputes: readonly { readonly slot: Slot; readonly seat: number }[];
  /** It counts here no more; its own journal takes the account over from here. */
  readonly isOver: boolean;
}

export interface MatchTemples {
  readonly all: ReadonlyMap<string, BoundTemple>;
  /** Seats that make their offerings on the screen although a temple is there. */
  readonly byHand: readonly number[];
  /** Which temple's offering brought the card that is to be drawn now. */
  readonly gift?: { readonly temple: string; readonly seat: Seat } | undefined;
  /** The last steps of offerings, so that it is known whose a bead on the table's temple is. */
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

/** The temples that count. */
export function liveTemples({ temples }: AtTable): readonly (readonly [string, BoundTemple])[] {
  return temples.all.size === 0 ? [] : [...temples.all].filter(([, { isOver }]) => !isOver);
}

/** Whose a waiting bead is. */
export const ownerOf = ({ seat }: BoundTemple, run: Run): number | undefined => seat ?? run.seat;

/** Whether this seat's waiting beads of a slot would be offered as soon as the rules let them. */
export function isReady(bound: BoundTemple, slot: Slot, seat: number): Picked['isMeant'] {
  const isDisputed = bound.disputes.some((dispute) => dispute.slot === slot);
  return (run) => !isDisputed && run.slot === slot && run.why !== 'implausible' && ownerOf(bound, run) === seat;
}

export function readyBeads(bound: BoundTemple, slot: Slot, seat: number): number {
  const isMeant = isReady(bound, slot, seat);
  return bound.account.waiting.reduce((sum, run) => sum + (isMeant(run) ? run.n : 0), 0);
}

/** Its slots, the one first whose ready bead came first. */
export function slotsInOrder(bound: BoundTemple, seat: number): readonly Slot[] {
  const first = (slot: Slot) => bound.account.waiting.findIndex(isReady(bound, slot, seat));
  return SLOTS.filter((slot) => first(slot) >= 0).sort((a, b) => first(a) - first(b));
}

/** The temple that takes the offerings of this seat. */
export function templeOfSeat(position: AtTable, seat: number): string | undefined {
  const live = liveTemples(position);
  return (live.find(([, bound]) => bound.seat === seat) ?? live.find(([, bound]) => bound.seat === undefined))?.[0];
}

/** It counts here no more: what waits is refused. */
export function endTemple(bound: BoundTemple, why: BeadReason): BoundTemple {
  return { ...bound, account: settled(bound.account, { isMeant: () => true }, why), disputes: [], isOver: true };
}
