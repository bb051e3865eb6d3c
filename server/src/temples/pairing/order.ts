/** The orders of beads by which somebody shows that they stand before a temple: short enough for a hand, and told apart. */
import type { Slot } from '@flower-war/protocol';

export type Order = readonly Slot[];

/** Whom nobody else could be mixed up with has one bead less to drop. */
const ALONE = 5;
const USUAL = 6;

/** A number from 0 to below `many`. */
export type Random = (many: number) => number;

/** An order that no other one holds or is held by, and that does not end as another begins if that can be; nothing if none is left. */
export function newOrder(running: readonly Order[], random: Random): Order | undefined {
  const possible = allOrders(running.length === 0 ? ALONE : USUAL).filter((order) =>
    running.every((other) => !holds(order, other) && !holds(other, order)),
  );
  const best = possible.filter((order) => running.every((other) => !runsInto(order, other) && !runsInto(other, order)));
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

function holds(order: Order, other: Order): boolean {
  return text(order).includes(text(other));
}

/** Whether somebody who performs `other`, after one bead too many, is one bead from its end when `order` is done. */
function runsInto(order: Order, other: Order): boolean {
  return text(order).endsWith(text(other.slice(0, -1)));
}

function text(order: Order): string {
  return order.map(([letter]) => letter).join('');
}

/** How far somebody is in an order after `n` more beads of a slot: exactly these are to come, and no more than fit; else from the start. */
export function further(order: Order, done: number, { slot, n }: { readonly slot: Slot; readonly n: number }): number {
  if (fits(order, done, { slot, n })) return done + n;
  return fits(order, 0, { slot, n }) ? n : 0;
}

function fits(order: Order, done: number, { slot, n }: { readonly slot: Slot; readonly n: number }): boolean {
  const next = order.slice(done, done + n);
  return next.length === n && next.every((one) => one === slot);
}
