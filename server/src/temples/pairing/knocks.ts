/**
 * Knocks: somebody is shown an order of beads, and the one temple that performs it is theirs. Pure but for what it
 * remembers: the time, the dice and the totals of temples come in.
 */
import { SLOTS, type Slot, type Totals } from '@flower-war/protocol';
import { further, newOrder, type Order, type Random } from './order.ts';

export const KNOCK_MS = 60_000;
export const MOST_KNOCKS = 50;
/** So many temples of nobody are told apart; of more the ones that were silent longest are forgotten. */
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

export class Knocks {
  private readonly random: Random;
  private readonly seen = new Map<string, Totals>();
  /** Those that run, and how far each temple is in them. */
  private readonly running = new Map<string, { readonly knock: Knock; readonly progress: Map<string, number> }>();

  constructor(random: Random) {
    this.random = random;
  }

  /** One for each player: a new one ends that before. Nothing when as many run as can be told apart. */
  start({ knock, player }: Pick<Knock, 'knock' | 'player'>, now: number): Knock | undefined {
    this.end(now, player);
    if (this.running.size >= MOST_KNOCKS) return undefined;
    const order = newOrder(
      [...this.running.values()].map((one) => one.knock.order),
      this.random,
    );
    if (order === undefined) return undefined;
    const started = { knock, player, order, until: now + KNOCK_MS };
    this.running.set(knock, { knock: started, progress: new Map() });
    return started;
  }

  find(knock: string, now: number): Knock | undefined {
    this.end(now);
    return this.running.get(knock)?.knock;
  }

  /** Totals of a temple that is nobody's; says which knock it has performed by them. */
  hear(temple: string, totals: Totals, now: number): Performed | undefined {
    this.end(now);
    const was = this.seen.get(temple);
    if (was?.epoch === totals.epoch && (totals.war < was.war || totals.rain < was.rain)) return undefined; // an old report
    this.remember(temple, totals);
    const beads = dropped(was, totals);
    if (beads === 'nothing') return undefined;
    this.advance(temple, beads);
    return this.performedBy(temple);
  }

  private advance(temple: string, beads: Exclude<Dropped, 'nothing'>): void {
    for (const { knock, progress } of this.running.values()) {
      const done = beads === 'unclear' ? 0 : further(knock.order, progress.get(temple) ?? 0, beads);
      if (done === 0) progress.delete(temple);
      else progress.set(temple, done);
    }
  }

  /** If it is one bead from another order as well, nobody knows which was meant: it starts over in all of them. */
  private performedBy(temple: string): Performed | undefined {
    const left = [...this.running.values()].map(({ knock, progress }) => ({
      knock,
      left: knock.order.length - (progress.get(temple) ?? 0),
    }));
    const done = left.find((one) => one.left === 0);
    if (done === undefined) return undefined;
    const isClear = left.filter((one) => one.left <= 1).length === 1;
    for (const { progress } of this.running.values()) progress.delete(temple);
    if (!isClear) return undefined;
    this.running.delete(done.knock.knock);
    return { knock: done.knock, temple };
  }

  /** What has run out, and that of a player who starts another one. */
  private end(now: number, player?: string): void {
    for (const [id, { knock }] of this.running)
      if (knock.until <= now || knock.player === player) this.running.delete(id);
  }

  private remember(temple: string, totals: Totals): void {
    this.seen.delete(temple);
    this.seen.set(temple, totals);
    for (const [oldest] of this.seen) if (this.seen.size > MOST_SEEN) this.seen.delete(oldest);
  }
}

/** `unclear`: beads of which nobody knows in which order they came, or the beginning of another life of the device. */
type Dropped = 'nothing' | 'unclear' | { readonly slot: Slot; readonly n: number };

function dropped(was: Totals | undefined, now: Totals): Dropped {
  if (was === undefined || was.epoch !== now.epoch) return 'unclear';
  const more = SLOTS.map((slot) => ({ slot, n: now[slot] - was[slot] })).filter(({ n }) => n > 0);
  const [first, second] = more;
  if (first === undefined) return 'nothing';
  return second === undefined ? first : 'unclear';
}
