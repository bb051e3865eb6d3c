/** One temple: its journal, its device, and the match for which it counts. */
import {
  type Account,
  type Ack,
  type Bound,
  type Code,
  isQuarantined,
  larger,
  newBeads,
  type Odometer,
  type Slot,
  type Tally,
  type TempleTold,
  type Totals,
} from '@flower-war/protocol';
import type { Committed, Match } from '../../match/match.ts';
import type { Matches } from '../../matches/matches.ts';
import { DamagedRecord } from '../../matches/openMatch.ts';
import { Device } from './device.ts';
import type { ClaimedBy, NewLine, TempleState } from './entries.ts';
import { ackOf, strangerAck } from './templeMessages.ts';
import { type Standing, Teller, type Telling } from './templePublisher.ts';
import { type StreamTools, TempleStream } from './templeStream.ts';

export interface TempleTools extends StreamTools, Telling {
  readonly matches: Pick<Matches, 'open' | 'release'>;
  /** It came or went, for whoever looks at that match. */
  readonly onPresence: (match: string) => void;
  readonly note: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** What became of what somebody asked for. */
export type Done =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: Code; readonly reason?: string }
  | { readonly kind: 'retry' };

const NOTE_EVERY_MS = 60_000;

const DONE: Done = { kind: 'done' };
const RETRY: Done = { kind: 'retry' };
const refused = (code: Code, reason?: string): Done => ({
  kind: 'refused',
  code,
  ...(reason !== undefined && { reason }),
});

export class Temple {
  readonly id: string;
  readonly device = new Device();
  readonly stream: TempleStream;
  private readonly tools: TempleTools;
  private readonly teller: Teller;
  /** What the record of the match says, as it is shown there. */
  private counted: Account | undefined;
  /** Its match can never be opened: so it stays until the server starts again, or somebody takes it out. */
  private isStuck = false;
  private wasFresh = false;
  /** The matches that the job which runs now has opened. */
  private readonly inUse: string[] = [];
  private twinNotedAt = Number.NEGATIVE_INFINITY;

  constructor(id: string, tools: TempleTools) {
    this.id = id;
    this.tools = tools;
    this.stream = new TempleStream(id, tools);
    this.teller = new Teller(id, tools);
  }

  get state(): TempleState {
    return this.stream.state;
  }

  get isFresh(): boolean {
    return this.device.isFresh(this.tools.now());
  }

  /** What is counted of it, wherever that is. */
  get account(): Account {
    return this.counted ?? this.state.account;
  }

  /** How it stands, also if it was not heard of since the start. */
  look(): Promise<TempleState> {
    return this.run(async () => {
      if (this.state.bound !== undefined && this.counted === undefined) await this.match();
      return this.state;
    });
  }

  /** What it is to show now, all of it. */
  told(): Promise<TempleTold> {
    return this.run(async () => this.teller.all(this.now(await this.match())));
  }

  /** New totals; says what became of all of them so far. Nothing is written that says nothing new. */
  observe(odometer: Odometer): Promise<{ readonly ack: Ack; readonly isOld: boolean }> {
    return this.run(async () => {
      const at = this.tools.now();
      const match = this.isUntold ? await this.match() : undefined;
      const { isDoubtful } = this.device.hear(odometer, this.account, at);
      this.lookAtPresence();
      const isOld = isBehind(this.account, odometer);
      if (this.state.owner !== undefined) await this.count(odometer, at, isDoubtful);
      if (this.state.bound === undefined) this.show(undefined);
      else if (match !== undefined) this.show(match);
      else this.teller.tellAck(this.ack);
      return { ack: this.ack, isOld };
    });
  }

  /** It counts for a match, and since this server started nobody was told of it: its match is opened this once. */
  private get isUntold(): boolean {
    return this.state.bound !== undefined && (this.counted === undefined || !this.teller.hasTold);
  }

  private get ack(): Ack {
    const { totals } = this.device;
    if (this.state.owner === undefined) return strangerAck(this.state.account, this.device);
    return ackOf(this.account, totals, this.state.bound);
  }

  /** A match that sleeps is not woken by a report that says nothing new. */
  private async count({ epoch, war, rain, recent }: Odometer, at: number, isDoubtful: boolean): Promise<void> {
    const totals = { epoch, war, rain };
    if (this.state.isUnbased) return this.base(totals, at);
    if (!isNews(this.account, totals)) return;
    const match = await this.match();
    if (match !== undefined) {
      await match.observe(this.id, { ...totals, ...(recent && { recent }), at, isDoubtful });
      await this.lookAt(match);
    }
    // Its match may just have ended, and then the beads that came too late for it wait for the next one.
    if (this.state.bound === undefined && isNews(this.account, totals))
      await this.write({ kind: 'counted', at, ...totals, ...(isDoubtful && { doubtful: true }) });
    if (isQuarantined(this.account, at)) this.noteTwin(at);
  }

  /** What it counted until now is no sacrifice; only from here on may it count in the match to which it was bound. */
  private async base(totals: Totals, at: number): Promise<void> {
    if (await this.write({ kind: 'based', at, ...totals })) this.show(await this.match());
  }

  private noteTwin(at: number): void {
    if (at - this.twinNotedAt < NOTE_EVERY_MS) return;
    this.twinNotedAt = at;
    this.tools.note('a temple seems to be there twice', { temple: this.id });
  }

  /** Its last will, or that it is there. */
  say(is: 'online' | 'offline'): void {
    this.device.say(is, this.tools.now());
    this.lookAtPresence();
  }

  /** Tells those who look when it came or went; silence is noticed by whoever calls this now and then. */
  lookAtPresence(): void {
    if (this.isFresh === this.wasFresh) return;
    this.wasFresh = this.isFresh;
    const match = this.state.bound?.match;
    this.tools.note(this.wasFresh ? 'a temple is there' : 'a temple is gone', {
      temple: this.id,
      ...(match && { match }),
    });
    this.showAtTable();
  }

  /** Its name, and whether it is there, at the table where it counts. */
  private showAtTable(): void {
    const { bound } = this.state;
    if (bound !== undefined) this.tools.onPresence(bound.match);
  }

  /** The printed code proves possession, so that it also takes the temple from somebody else. */
  claim(player: string, how: ClaimedBy): Promise<Done> {
    return this.run(async () => {
      const { owner } = this.state;
      if (owner === player) return DONE;
      if (owner !== undefined && how !== 'printed') return refused('temple-owned');
      if (owner !== undefined && !(await this.letGo(player))) return this.did(false);
      return this.did(await this.handTo(player, how));
    });
  }

  /** Its owner gives it up. */
  release(player: string): Promise<Done> {
    return this.run(async () =>
      this.state.owner === player ? this.did(await this.letGo(player)) : refused('no-such-temple'),
    );
  }

  /** Whoever keeps the server takes it from its owner. */
  takeAway(by: string): Promise<Done> {
    return this.run(async () =>
      this.state.owner === undefined ? refused('no-such-temple') : this.did(await this.letGo(by)),
    );
  }

  /** From one owner to another. */
  give(from: string, to: string): Promise<Done> {
    return this.run(async () => {
      if (this.state.owner !== from) return refused('no-such-temple');
      if (from === to) return DONE;
      if (!(await this.letGo(from))) return this.did(false);
      return this.did(await this.handTo(to, 'given'));
    });
  }

  /** What one that is not there has counted since it was heard of last is not known: what it tells next is the beginning. */
  private handTo(by: string, how: ClaimedBy): Promise<boolean> {
    const base = this.isFresh ? this.device.totals : undefined;
    return this.write({ kind: 'claimed', at: this.tools.now(), by, how, ...(base && { base }) });
  }

  /** From now on it counts for a match: for a seat of its owner, or for the table. */
  bind(player: string, { match: id, seat }: NonNullable<TempleState['bound']>): Promise<Done> {
    return this.run(async () => {
      if (this.state.owner !== player) return refused('no-such-temple');
      const now = await this.match();
      const { bound } = this.state;
      if (bound !== undefined) return bound.match === id && bound.seat === seat && now ? DONE : refused('temple-bound');
      const match = await this.open(id);
      if (match === undefined) return refused('no-such-match');
      if (match.engine.temple === undefined) return refused('no-temple-here', 'game');
      if (match.position.status === 'over' || match.position.status === 'ended') return refused('match-over');
      const at = this.tools.now();
      if (!(await this.write({ kind: 'bound', at, match: id, ...(seat !== undefined && { seat }) }))) return RETRY;
      const done = this.state.isUnbased ? DONE : await this.bindIn(match);
      this.show(await this.match());
      return done;
    });
  }

  /** Takes it out of its match; what waits there is refused. */
  unbind(player: string): Promise<Done> {
    return this.run(async () => {
      if (this.state.owner !== player) return refused('no-such-temple');
      return this.state.bound === undefined ? DONE : this.did(await this.takeOut());
    });
  }

  /** Beads that no match wanted were taken out. */
  returned(player: string, slot: Slot, n: number): Promise<Done> {
    const isThere = ({ toTake, held }: Account) => n <= toTake[slot] + held[slot];
    return this.byOwner(player, isThere, { kind: 'returned', at: this.tools.now(), slot, n });
  }

  /** So many in so short a time: they are meant. */
  confirmed(player: string): Promise<Done> {
    const isThere = ({ waiting }: Account) => waiting.some(({ why }) => why === 'implausible');
    return this.byOwner(player, isThere, { kind: 'confirmed', at: this.tools.now() });
  }

  configure(player: string, wanted: Omit<Extract<NewLine, { kind: 'wanted' }>, 'kind' | 'at'>): Promise<Done> {
    return this.run(async () => {
      if (this.state.owner !== player) return refused('no-such-temple');
      const done = this.did(await this.write({ kind: 'wanted', at: this.tools.now(), ...wanted }));
      this.showAtTable();
      return done;
    });
  }

  /** Something was shown in the match for which it counts. */
  matchShown(match: Match): void {
    if (this.state.bound?.match !== match.id) return;
    const bound = match.table.temples.get(this.id);
    if (bound !== undefined && !bound.isOver) this.counted = bound.account;
    if (match.position.temples.all.get(this.id)?.isOver === false) this.show(match);
    else void this.run(async () => this.show(await this.match())).catch((error: unknown) => this.report(error));
  }

  private byOwner(player: string, isThere: (account: Account) => boolean, line: NewLine): Promise<Done> {
    return this.run(async () => {
      if (this.state.owner !== player) return refused('no-such-temple');
      if (this.state.bound !== undefined) return refused('temple-bound');
      if (!isThere(this.state.account)) return refused('beads-refused', 'not-so-many');
      return this.did(await this.write(line));
    });
  }

  /** The match in which it counts, put right if a crash came in between; nothing if it counts in none. */
  private async match(): Promise<Match | undefined> {
    const { bound } = this.state;
    if (bound === undefined || this.isStuck) return undefined;
    const match = await this.opened(bound.match);
    if (this.isStuck) return undefined;
    const there = match?.position.temples.all.get(this.id);
    if (match === undefined) await this.takeOver();
    else if (this.isNew(there)) await (this.state.isUnbased ? this.leaveOver(match) : this.bindIn(match));
    else if (there?.isOver) await this.takeOver(there.account);
    if (this.state.bound === undefined || match === undefined) return undefined;
    this.counted ??= match.table.temples.get(this.id)?.account;
    return match;
  }

  /** One that was not heard of in all of its match has counted nothing there. */
  private async leaveOver({ position: { status } }: Match): Promise<void> {
    if (status === 'over' || status === 'ended') await this.takeOver(this.state.account);
  }

  /** Whether the match has not heard of it since it was bound: the number rises with that. */
  private isNew(there: Bound | undefined): boolean {
    return there === undefined || (there.isOver && there.account.rev <= this.state.account.rev);
  }

  /** In a match that does not take it, it is not bound. */
  private async bindIn(match: Match): Promise<Done> {
    const { owner: by = '', bound, account } = this.state;
    const seat = bound?.seat;
    const binding = { temple: this.id, by, account, ...(seat !== undefined && { seat }) };
    const done: Committed = await match.bindTemple(binding, this.tools.now());
    const isThere = match.position.temples.all.get(this.id)?.isOver === false;
    if (done.kind === 'refused' && !isThere) await this.takeOver(account);
    else this.counted = match.table.temples.get(this.id)?.account;
    return done;
  }

  /** What was counted in the match goes on here. Of one that was deleted nobody knows: what the device tells next is the beginning. */
  private async takeOver(account?: Account): Promise<boolean> {
    const lost = account === undefined && { isLost: true as const };
    const taken = { account: larger(account ?? this.state.account, this.state.account) as never, ...lost };
    const isWritten = await this.write({ kind: 'unbound', at: this.tools.now(), ...taken });
    if (isWritten) [this.counted, this.isStuck] = [undefined, false];
    return isWritten;
  }

  /** Runs one job after all before it, and lets go of the matches that it opened. */
  private run<T>(job: () => Promise<T>): Promise<T> {
    return this.stream.run(async () => {
      try {
        return await job();
      } finally {
        for (const id of this.inUse.splice(0)) await this.tools.matches.release(id);
      }
    });
  }

  /** To be called in a job: the match stays open until its end. */
  private async open(id: string): Promise<Match | undefined> {
    const match = await this.tools.matches.open(id);
    if (match !== undefined) this.inUse.push(id);
    return match;
  }

  /** What failed for any other reason is tried again. */
  private async opened(id: string): Promise<Match | undefined> {
    try {
      return await this.open(id);
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      this.isStuck = true;
      return undefined;
    }
  }

  /** A match that can never be opened holds nobody's temple. */
  private async takeOut(): Promise<boolean> {
    const match = await this.match();
    if (this.isStuck) await this.takeOver();
    if (match === undefined) return this.state.bound === undefined;
    const out = await match.unbindTemple(this.id, this.tools.now());
    const there = match.position.temples.all.get(this.id);
    if (out.kind === 'retry' || there?.isOver === false) return false;
    return this.takeOver(there?.account ?? this.state.account);
  }

  /** Nobody is told yet: whoever takes it from its owner would hear in between that it is nobody's. */
  private async letGo(by: string): Promise<boolean> {
    if (this.state.bound !== undefined && !(await this.takeOut())) return false;
    const isWritten = await this.write({ kind: 'released', at: this.tools.now(), by });
    if (isWritten) this.device.lastSlot = undefined;
    return isWritten;
  }

  private async write(line: NewLine): Promise<boolean> {
    const isWritten = await this.stream.write(line);
    if (isWritten) this.tools.note(`temple ${line.kind}`, { temple: this.id });
    return isWritten;
  }

  private did(isWritten: boolean): Done {
    this.show(undefined);
    return isWritten ? DONE : RETRY;
  }

  private now(match: Match | undefined): Standing {
    const bound = match?.table.temples.get(this.id);
    return { state: this.state, ack: this.ack, match: bound && match };
  }

  /** Of a match that was not looked at, only its settings are known. */
  private show(match: Match | undefined): void {
    if (match !== undefined || this.state.bound === undefined) this.teller.tell(this.now(match));
    else this.teller.tellConfig(this.state);
  }

  /** After its match went on. */
  private async lookAt(match: Match): Promise<void> {
    const bound = match.table.temples.get(this.id);
    if (bound !== undefined) this.counted = bound.account;
    await this.match();
  }

  private report(error: unknown): void {
    this.tools.report('a temple could not be looked after', { temple: this.id, error });
  }
}

function isNews(account: Account, totals: Totals): boolean {
  const { war, rain } = newBeads(account, totals);
  return war + rain > 0;
}

/** Whether it was told less than was counted before: an old report that came late, or came again. */
function isBehind(account: Account, { epoch, war, rain }: Odometer): boolean {
  const known: Tally | undefined = account.cursors.find((cursor) => cursor.epoch === epoch);
  return account.retired.includes(epoch) || (known !== undefined && (war < known.war || rain < known.rain));
}
