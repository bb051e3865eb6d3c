/** How a player claims a temple: by the code printed on it, by a code that it shows, or by a knock of beads. */
import {
  claimCode,
  normalizeCode,
  type Odometer,
  SLOTS,
  type Slot,
  type TempleId,
  type Totals,
} from '@flower-war/protocol';
import { addressKey, FairShares, whoseAt } from '@flower-war/protocol/hosting';
import { type Committed, refused } from '../../base/refused.ts';
import type { Guesses } from '../people/guesses.ts';
import { hashOf, isSameHash } from '../people/codes.ts';
import type { Temples } from './temples.ts';

const SHOWN_SECONDS = 120;
const SHOWN_LENGTH = 6;

/** The time that a person needs to read and type a code. */
const LEGIBLE_MS = 30_000;

/** How long a player may still ask for the outcome of a knock. */
const TOLD_MS = 5 * 60_000;

/** Crockford's: without I, L, O and U, which people misread. */
const LEGIBLE = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

interface PairingTools {
  /** The master key of temples, in hex. */
  readonly key: string;
  readonly temples: Temples;
  readonly guesses: Guesses;
  readonly now: () => number;
  readonly random: Random;
  readonly newId: () => string;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Runs a job in the turn of this player, so that the player does not leave for good meanwhile. Nothing if the player has left before. */
  readonly ifKnown: (player: string, job: () => Promise<void>) => Promise<void>;
}

interface Caller {
  readonly player: string;
  readonly address: string;
}

type KnockOutcome =
  | { readonly state: 'waiting'; readonly knock: Knock }
  | { readonly state: 'claimed'; readonly temple: TempleId }
  | { readonly state: 'over' };

export class Pairing {
  private readonly tools: PairingTools;
  private readonly shown = new ShownCodes();
  private readonly knocks: KnockPairing;
  private readonly claimed = new Map<string, { readonly temple: TempleId; readonly by: string; readonly at: number }>();
  /** The knocks that were performed and are being written. */
  private readonly claiming = new Map<string, Knock>();

  constructor(tools: PairingTools) {
    this.tools = tools;
    this.knocks = new KnockPairing(tools.random);
    tools.temples.watchReports((temple, { epoch, war, rain, recent }, { at, isOwned }) => {
      const totals = { epoch, war, rain, recent };
      if (isOwned) return void this.knocks.note(temple, totals);
      const performed = this.knocks.observe(temple, totals, at);
      if (performed !== undefined) void this.take(performed);
    });
  }

  /** Claims by a printed or a shown code, which differ in length. Wrong codes are counted; the answer tells no more. */
  async claim({ player, address }: Caller, temple: TempleId, typed: string): Promise<Committed> {
    const { guesses, now, temples } = this.tools;
    const code = normalizeCode(typed);
    const how = code.length === SHOWN_LENGTH ? 'shown' : 'printed';
    const guess = { address, player, at: `${how} ${temple}` };
    const isRight = () => (how === 'shown' ? this.useShown(temple, player, code) : isSame(code, this.printed(temple)));
    if (await guesses.try(guess, now(), isRight)) return temples.of(temple).claim(player, how);
    return refused('wrong-temple-code');
  }

  /** Makes an unclaimed temple show a code. Owned temples and offline temples give the same answer. */
  async show(temple: TempleId, player: string): Promise<Committed & { readonly until?: number }> {
    if (!(await this.mayShow(temple, player))) return refused('temple-silent');
    return this.showCode(temple, SHOWN_SECONDS);
  }

  /** The operator lets the people at the temple pair it. */
  async permit(temple: TempleId, seconds: number): Promise<Committed & { readonly until?: number }> {
    if (!(await this.mayShow(temple))) return refused('temple-silent');
    return this.showCode(temple, seconds);
  }

  /** Makes the temple blink. Says whether it did. */
  async identify(temple: TempleId): Promise<boolean> {
    const { temples, newId } = this.tools;
    if (!temples.isFresh(temple)) return false;
    return (await temples.ask(temple, { op: 'identify', transaction: newId() }))?.status === 'ok';
  }

  /** An order of beads for this player; nothing while no other order can be told apart from the running ones. */
  startKnock({ player, address }: Caller): Knock | undefined {
    const { newId, now } = this.tools;
    return this.knocks.start({ knock: newId(), player, address }, now());
  }

  /** The outcome of a knock of this player. Knocks of other players look like knocks that are over. */
  knock(player: string, id: string): KnockOutcome {
    const { now } = this.tools;
    this.forgetOld(now());
    const knock = this.knocks.find(id, now()) ?? this.claiming.get(id);
    if (knock?.player === player) return { state: 'waiting', knock };
    const claimed = this.claimed.get(id);
    return claimed?.by === player ? { state: 'claimed', temple: claimed.temple } : { state: 'over' };
  }

  private printed(temple: TempleId): string {
    return claimCode(this.tools.key, temple);
  }

  private useShown(temple: TempleId, player: string, code: string): boolean {
    return this.shown.use(temple, { player, isCode: (shown) => isSame(code, shown) }, this.tools.now());
  }

  /** Whether the temple is online, may have a display, and has no other owner. */
  private async mayShow(id: TempleId, player?: string): Promise<boolean> {
    const { temples } = this.tools;
    if (!temples.isFresh(id)) return false;
    const temple = temples.of(id);
    const { owner } = await temple.look();
    const { ui } = temple.device.info ?? {};
    const hasDisplay = ui === undefined || ui.some((part) => part.startsWith('display'));
    return hasDisplay && (owner === undefined || owner === player);
  }

  /** Shows a code. If one is shown already, it stays, so that a person who reads it can still type it. */
  private async showCode(temple: TempleId, seconds: number): Promise<Committed & { readonly until?: number }> {
    const { temples, now, newId } = this.tools;
    const at = now();
    const before = this.shown.at(temple, at);
    const isKept = before !== undefined && before.until - at >= LEGIBLE_MS;
    const shown = isKept ? before : { temple, code: this.newCode(), until: at + seconds * 1000 };
    if (!isKept) this.shown.show(shown);
    const { code, until } = shown;
    const time = Math.ceil((until - at) / 1000);
    const result = await temples.ask(temple, { op: 'show_code', transaction: newId(), code, time });
    if (result?.status === 'ok') return { kind: 'done', until };
    if (!isKept) this.shown.withdraw(shown);
    return refused('temple-silent', result?.error === undefined ? undefined : 'cannot-show');
  }

  private newCode(): string {
    const { random } = this.tools;
    return Array.from({ length: SHOWN_LENGTH }, () => LEGIBLE.charAt(random(LEGIBLE.length))).join('');
  }

  /** When another player has claimed the temple meanwhile, or the disk fails, the knock is over. */
  private async take({ knock, temple }: Performed): Promise<void> {
    const { temples, now, ifKnown, report } = this.tools;
    this.claiming.set(knock.knock, knock);
    try {
      await ifKnown(knock.player, async () => {
        const done = await temples.of(temple).claim(knock.player, 'knock');
        if (done.kind === 'done') this.claimed.set(knock.knock, { temple, by: knock.player, at: now() });
      });
    } catch (error) {
      report('a temple could not be claimed by a knock', { temple, error });
    } finally {
      this.claiming.delete(knock.knock);
    }
  }

  private forgetOld(now: number): void {
    for (const [id, { at }] of this.claimed) if (at + TOLD_MS <= now) this.claimed.delete(id);
  }
}

/** Compares in a time that tells neither where the texts differ nor how long they are. */
function isSame(a: string, b: string): boolean {
  return isSameHash(hashOf(a), hashOf(b));
}

// Codes for one use that temples show for a while. The time and the codes come in from outside.

/** Tries for each player, so that no player uses up the tries of another. */
export const MOST_TRIES = 5;

interface ShownCode {
  readonly temple: string;
  readonly code: string;
  readonly until: number;
}

interface Showing extends ShownCode {
  /** The wrong tries of each player. */
  readonly tries: Map<string, number>;
}

export class ShownCodes {
  private readonly showing = new Map<string, Showing>();

  /** The code that the temple shows now. */
  at(temple: string, now: number): ShownCode | undefined {
    return this.showingAt(temple, now);
  }

  /** The temple shows this code instead of the one before. */
  show(shown: ShownCode): void {
    this.showing.set(shown.temple, { ...shown, tries: new Map() });
  }

  /** The temple could not show the code: forgets it, unless the temple shows another code by now. */
  withdraw({ temple, code }: Pick<ShownCode, 'temple' | 'code'>): void {
    if (this.showing.get(temple)?.code === code) this.showing.delete(temple);
  }

  /** Whether the player knows the code. A right try uses the code up; a wrong one costs a try. */
  use(temple: string, { player, isCode }: Use, now: number): boolean {
    const shown = this.showingAt(temple, now);
    const tries = shown?.tries.get(player) ?? 0;
    if (shown === undefined || tries >= MOST_TRIES) return false;
    const isRight = isCode(shown.code);
    if (isRight) this.showing.delete(temple);
    else shown.tries.set(player, tries + 1);
    return isRight;
  }

  private showingAt(temple: string, now: number): Showing | undefined {
    for (const [id, { until }] of this.showing) if (until <= now) this.showing.delete(id);
    return this.showing.get(temple);
  }
}

interface Use {
  readonly player: string;
  /** Compares in constant time. */
  readonly isCode: (code: string) => boolean;
}

// Knocks: the server shows a player an order of beads, and the temple that performs it becomes the player's temple. The time, the random
// numbers and the totals of temples come in from outside.

const KNOCK_MS = 60_000;
export const MOST_KNOCKS = 50;

/** If one address could run all orders, it would get the temples into which people drop beads for fun. */
export const MOST_FROM_ADDRESS = 5;

/** The most temples to remember. Beyond that, the temple that was silent longest is forgotten. */
const MOST_SEEN = 20_000;

export interface Knock {
  readonly knock: string;
  readonly player: string;
  readonly order: Order;
  readonly until: number;
}

/** The knock, and the temple that performed it. */
interface Performed {
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
    if (!this.note(temple, totals)) return undefined;
    const beads = dropped(was, totals);
    if (beads === 'nothing') return undefined;
    for (const one of this.running.values()) one.beads.set(temple, after(one.beads.get(temple), beads));
    return this.performedBy(temple);
  }

  /**
   * Remembers the totals, so that the next report tells which beads are new. The beads of an owned temple perform no knock, but it may be
   * released at any time. Says whether the report is not an old one.
   */
  note(temple: string, totals: Totals): boolean {
    const was = this.seen.get(temple);
    if (was?.epoch === totals.epoch && (totals.war < was.war || totals.rain < was.rain)) return false;
    this.remember(temple, totals);
    return true;
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
type Random = (many: number) => number;

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
