/** The two places that count a temple, its journal and a match, with crashes between their writes. */
import {
  type BeadAccount,
  endTemple,
  heldAgain,
  isQuarantined,
  largerAccount,
  marked,
  newBeads,
  type Slot,
  sensed,
  settled,
  type Totals,
  takenOut,
} from '@flower-war/protocol';
import type { Chance } from '@flower-war/rules';
import { type NewLine, type TempleState, templeAfter, UNKNOWN_TEMPLE } from '@flower-war/server';

type Deed = 'offer' | 'refuse' | 'return' | 'confirm' | 'again';
export const DEEDS: readonly Deed[] = ['offer', 'offer', 'offer', 'refuse', 'return', 'confirm', 'again'];

export class Ledger {
  state: TempleState = UNKNOWN_TEMPLE;
  /** Beads offered in matches, as an observer of the matches counts them. */
  readonly offered: Record<Slot, number> = { war: 0, rain: 0 };
  /** How often a report added beads. */
  counted = 0;
  private match: { account: BeadAccount; isOver: boolean } | undefined;
  private readonly chance: Chance;
  private seq = 0;
  private now = 1_000_000;

  constructor(chance: Chance) {
    this.chance = chance;
  }

  /** After a crash between two writes, the newer of both accounts holds. */
  get account(): BeadAccount {
    const there = this.state.bound === undefined ? undefined : this.match;
    return there === undefined ? this.state.account : largerAccount(there.account, this.state.account);
  }

  get isQuarantined(): boolean {
    return isQuarantined(this.account, this.now);
  }

  wait(ms: number): void {
    this.now += ms;
  }

  claim(base: Totals): void {
    this.end('unbound');
    this.putRight();
    this.write({ kind: 'released', at: this.now, by: 'somebody' });
    this.write({ kind: 'claimed', at: this.now, by: 'Itzel', how: 'shown', base });
    this.offered.war = 0;
    this.offered.rain = 0;
  }

  observe(totals: Totals): void {
    this.putRight();
    const { war, rain } = newBeads(this.account, totals);
    if (war + rain === 0) return;
    this.counted++;
    if (this.match?.isOver === false && this.state.bound !== undefined)
      this.match.account = sensed(this.match.account, totals, { at: this.now, as: () => ({ why: 'not-your-turn' }) });
    else this.write({ kind: 'counted', at: this.now, ...totals });
  }

  /** Binds the temple. A crash may come before the match hears of it. */
  bind(isCut: boolean): void {
    this.putRight();
    if (this.state.bound !== undefined) return;
    this.write({ kind: 'bound', at: this.now, match: 'M', seat: 0 });
    if (!isCut) this.putRight();
  }

  /** Ends the match, or unbinds the temple. A crash may come before the temple's journal says so. */
  end(how: 'over' | 'unbound' | 'cut'): void {
    if (this.match === undefined || this.match.isOver) return;
    const bound = { by: 'Itzel', seat: 0, account: this.match.account, disputes: [], isOver: false };
    this.match = { account: endTemple(bound, how === 'unbound' ? 'no-match' : 'match-over').account, isOver: true };
    if (how !== 'cut') this.putRight();
  }

  /** Does to some beads what a match or a player can do to them. */
  do(deed: Deed, slot: Slot): void {
    const n = this.chance.die(3);
    const { match } = this;
    if (this.state.bound === undefined) return this.doAtHome(deed, slot, n);
    if (match === undefined || match.isOver) return;
    const was = match.account;
    match.account = this.after(was, deed, { slot, n });
    if (deed === 'offer') this.offered[slot] += match.account.applied[slot] - was.applied[slot];
  }

  private after(was: BeadAccount, deed: Deed, { slot, n }: { slot: Slot; n: number }): BeadAccount {
    const isReady = (run: { slot: Slot; why: string }) => run.slot === slot && run.why !== 'implausible';
    const out = Math.min(n, was.toTake[slot]);
    switch (deed) {
      case 'offer':
        return settled(was, { isMeant: isReady, most: n }, 'ok');
      case 'refuse':
        return settled(was, { isMeant: isReady, most: n }, 'no-skulls');
      case 'return':
        return settled(takenOut(was, slot, out), { isMeant: (run) => run.slot === slot, most: n - out }, 'returned');
      case 'confirm':
        return marked(was, { isMeant: ({ why }) => why === 'implausible' }, { why: 'wrong-phase' });
      case 'again':
        return out === 0 ? was : heldAgain(was, { slot, n: out });
    }
  }

  private doAtHome(deed: Deed, slot: Slot, n: number): void {
    const { toTake, held } = this.state.account;
    if (deed === 'confirm') this.write({ kind: 'confirmed', at: this.now });
    if (deed === 'return' && n <= toTake[slot] + held[slot]) this.write({ kind: 'returned', at: this.now, slot, n });
  }

  /**
   * What `Temple` does at every look: binds if the match has not heard of it, and takes over the account of an ended
   * match.
   */
  private putRight(): void {
    if (this.state.bound === undefined) return;
    const isNew = this.match === undefined || (this.match.isOver && this.match.account.rev <= this.state.account.rev);
    if (isNew) {
      const rev = Math.max(this.state.account.rev, this.match?.account.rev ?? 0) + 1;
      this.match = { account: { ...this.state.account, rev }, isOver: false };
    } else if (this.match?.isOver)
      this.write({
        kind: 'unbound',
        at: this.now,
        account: largerAccount(this.match.account, this.state.account) as never,
      });
  }

  private write(line: NewLine): void {
    this.state = templeAfter(this.state, { seq: this.seq++, ...line });
  }
}
