/** What the owner of a temple may do with it: claim it, give it away, bind it to a match, set it. */

import type { BeadAccount, Slot } from '@flower-war/protocol';
import { type Committed, DONE, refused, RETRY } from '../../base/refused.ts';
import type { Match } from '../../match/match.ts';
import type { BoundMatch, Coming } from './boundMatch.ts';
import type { Device } from './device.ts';
import type { ClaimedBy, NewLine, TempleState } from './templeLines.ts';
import type { TempleStream } from './templeStream.ts';

export interface OwnerTools {
  readonly stream: TempleStream;
  readonly device: Device;
  readonly bound: BoundMatch;
  readonly now: () => number;
  /** Publishes what has changed. */
  readonly publish: (match: Match | undefined) => void;
  /** The table of the match shows the temple anew. */
  readonly showAtTable: () => void;
}

export type WantedSettings = Omit<Extract<NewLine, { kind: 'wanted' }>, 'kind' | 'at'>;

export class TempleOwner {
  private readonly tools: OwnerTools;

  constructor(tools: OwnerTools) {
    this.tools = tools;
  }

  /** The printed code proves possession, so that it also takes the temple from another owner. */
  claim(player: string, how: ClaimedBy): Promise<Committed> {
    return this.tools.bound.run(async () => {
      const { owner } = this.state;
      if (owner === player) return DONE;
      if (owner !== undefined && how !== 'printed') return refused('temple-owned');
      if (owner !== undefined && !(await this.letGo(player))) return this.published(false);
      return this.published(await this.handTo(player, how));
    });
  }

  /** The owner gives the temple up. */
  release(player: string): Promise<Committed> {
    return this.asOwner(player, async () => this.published(await this.letGo(player)));
  }

  /** An operator takes the temple from its owner. */
  takeAway(by: string): Promise<Committed> {
    return this.tools.bound.run(async () =>
      this.state.owner === undefined ? refused('no-such-temple') : this.published(await this.letGo(by)),
    );
  }

  give(from: string, to: string): Promise<Committed> {
    return this.asOwner(from, async () => {
      if (from === to) return DONE;
      if (!(await this.letGo(from))) return this.published(false);
      return this.published(await this.handTo(to, 'given'));
    });
  }

  /** The temple counts for a match from now on: for a seat of its owner, or for the table. */
  bind(player: string, wanted: NonNullable<TempleState['bound']>): Promise<Committed> {
    const binding = async () => {
      const now = await this.tools.bound.reconcile();
      const { bound } = this.state;
      if (bound !== undefined) return now && isSame(bound, wanted) ? DONE : refused('temple-bound');
      const match = await this.tools.bound.open(wanted.match);
      if (match === undefined) return refused('no-such-match');
      return refusalOf(match) ?? this.bindTo(match, wanted);
    };
    return this.asOwner(player, binding, { isComing: true });
  }

  private async bindTo(match: Match, wanted: NonNullable<TempleState['bound']>): Promise<Committed> {
    const { stream, bound, now, publish } = this.tools;
    if (!(await stream.write({ kind: 'bound', at: now(), ...wanted }))) return RETRY;
    const done = this.state.isUnbased ? DONE : await bound.enter(match);
    publish(await bound.reconcile());
    return done;
  }

  /** Takes the temple out of its match; beads that wait there are refused. */
  unbind(player: string): Promise<Committed> {
    return this.asOwner(player, async () =>
      this.state.bound === undefined ? DONE : this.published(await this.tools.bound.leave()),
    );
  }

  /** Beads that no match wanted were taken out. */
  returned(player: string, slot: Slot, n: number): Promise<Committed> {
    const isThere = ({ toTake, held }: BeadAccount) => n <= toTake[slot] + held[slot];
    return this.aboutBeads(player, isThere, { kind: 'returned', at: this.tools.now(), slot, n });
  }

  /** Many beads in a short time were meant. */
  confirmed(player: string): Promise<Committed> {
    const isThere = ({ waiting }: BeadAccount) => waiting.some(({ why }) => why === 'implausible');
    return this.aboutBeads(player, isThere, { kind: 'confirmed', at: this.tools.now() });
  }

  configure(player: string, wanted: WantedSettings): Promise<Committed> {
    return this.asOwner(player, async () => {
      const done = this.published(await this.write({ kind: 'wanted', at: this.tools.now(), ...wanted }));
      this.tools.showAtTable();
      return done;
    });
  }

  /** The house wants another light level, through its Home Assistant. A temple without an owner has no settings. */
  dim(light: number): Promise<Committed> {
    return this.tools.bound.run(async () => {
      const { owner, wanted } = this.state;
      if (owner === undefined || wanted.light === light) return DONE;
      return this.published(await this.write({ kind: 'wanted', at: this.tools.now(), light }));
    });
  }

  private get state(): TempleState {
    return this.tools.stream.state;
  }

  private asOwner(player: string, job: () => Promise<Committed>, coming?: Coming): Promise<Committed> {
    const run = async () => (this.state.owner === player ? job() : refused('no-such-temple'));
    return this.tools.bound.run(run, coming);
  }

  private aboutBeads(player: string, isThere: (account: BeadAccount) => boolean, line: NewLine): Promise<Committed> {
    return this.asOwner(player, async () => {
      if (this.state.bound !== undefined) return refused('temple-bound');
      if (!isThere(this.state.account)) return refused('beads-refused', 'not-so-many');
      return this.published(await this.write(line));
    });
  }

  /** What an absent device has counted since its last report is not known: its next totals are the beginning. */
  private handTo(by: string, how: ClaimedBy): Promise<boolean> {
    const at = this.tools.now();
    const base = this.tools.device.isFresh(at) ? this.tools.device.totals : undefined;
    return this.write({ kind: 'claimed', at, by, how, ...(base && { base }) });
  }

  /** Ends the binding and the ownership. Publishes nothing yet, because a new owner may follow at once. */
  private async letGo(by: string): Promise<boolean> {
    if (this.state.bound !== undefined && !(await this.tools.bound.leave())) return false;
    const isWritten = await this.write({ kind: 'released', at: this.tools.now(), by });
    if (isWritten) this.tools.device.lastSlot = undefined;
    return isWritten;
  }

  private write(line: NewLine): Promise<boolean> {
    return this.tools.stream.write(line);
  }

  private published(isWritten: boolean): Committed {
    this.tools.publish(undefined);
    return isWritten ? DONE : RETRY;
  }
}

function isSame(bound: NonNullable<TempleState['bound']>, wanted: NonNullable<TempleState['bound']>): boolean {
  return bound.match === wanted.match && bound.seat === wanted.seat;
}

/** Why a match takes no temple. */
function refusalOf({ engine, position: { status } }: Match): Committed | undefined {
  if (engine.temple === undefined) return refused('no-temple-here', 'game');
  return status === 'over' || status === 'ended' ? refused('match-over') : undefined;
}
