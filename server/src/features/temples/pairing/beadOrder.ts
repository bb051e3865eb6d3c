/** Orders of beads, which prove that a player is at a temple: short enough to drop by hand, and all different. */
import type { Slot } from '@flower-war/protocol';

export type Order = readonly Slot[];

/** The length of an order when no other order runs: it cannot be confused with another, so that five beads suffice. */
const ALONE = 5;
const USUAL = 6;

/** A number from 0 to below `many`. */
export type Random = (many: number) => number;

/**
 * A new order. It neither contains a running order nor is contained in one and, if possible, a bead too many does not
 * turn one of them into the other. Gives nothing if no order is left.
 */
export function newOrder(running: readonly Order[], random: Random): Order | undefined {
  const others = running.map(text);
  const possible = allOrders(running.length === 0 ? ALONE : USUAL).filter((one) =>
    others.every((other) => !text(one).includes(other) && !other.includes(text(one))),
  );
  const best = possible.filter((one) => others.every((other) => !runInto(text(one), other)));
  const choice = best.length > 0 ? best : possible;
  return choice[random(choice.length)];
}

/** All orders of this length with at least one bead for each slot. */
function allOrders(length: number): readonly Order[] {
  const numbers = Array.from({ length: 2 ** length - 2 }, (_, i) => i + 1);
  return numbers.map((number) =>
    Array.from({ length }, (_, bit): Slot => (((number >> bit) & 1) === 1 ? 'war' : 'rain')),
  );
}

/** Whether a player who drops a bead too many and then performs one order has performed the other on the way. */
function runInto(one: string, other: string): boolean {
  return one.endsWith(beginning(other, one)) || other.endsWith(beginning(one, other));
}

/** The part of an order that is done, after a bead too many, at the moment when another order is complete. */
export function beginning(order: string, other: string): string {
  return order.slice(0, other.length - 1);
}

/** The order with one letter for each bead. */
export function text(order: Order): string {
  return order.map(([letter]) => letter).join('');
}
