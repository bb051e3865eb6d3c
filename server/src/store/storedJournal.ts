/** The journal on the store. */
import { newProcess, type ThisProcess } from '../base/ids.ts';
import { type Gap, OUTAGE_AFTER_MS } from '../base/serverTime.ts';
import { Slices } from '../base/scheduling.ts';
import { connect } from './data-folder/connect.ts';
import type { Engine } from './engine/engine.ts';
import { inThisThread } from './engine/sqlite/sqlite.ts';
import { AppendQueue, pagesOf } from './journal/appendQueue.ts';
import type {
  Append,
  AskedOwnership,
  Away,
  Ending,
  Filter,
  HistoryPage,
  HostedFilter,
  Index,
  Journal,
  Range,
  Secrets,
  Stored,
  Tail,
  TempleRow,
} from './journal/journal.ts';
import type { CreatedPlace } from './journal/records.ts';
import { openStores, operations, type Stores } from './operations.ts';
import type { Claimed } from './ownership/claims.ts';
import { DEAD_AFTER_MS, Elsewhere, lengthOf, type Peer, type ProcessRow, type Renewed } from './ownership/processes.ts';

/** Deleting this many entries takes some milliseconds. */
const ERASED_AT_ONCE = 2000;
const RELEASED_AT_ONCE = 1000;
const LONG_AGO_AT_ONCE = 50;
const FIRST: CreatedPlace = { createdAt: 0, match: '' };
type Ended = Awaited<ReturnType<Stores['records']['endedIn']>>;

export class StoredJournal implements Journal {
  /** Called after a beat is stored. */
  onBeat: (at: number) => void = () => {};
  private readonly engine: Engine;
  private readonly stores: Stores;
  private readonly appends: AppendQueue;
  private lastClaim = 0;
  private readonly self: ThisProcess;
  private readonly life: SignsOfLife;

  constructor(engine: Engine, self: ThisProcess = newProcess()) {
    this.engine = engine;
    this.self = self;
    this.stores = openStores(engine);
    this.life = new SignsOfLife(this.stores.processes, {
      self,
      isAlone: !engine.isShared,
      commits: () => engine.commits ?? 0,
    });
    this.appends = new AppendQueue(this.stores.records.append);
  }

  /** Called with the time of each batch of appends, from its first until it is durable. */
  set onCommit(listener: (seconds: number) => void) {
    this.appends.onCommit = listener;
  }

  /** Called when new notices are stored. */
  set onNotices(listener: () => void) {
    this.appends.onNotices = listener;
  }

  /** Called with the name of each operation that PostgreSQL runs in a transaction. */
  set onTransaction(listener: (operation: string) => void) {
    this.engine.onTransaction = listener;
  }

  append(append: Append): Promise<'appended' | 'conflict'> {
    return this.appends.append(append);
  }

  async read(match: string): Promise<Stored | undefined> {
    const lines = await this.linesBySlices(match);
    // Read after the lines. If another process wrote in between, the next append conflicts.
    const row = await this.stores.records.find(match);
    return row && { lines, ...row };
  }

  async secrets(match: string): Promise<Secrets | undefined> {
    return (await this.stores.records.find(match))?.secrets;
  }

  async index(match: string) {
    const { index, secrets } = (await this.stores.records.find(match)) ?? {};
    return index && { index, ...(secrets?.code !== undefined && { code: secrets.code }) };
  }

  linesOf(id: string, { from, to }: Partial<Range> = {}): Promise<readonly string[]> {
    return this.stores.records.lines(id, { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER });
  }

  tail(match: string): Promise<Tail | undefined> {
    return this.stores.records.tail(match);
  }

  temples(asked: Parameters<Journal['temples']>[0]): Promise<readonly TempleRow[]> {
    return this.stores.records.temples(asked);
  }

  list(filter: Filter): Promise<readonly Index[]> {
    return this.stores.records.list(filter);
  }

  listAll(filter: HostedFilter): Promise<readonly Index[]> {
    return this.stores.records.listAll(filter);
  }

  matchesOf(player: string): Promise<readonly string[]> {
    return this.stores.records.matchesOf(player);
  }

  unfinishedOf(player: string): Promise<readonly Index[]> {
    return this.stores.records.unfinishedOf(player);
  }

  unfinishedAmong(matches: readonly string[]): Promise<readonly string[]> {
    return this.stores.records.unfinishedAmong(JSON.stringify(matches));
  }

  historyOf(asked: HistoryPage): Promise<readonly Index[]> {
    return this.stores.records.historyOf(asked);
  }

  endings(after: number, limit: number): Promise<readonly Ending[]> {
    return this.stores.records.endings(after, limit);
  }

  withoutPlayers(matches: readonly string[]) {
    return this.stores.records.withoutPlayers(JSON.stringify(matches));
  }

  due(now: number, limit: number): Promise<readonly string[]> {
    return this.stores.records.due(now, limit, this.self.id);
  }

  counts(): Promise<Readonly<Record<Index['status'], number>>> {
    return this.stores.records.counts();
  }

  async lostSince(since: number, away?: Away): Promise<number> {
    const outages = await this.stores.alive.outagesSince(since, away?.owner ?? '');
    const gone = away?.since === undefined ? [] : [{ began: away.since, ended: away.now }];
    return lengthOf([...outages, ...gone], since, away?.now);
  }

  async claim({ id, owner, isInDoubt = false }: AskedOwnership): Promise<Claimed> {
    const asked = { id, process: owner, claim: this.newClaim(), mayKeep: !isInDoubt };
    const { mayBury, now } = this.life;
    const taken = await this.stores.claims.take({ ...asked, mayBury, now });
    if ('peer' in taken) throw new Elsewhere(id, taken.peer);
    return taken;
  }

  /** A number that this process gives only once. */
  newClaim(): number {
    return ++this.lastClaim;
  }

  holderOf(id: string): Promise<Peer | undefined> {
    const { mayBury, now } = this.life;
    return this.stores.claims.holderOf({ id, now, mayBury });
  }

  release(id: string, owner: string): Promise<void> {
    return this.stores.claims.release(id, owner);
  }

  async releaseAll(owner: string): Promise<void> {
    while ((await this.stores.claims.releaseSome(owner, RELEASED_AT_ONCE)) === RELEASED_AT_ONCE);
  }

  async offerAll(owner: string): Promise<void> {
    while ((await this.stores.claims.offerSome(owner, RELEASED_AT_ONCE)) === RELEASED_AT_ONCE);
  }

  orphans(limit: number): Promise<readonly string[]> {
    return this.stores.claims.orphans(limit);
  }

  async freeClaims(): Promise<void> {
    while ((await this.stores.claims.freeSome(RELEASED_AT_ONCE)) === RELEASED_AT_ONCE);
  }

  async forgetProcesses(): Promise<void> {
    await this.stores.processes.forgetOld(this.life.now);
  }

  processes(): Promise<readonly ProcessRow[]> {
    return this.stores.processes.living(this.life.now);
  }

  isDead(process: string): Promise<boolean> {
    return this.stores.processes.isDead(process);
  }

  async forget(endedBefore: number, limit: number): Promise<number> {
    const old = await this.endedBefore(endedBefore, limit);
    for (const match of old) await this.forgetMatch(match);
    return old.length;
  }

  /** Deletes a long record in parts. The last entry goes last, so that `forget` resumes an interrupted deletion. */
  async forgetMatch(match: string): Promise<void> {
    const { seq: last } = (await this.tail(match)) ?? { seq: 0 };
    for (let to = ERASED_AT_ONCE; to < last; to += ERASED_AT_ONCE) {
      await this.stores.records.eraseSome(match, to);
      await new Slices().rest();
    }
    await this.stores.records.erase(match);
  }

  async beat(now: number, mustWrite = false): Promise<Renewed> {
    const { isWritten, ...beat } = await this.life.renew(now, mustWrite);
    if (isWritten) this.onBeat(beat.now);
    return beat;
  }

  /** Counts the outage from the last beat on, because the time after that beat may be lost as well. */
  async noteGap({ at }: Gap): Promise<void> {
    await this.beat(at, true);
  }

  /** The process ends by itself. Its matches are free. */
  async leave(now: number): Promise<void> {
    await this.releaseAll(this.self.id);
    await this.stores.processes.end(this.self.id, now);
  }

  async close(): Promise<void> {
    await this.appends.writeNow();
    await this.engine.close();
  }

  private async linesBySlices(match: string): Promise<readonly string[]> {
    const [lines, slices]: [string[], Slices] = [[], new Slices()];
    for await (const page of pagesOf(this, match)) {
      lines.push(...page);
      if (slices.isOver) await slices.rest();
    }
    return lines;
  }

  private async endedBefore(before: number, limit: number): Promise<readonly string[]> {
    const old: string[] = [];
    for (const visibility of ['public', 'private'] as const)
      for (let after: CreatedPlace | undefined = FIRST; after !== undefined && old.length < limit; ) {
        const page: Ended = await this.stores.records.endedIn({ visibility, after, before, limit: LONG_AGO_AT_ONCE });
        old.push(...page.filter(({ line }) => atOf(line ?? '') < before).map(({ match }) => match));
        after = page.length < LONG_AGO_AT_ONCE ? undefined : page.at(-1);
      }
    return old.slice(0, limit);
  }
}

/** When the entry was written. A damaged line has no time. */
function atOf(line: string): number {
  const at = /"at":(\d+)/.exec(line)?.[1];
  return at === undefined ? Number.POSITIVE_INFINITY : Number(at);
}

// A journal in memory: for tests, and for hosts who want to store nothing.

export class MemoryJournal extends StoredJournal {
  constructor() {
    super(inThisThread(connect(':memory:', false), operations));
  }
}

// The signs of life of this process, and whether it may judge those of others.

interface Alone {
  readonly self: ThisProcess;
  /** No other process can use the data. */
  readonly isAlone: boolean;
  /** How many transactions were committed by now. */
  readonly commits: () => number;
}

/** A process that is alone, has no clock to care for and has written nothing else writes so seldom: its disk is to rest. */
const WRITTEN_EVERY_MS = 300_000;

/** What a sign of life found out, and whether it was written. */
interface Sign extends Renewed {
  readonly isWritten: boolean;
}

class SignsOfLife {
  private readonly store: Stores['processes'];
  private readonly alone: Alone;
  private isFirst = true;
  /** The time of the last sign of life, by the store. */
  private last = 0;
  private lastAt = Number.NEGATIVE_INFINITY;
  private unbrokenSince = Number.POSITIVE_INFINITY;
  private writtenAt = Number.NEGATIVE_INFINITY;
  /** While this many transactions are committed, the last sign of life is the last thing that was written. */
  private commitsAtSign = Number.NaN;
  private owners = '';

  constructor(store: Stores['processes'], alone: Alone) {
    this.store = store;
    this.alone = alone;
  }

  /** The time of the store at the last sign of life. */
  get now(): number {
    return this.last;
  }

  /** When the store comes back after an outage, all signs of life are old. So a process waits before it judges. */
  get mayBury(): boolean {
    const { isAlone } = this.alone;
    return !isAlone && performance.now() - this.unbrokenSince > DEAD_AFTER_MS && this.isFresh;
  }

  /** A sign that must be written shows that the disk works, too. */
  async renew(now: number, mustWrite: boolean): Promise<Sign> {
    if (!mustWrite && (await this.mayKeepQuiet(now)))
      return this.note({ now, isDead: false, others: [], owners: this.owners });
    const before = this.alone.commits();
    const renewed = await this.write(now);
    this.writtenAt = performance.now();
    this.commitsAtSign = before + 1;
    return { ...this.note(renewed), isWritten: true };
  }

  private async write(now: number): Promise<Renewed> {
    const { self, isAlone } = this.alone;
    const who = { process: self.id, name: self.name, address: self.address };
    const { isFirst, mayBury } = this;
    const quietUntil = isAlone ? this.last : 0;
    const renewed = await this.store.renew({ ...who, now, mayBury, isFirst, isAlone, quietUntil });
    this.isFirst = false;
    return renewed;
  }

  /**
   * What no clock needs is not written: then a crash takes no time from any. What else was written is followed by a sign, which
   * shows whether the data is whole.
   */
  private async mayKeepQuiet(now: number): Promise<boolean> {
    const { isAlone, commits } = this.alone;
    if (!isAlone || this.isFirst || now - this.last > OUTAGE_AFTER_MS || commits() !== this.commitsAtSign) return false;
    return performance.now() - this.writtenAt < WRITTEN_EVERY_MS && !(await this.store.hasClocks(now));
  }

  private note(renewed: Renewed): Sign {
    if (!this.isFresh) this.unbrokenSince = performance.now();
    this.lastAt = performance.now();
    this.last = renewed.now;
    this.owners = renewed.owners;
    return { ...renewed, isWritten: false };
  }

  private get isFresh(): boolean {
    return performance.now() - this.lastAt < DEAD_AFTER_MS / 2;
  }
}
