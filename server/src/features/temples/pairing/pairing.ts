/** How a player claims a temple: by the code printed on it, by a code that it shows, or by a knock of beads. */
import { claimCode, normalizeCode, type TempleId } from '@flower-war/protocol';
import { type Committed, refused } from '../../../base/refused.ts';
import type { Guesses } from '../../people/guesses.ts';
import { hashOf, isSameHash } from '../../people/recovery.ts';
import type { Temples } from '../temples.ts';
import { type Knock, KnockPairing, type Performed, type Random } from './knockPairing.ts';

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
  /** Whether this player has not left for good. */
  readonly isKnown: (player: string) => Promise<boolean>;
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
    tools.temples.watchUnclaimed((temple, { epoch, war, rain, recent }, at) => {
      const performed = this.knocks.observe(temple, { epoch, war, rain, recent }, at);
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
    const { temples, now, isKnown, report } = this.tools;
    this.claiming.set(knock.knock, knock);
    try {
      if (!(await isKnown(knock.player))) return;
      const done = await temples.of(temple).claim(knock.player, 'knock');
      if (done.kind === 'done') this.claimed.set(knock.knock, { temple, by: knock.player, at: now() });
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
