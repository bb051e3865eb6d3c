/** One temple: its journal, its device, the match for which it counts, its owner, and what is published of it. */
import type { Ack, BeadAccount, DeviceCommand, Odometer, Slot, TempleTold } from '@flower-war/protocol';
import { type Committed, DONE, RETRY, refused } from '../../base/refused.ts';
import type { Match } from '../../match/match.ts';
import type { Peer } from '../../store/ownership/processes.ts';
import { BoundMatch, type BoundMatchTools, type Coming, type Waits } from './boundMatch.ts';
import { Device, type HeardDevice } from './device.ts';
import {
  type ClaimedBy,
  MOST_OWNED,
  type NewLine,
  type StreamTools,
  type TempleState,
  TempleStream,
} from './templeJournal.ts';
import {
  ackOf,
  afterRestore,
  type PublisherTools,
  TemplePublisher,
  type TempleSnapshot,
  unclaimedAck,
} from './templeMessages.ts';
import { isBehind, TempleReports } from './templeReports.ts';

export interface TempleTools extends StreamTools, PublisherTools, BoundMatchTools {
  /** When the data last came from a backup or, if it never did, when it began. */
  readonly restoredAt?: number | undefined;
  /** Passes a command on to its device. */
  readonly command: (command: DeviceCommand) => void;
  /** The temple came or went: the viewers of the match must see it. */
  readonly onPresence: (match: string) => void;
}

/** How totals came. `isOld`: the device did not send them just now, so that it may have counted more since. */
export interface Heard {
  readonly isOld?: boolean;
}

interface Observed {
  readonly ack: Ack;
  readonly isOld: boolean;
  /** False if the write failed. `waiting`: the match writes the beads when it may, for example after a hidden window. */
  readonly isWritten: boolean | 'waiting';
}

type WantedSettings = Omit<Extract<NewLine, { kind: 'wanted' }>, 'kind' | 'at'>;

export class Temple {
  readonly id: string;
  readonly device = new Device();
  readonly stream: TempleStream;
  private readonly tools: TempleTools;
  private readonly bound: BoundMatch;
  private readonly reports: TempleReports;
  private publisher: TemplePublisher;
  private wasFresh = false;
  /** Another process owns it: this one only hears of its device, through a bridge. */
  isElsewhere = false;

  constructor(id: string, tools: TempleTools) {
    this.id = id;
    this.tools = tools;
    this.stream = new TempleStream(id, tools);
    this.publisher = new TemplePublisher(id, tools);
    const onLeft: TempleTools['onLeft'] = (temple, to) => this.left(temple, to);
    const onHere = () => {
      this.isElsewhere = false;
    };
    const publish = (match: Match | undefined) => this.publish(match);
    this.bound = new BoundMatch(this.stream, { ...tools, onHere, onLeft, onSettled: publish });
    this.reports = new TempleReports({ stream: this.stream, bound: this.bound, publish, note: tools.note });
  }

  get state(): TempleState {
    return this.stream.state;
  }

  get isFresh(): boolean {
    return this.device.isFresh(this.tools.now());
  }

  /** This process need not look up who owns it. */
  get isHome(): boolean {
    return this.stream.isRead && (this.state.bound !== undefined || this.tools.hall?.isHere !== false);
  }

  /** Its account, in its match or outside of one. */
  get account(): BeadAccount {
    return this.bound.account;
  }

  /** Its state, even if its device has not reported since the start of the server. */
  look(): Promise<TempleState> {
    return this.bound.run(async () => {
      if (this.bound.isUnread) await this.bound.reconcile();
      return this.state;
    });
  }

  /** Resolves if the temple belongs to this process, and rejects with `Elsewhere` otherwise. */
  arrive(): Promise<void> {
    return this.bound.run(async () => {});
  }

  /** All messages for its device, as they are now. What changes later is told later. */
  messages(tell: (told: TempleTold) => void = () => {}): Promise<TempleTold> {
    return this.bound.run(async () => {
      const told = this.publisher.publishAll(this.snapshot(await this.bound.reconcile()));
      tell(told);
      return told;
    });
  }

  /** Takes new totals. Gives the verdicts on all beads so far. A report without news writes nothing. */
  observe(odometer: Odometer, heard: Heard = {}): Promise<Observed> {
    return this.bound.run(async () => {
      const at = this.tools.now();
      const match = this.isUnpublished ? await this.bound.reconcile() : undefined;
      const { isDoubtful } = this.device.noteReport(odometer, this.account, at);
      this.device.areOwn = heard.isOld !== true;
      this.checkPresence();
      const isOld = isBehind(this.account, odometer);
      const isOwned = this.state.owner !== undefined;
      const isWritten = !isOwned || (await this.reports.count({ odometer, at, isDoubtful, ...heard }));
      if (this.state.bound === undefined) this.publish(undefined);
      else if (match !== undefined) this.publish(match);
      else this.publisher.publishAck(this.ack);
      return { ack: this.ack, isOld, isWritten };
    });
  }

  /** The device says that it is online, or its last will says that it is not. */
  setPresence(is: 'online' | 'offline'): void {
    this.device.setPresence(is, this.tools.now());
    this.checkPresence();
  }

  /** Notes that the device came or went. A silent device is noticed when this is called now and then. */
  checkPresence(): void {
    if (this.isFresh === this.wasFresh || this.isElsewhere) return;
    this.wasFresh = this.isFresh;
    const match = this.state.bound?.match;
    const event = this.wasFresh ? 'a temple is there' : 'a temple is gone';
    this.tools.note(event, { temple: this.id, ...(match && { match }) });
    this.showAtTable();
  }

  /** The match for which it counts shows something new. */
  matchShown(match: Match): void {
    if (this.state.bound?.match !== match.id) return;
    if (match.table.temples.get(this.id)?.isOver === false) this.bound.adopt(match);
    if (match.position.temples.all.get(this.id)?.isOver === false) this.publish(match);
    else
      void this.bound
        .run(async () => this.publish(await this.bound.reconcile()))
        .catch((error: unknown) => this.report(error));
  }

  // What the owner of a temple may do with it: claim it, give it away, bind it to a match, set it.

  /** The printed code proves possession, so that it also takes the temple from another owner. */
  claim(player: string, how: ClaimedBy): Promise<Committed> {
    return this.change(async () => {
      const { owner } = this.state;
      if (owner === player) return DONE;
      if (owner !== undefined && how !== 'printed') return refused('temple-owned');
      const ended = owner === undefined ? DONE : await this.endOwnership(player);
      return this.published(ended.kind === 'done' ? await this.handTo(player, how) : ended);
    });
  }

  /** The owner gives the temple up. */
  release(player: string): Promise<Committed> {
    return this.change(this.ofOwner(player, async () => this.published(await this.endOwnership(player))));
  }

  /** An operator takes the temple from its owner. */
  takeAway(by: string): Promise<Committed> {
    return this.change(async () =>
      this.state.owner === undefined ? refused('no-such-temple') : this.published(await this.endOwnership(by)),
    );
  }

  give(from: string, to: string): Promise<Committed> {
    const giving = async () => {
      if (from === to) return DONE;
      const ended = await this.endOwnership(from);
      return this.published(ended.kind === 'done' ? await this.handTo(to, 'given') : ended);
    };
    return this.change(this.ofOwner(from, giving));
  }

  /** The temple counts for a match from now on: for a seat of its owner, or for the table. */
  bind(player: string, wanted: NonNullable<TempleState['bound']>): Promise<Committed> {
    const binding = async () => {
      const now = await this.bound.reconcile();
      const { bound } = this.state;
      if (bound !== undefined)
        return this.bound.waiting ?? (now && isSame(bound, wanted) ? DONE : refused('temple-bound'));
      const match = await this.bound.open(wanted.match);
      if (match === undefined) return refused('no-such-match');
      return refusalOf(match) ?? this.bindTo(match, wanted);
    };
    return this.change(this.ofOwner(player, binding), { isComing: true });
  }

  private async bindTo(match: Match, wanted: NonNullable<TempleState['bound']>): Promise<Committed | Waits> {
    const judged = this.state.isUnbased ? await this.judgeAway(match, wanted) : DONE;
    if (judged.kind !== 'done') return judged;
    if (!(await this.stream.write({ kind: 'bound', at: this.tools.now(), ...wanted }))) return RETRY;
    const done = this.state.isUnbased ? DONE : await this.bound.enter(match);
    this.publish(await this.bound.reconcile());
    return done;
  }

  /** The match hears of an away temple only when its device comes. What it would refuse then is refused now. */
  private async judgeAway(match: Match, { seat }: NonNullable<TempleState['bound']>): Promise<Committed> {
    const { owner } = this.state;
    const owned = owner === undefined ? [] : await this.tools.journal.temples({ owner, limit: MOST_OWNED });
    // Another temple of the owner may be bound and away as well, so that the match does not know it yet.
    const isTaken = owned.some((other) => other.temple !== this.id && other.match === match.id);
    return isTaken ? refused('no-temple-here', 'temple-there') : this.bound.judge(match, seat);
  }

  /** Takes the temple out of its match; beads that wait there are refused. */
  unbind(player: string): Promise<Committed> {
    const leaving = async () => (this.state.bound === undefined ? DONE : this.published(await this.bound.leave()));
    return this.change(this.ofOwner(player, leaving));
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
      const done = this.written(await this.stream.write({ kind: 'wanted', at: this.tools.now(), ...wanted }));
      this.showAtTable();
      return done;
    });
  }

  /** The house wants another light level, through its Home Assistant. A temple without an owner has no settings. */
  dim(light: number): Promise<Committed> {
    return this.bound.run(async () => {
      const { owner, wanted } = this.state;
      if (owner === undefined || wanted.light === light) return DONE;
      return this.written(await this.stream.write({ kind: 'wanted', at: this.tools.now(), light }));
    });
  }

  /** Changes the match or the owner. When a match answers later, the job is tried again after that: it finds done what is done. */
  private async change(job: () => Promise<Committed | Waits>, coming?: Coming): Promise<Committed> {
    for (;;) {
      const done = await this.bound.run(job, coming);
      if (done.kind !== 'waits') return done;
      const answered = await done.until;
      if (answered.kind !== 'done') return answered;
    }
  }

  private asOwner(player: string, job: () => Promise<Committed>): Promise<Committed> {
    return this.bound.run(this.ofOwner(player, job));
  }

  private ofOwner<T>(player: string, job: () => Promise<T>): () => Promise<T | Committed> {
    return async () => (this.state.owner === player ? job() : refused('no-such-temple'));
  }

  private aboutBeads(player: string, isThere: (account: BeadAccount) => boolean, line: NewLine): Promise<Committed> {
    return this.asOwner(player, async () => {
      if (this.state.bound !== undefined) return refused('temple-bound');
      if (!isThere(this.state.account)) return refused('beads-refused', 'not-so-many');
      return this.written(await this.stream.write(line));
    });
  }

  /**
   * What an absent device has counted since its last report is not known: its next totals are the beginning. A device that is there, but
   * whose totals came from a broker, is asked for them.
   */
  private async handTo(by: string, how: ClaimedBy): Promise<Committed> {
    const at = this.tools.now();
    const isThere = this.device.isFresh(at);
    const base = isThere && this.device.areOwn ? this.device.totals : undefined;
    const isWritten = await this.stream.write({ kind: 'claimed', at, by, how, ...(base && { base }) });
    if (isWritten && isThere && base === undefined) this.tools.command({ op: 'report', transaction: 'claimed' });
    return isWritten ? DONE : RETRY;
  }

  /**
   * Ends the binding and the ownership. The beads that this refuses are published before the account ends with the ownership. The end
   * itself is not published yet, because a new owner may follow at once.
   */
  private async endOwnership(by: string): Promise<Committed | Waits> {
    if (this.state.bound !== undefined) {
      const left = await this.bound.leave();
      if (left.kind !== 'done') return left;
      this.publish(undefined);
    }
    const { rev } = this.account;
    if (!(await this.stream.write({ kind: 'released', at: this.tools.now(), by }))) return RETRY;
    this.device.lastSlot = undefined;
    if (this.account.rev > rev) this.publisher.publishAck(this.ownedAck);
    return DONE;
  }

  private written(isWritten: boolean): Committed {
    return this.published(isWritten ? DONE : RETRY);
  }

  private published<T>(done: T): T {
    this.publish(undefined);
    return done;
  }

  // How it comes and goes, and what is published of it.

  /**
   * Lets another process own it, unless it counts for a match here. Gives what this process knows of its device.
   */
  letGo(): Promise<HeardDevice | undefined> {
    return this.bound.run(async () => {
      await this.bound.reconcile();
      if (this.state.bound !== undefined) return undefined;
      await this.bound.leaveTo(undefined);
      return this.device.heard;
    });
  }

  /** Gives it up for good: this process owns nothing any more. */
  giveUp(): Promise<void> {
    return this.bound.giveUp();
  }

  /** What was published here may be out of date when it comes back. */
  private async left(id: string, to: Peer | undefined): Promise<void> {
    this.isElsewhere = true;
    this.wasFresh = false;
    this.publisher = new TemplePublisher(id, this.tools);
    await this.tools.onLeft?.(id, to);
  }

  /** It counts for a match, and this server has not published that yet. Then the match must be opened once. */
  private get isUnpublished(): boolean {
    return this.state.bound !== undefined && (this.bound.isUnread || !this.publisher.hasPublished);
  }

  private get ack(): Ack {
    const { account, owner } = this.state;
    if (owner !== undefined) return this.ownedAck;
    return afterRestore(unclaimedAck(account, this.device), this.tools.restoredAt);
  }

  /** Its ledger, as its owner has it or had it last. */
  private get ownedAck(): Ack {
    return afterRestore(ackOf(this.account, this.device.totals, this.state.bound), this.tools.restoredAt);
  }

  private snapshot(match: Match | undefined): TempleSnapshot {
    const bound = match?.table.temples.get(this.id);
    return { state: this.state, ack: this.ack, match: bound && match };
  }

  /** Publishes the changes. While its match is not open, only the settings of the temple are known. */
  private publish(match: Match | undefined): void {
    if (match !== undefined || this.state.bound === undefined) this.publisher.publish(this.snapshot(match));
    else this.publisher.publishConfig(this.state);
  }

  /** Shows its name and its presence at the table where it counts. */
  private showAtTable(): void {
    const { bound } = this.state;
    if (bound !== undefined) this.tools.onPresence(bound.match);
  }

  private report(error: unknown): void {
    this.tools.report('a temple could not be looked after', { temple: this.id, error });
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
