/**
 * Knocks: a player is shown an order of beads, and the one temple that performs it becomes theirs. Pure but for what it
 * remembers: the time, the dice and the totals of temples come in.
 */
import { type Odometer, SLOTS, type Slot, type Totals } from '@flower-war/protocol';
import { addressKey, FairShares, whoseAt } from '@flower-war/protocol/hosting';
import { beginning, newOrder, type Order, type Random, text } from './beadOrder.ts';

const KNOCK_MS = 60_000;
export const MOST_KNOCKS = 50;
/** An address that ran all of them would get the temples into which people drop beads for fun. */
export const MOST_FROM_ADDRESS = 5;
/** As many unclaimed temples are remembered; of more, the ones that were silent longest are forgotten. */
const MOST_SEEN = 20_000;

export interface Knock {
  readonly knock: string;
  readonly player: string;
  readonly order: Order;
  readonly until: number;
}

/** Who performed which. */
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
   * One for each player: a new one ends that before. Of one address the oldest ends, and when as many run as can be told
   * apart, the oldest of the network that runs most.
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

  /** If all its beads but the first begin another order, that order may be meant, after a bead too many: none is performed. */
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

  /** What has run out, and that of a player who starts another one. */
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
  /** A letter a bead. */
  readonly order: string;
  /** What each temple has dropped since the knock began, the last few. */
  readonly beads: Map<string, string>;
}

const LONGEST = 6;

/** What a temple tells: of the last beads also how old they are, which says in which order they came. */
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

/** The last few of those that were not there before, each as old as the device says. */
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
