/**
 * Knocks: the server shows a player an order of beads, and the temple that performs it becomes the player's temple. The
 * time, the random numbers and the totals of temples come in from outside.
 */
import { type Odometer, type Slot, SLOTS, type Totals } from '@flower-war/protocol';
import { addressKey, FairShares, whoseAt } from '@flower-war/protocol/hosting';

const KNOCK_MS = 60_000;
export const MOST_KNOCKS = 50;

/** If one address could run all orders, it would get the temples into which people drop beads for fun. */
export const MOST_FROM_ADDRESS = 5;

/** The most unclaimed temples to remember. Beyond that, the temple that was silent longest is forgotten. */
const MOST_SEEN = 20_000;

export interface Knock {
  readonly knock: string;
  readonly player: string;
  readonly order: Order;
  readonly until: number;
}

/** The knock, and the temple that performed it. */
export interface Performed {
  readonly knock: Knock;
  readonly temple: string;
}

export class KnockPairing {
  private readonly random: Random;
  private readonly seen = new Map<string, Totals>();
  private readonly running = new Map<string, Running>();
  private readonly shares = new FairShares<string>(MOST_KNOCKS);

  constructor(random: Random) {
    this.random = random;
  }

  /**
   * Starts a knock. A player has one knock, so that a new one ends the one before. If an address runs too many, its
   * oldest ends. If too many run in all, the oldest of the network with the most knocks ends.
   */
  start({ knock, player, address }: Knocking, now: number): Knock | undefined {
    this.end(now, player);
    const neighbours = [...this.running].filter(([, one]) => one.address === addressKey(address));
    for (const [oldest] of neighbours.slice(0, 1 - MOST_FROM_ADDRESS)) this.forget(oldest);
    const gone = this.shares.take(knock, whoseAt(address, player));
    if (gone !== undefined) this.forget(gone);
    const order = newOrder(
      [...this.running.values()].map((one) => one.knock.order),
      this.random,
    );
    if (order === undefined) return this.forget(knock);
    const started = { knock, player, order, until: now + KNOCK_MS };
    this.running.set(knock, { knock: started, address: addressKey(address), order: text(order), beads: new Map() });
    return started;
  }

  find(knock: string, now: number): Knock | undefined {
    this.end(now);
    return this.running.get(knock)?.knock;
  }

  /** Takes the totals of an unclaimed temple; gives the knock that it has performed with them. */
  observe(temple: string, totals: Counted, now: number): Performed | undefined {
    this.end(now);
    const was = this.seen.get(temple);
    if (was?.epoch === totals.epoch && (totals.war < was.war || totals.rain < was.rain)) return undefined; // an old report
    this.remember(temple, totals);
    const beads = dropped(was, totals);
    if (beads === 'nothing') return undefined;
    for (const one of this.running.values()) one.beads.set(temple, after(one.beads.get(temple), beads));
    return this.performedBy(temple);
  }

  /** The knock that the last beads complete. None if they may also be a bead too many and the beginning of another. */
  private performedBy(temple: string): Performed | undefined {
    const all = [...this.running.values()].map((one) => ({ ...one, beads: one.beads.get(temple) ?? '' }));
    const done = all.find(({ order, beads }) => beads.endsWith(order));
    if (done === undefined) return undefined;
    const isMeantElse = all.some(
      (other) => other.knock !== done.knock && other.beads.endsWith(beginning(other.order, done.order)),
    );
    if (isMeantElse) return undefined;
    this.forget(done.knock.knock);
    for (const { beads } of this.running.values()) beads.delete(temple);
    return { knock: done.knock, temple };
  }

  /** Ends the knocks whose time is over, and the knock of a player who starts another one. */
  private end(now: number, player?: string): void {
    for (const [id, { knock }] of this.running) if (knock.until <= now || knock.player === player) this.forget(id);
  }

  private forget(knock: string): undefined {
    this.running.delete(knock);
    this.shares.release(knock);
  }

  private remember(temple: string, totals: Totals): void {
    this.seen.delete(temple);
    this.seen.set(temple, totals);
    for (const [oldest] of this.seen) if (this.seen.size > MOST_SEEN) this.seen.delete(oldest);
  }
}

interface Knocking extends Pick<Knock, 'knock' | 'player'> {
  readonly address: string;
}

interface Running {
  readonly knock: Knock;
  readonly address: string;
  /** The order with one letter for each bead. */
  readonly order: string;
  /** The last beads that each temple has counted since the knock began. */
  readonly beads: Map<string, string>;
}

const LONGEST = 6;

/** The totals of a temple. The ages of the last beads tell their order. */
type Counted = Totals & Pick<Odometer, 'recent'>;

/** `unclear`: beads in an unknown order, or the beginning of another life of the device. */
type Dropped = 'nothing' | 'unclear' | Order;

function dropped(was: Totals | undefined, now: Counted): Dropped {
  if (was === undefined || was.epoch !== now.epoch) return 'unclear';
  const beads = SLOTS.flatMap((slot) => newIn(slot, { was, now }));
  if (beads.length === 0) return 'nothing';
  const isOneSlot = beads.every(({ slot }) => slot === beads[0]?.slot);
  const ages = new Set(beads.flatMap(({ age }) => age ?? []));
  if (!isOneSlot && ages.size < beads.length) return 'unclear';
  return beads.sort((a, b) => (b.age ?? 0) - (a.age ?? 0)).map(({ slot }) => slot);
}

/** The last new beads of a slot, with their ages if the device tells them. */
function newIn(slot: Slot, { was, now }: { readonly was: Totals; readonly now: Counted }) {
  const many = Math.min(now[slot] - was[slot], LONGEST);
  const ordinals = Array.from({ length: many }, (_, i) => now[slot] - i);
  return ordinals.map((ordinal) => ({
    slot,
    age: now.recent?.find(([of, n]) => of === slot && n === ordinal)?.[2],
  }));
}

/** After a wrong bead, the player begins again with the next one that fits. */
function after(beads = '', more: Exclude<Dropped, 'nothing'>): string {
  return more === 'unclear' ? '' : `${beads}${text(more)}`.slice(-LONGEST);
}

// Orders of beads, which prove that a player is at a temple: short enough to drop by hand, and all different.

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
function beginning(order: string, other: string): string {
  return order.slice(0, other.length - 1);
}

/** The order with one letter for each bead. */
function text(order: Order): string {
  return order.map(([letter]) => letter).join('');
}
