/** Orders of beads, which prove that a player stands before a temple: short enough for a hand, and all different. */
import type { Slot } from '@flower-war/protocol';

export type Order = readonly Slot[];

/** A player whose order cannot be confused with another has one bead less to drop. */
const ALONE = 5;
const USUAL = 6;

/** A number from 0 to below `many`. */
export type Random = (many: number) => number;

/** An order that no other one holds or is held by, and that does not end as another begins if that can be; nothing if none is left. */
export function newOrder(running: readonly Order[], random: Random): Order | undefined {
  const others = running.map(text);
  const possible = allOrders(running.length === 0 ? ALONE : USUAL).filter((one) =>
    others.every((other) => !text(one).includes(other) && !other.includes(text(one))),
  );
  const best = possible.filter((one) => others.every((other) => !runInto(text(one), other)));
  const choice = best.length > 0 ? best : possible;
  return choice[random(choice.length)];
}

/** Every order of so many beads in which both slots have one. */
function allOrders(length: number): readonly Order[] {
  const numbers = Array.from({ length: 2 ** length - 2 }, (_, i) => i + 1);
  return numbers.map((number) =>
    Array.from({ length }, (_, bit): Slot => (((number >> bit) & 1) === 1 ? 'war' : 'rain')),
  );
}

/** Whether who performs one of them, after a bead too many, has performed the other on the way. */
function runInto(one: string, other: string): boolean {
  return one.endsWith(beginning(other, one)) || other.endsWith(beginning(one, other));
}

/** What of an order has been performed when another one is done that had a bead too many before it. */
export function beginning(order: string, other: string): string {
  return order.slice(0, other.length - 1);
}

/** A letter a bead. */
export function text(order: Order): string {
  return order.map(([letter]) => letter).join('');
}
