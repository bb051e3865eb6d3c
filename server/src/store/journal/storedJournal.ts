/** The journal on the store. All appends of one turn of the event loop are one operation, and so one disk sync. */
import type { Gap } from '../../base/serverTime.ts';
import { Slices } from '../../base/slices.ts';
import type { Engine } from '../engine/engine.ts';
import { openStores, type Stores } from '../operations.ts';
import type {
  Append,
  Asked,
  Ending,
  Filter,
  Index,
  Journal,
  Range,
  Secrets,
  Stored,
  Tail,
  TempleRow,
} from './journal.ts';
import type { OperatorPlace } from './operatorOrder.ts';
import { pagesOf } from './pages.ts';
import type { Appended } from './records.ts';

interface Waiting {
  readonly append: Append;
  readonly resolve: (outcome: 'appended' | 'conflict') => void;
  readonly reject: (cause: unknown) => void;
}

/** Deleting so many entries takes some milliseconds. */
const ERASED_AT_ONCE = 2000;
const LONG_AGO_AT_ONCE = 50;

export class StoredJournal implements Journal {
  /** Called with the time of each batch, from its first append until it is durable. */
  onCommit: (seconds: number) => void = () => {};
  /** Called after a beat is stored. */
  onBeat: (at: number) => void = () => {};
  /** Called when new notices are stored. */
  onNotices: () => void = () => {};
  private readonly engine: Engine;
  private readonly stores: Stores;
  private waiting: Waiting[] = [];
  private hasBeaten = false;
  private waitingSince = 0;

  constructor(engine: Engine) {
    this.engine = engine;
    this.stores = openStores(engine);
  }

  append(append: Append): Promise<'appended' | 'conflict'> {
    return new Promise((resolve, reject) => {
      const isFirst = this.waiting.push({ append, resolve, reject }) === 1;
      if (isFirst) this.waitingSince = performance.now();
      if (this.engine.isAtOnce) void this.commit();
      else if (isFirst) setImmediate(() => void this.commit());
    });
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

  listAll(filter: Filter & { readonly after?: OperatorPlace }): Promise<readonly Index[]> {
    return this.stores.records.listAll(filter);
  }

  matchesOf(player: string): Promise<readonly string[]> {
    return this.stores.records.matchesOf(player);
  }

  unfinishedOf(player: string): Promise<readonly Index[]> {
    return this.stores.records.unfinishedOf(player);
  }

  historyOf(asked: Asked): Promise<readonly Index[]> {
    return this.stores.records.historyOf(asked);
  }

  endings(after: number, limit: number): Promise<readonly Ending[]> {
    return this.stores.records.endings(after, limit);
  }

  due(now: number, limit: number): Promise<readonly string[]> {
    return this.stores.records.due(now, limit);
  }

  counts(): Promise<Readonly<Record<Index['status'], number>>> {
    return this.stores.records.counts();
  }

  lostSince(since: number): Promise<number> {
    return this.stores.alive.lostSince(since);
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

  async beat(now: number): Promise<void> {
    await this.stores.alive.beat(now, !this.hasBeaten);
    this.hasBeaten = true;
    this.onBeat(now);
  }

  /** Counts the outage from the last beat on, because the time after that beat may be lost as well. */
  noteGap({ at }: Gap): Promise<void> {
    return this.beat(at);
  }

  async close(): Promise<void> {
    await this.commit();
    await this.engine.close();
  }

  private async commit(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    if (batch.length === 0) return;
    try {
      const done = await this.stores.records.append(batch.map(({ append }) => append));
      this.onCommit((performance.now() - this.waitingSince) / 1000);
      this.settle(batch, done);
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  }

  private settle(batch: readonly Waiting[], done: readonly Appended[]): void {
    if (done.some(({ notices }) => notices > 0)) this.onNotices();
    for (const [n, { resolve }] of batch.entries()) resolve(done[n]?.outcome ?? 'conflict');
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
    for (let after = ''; old.length < limit; ) {
      const page = await this.stores.records.longAgo(before, after, LONG_AGO_AT_ONCE);
      old.push(...page.filter(({ line }) => atOf(line) < before).map(({ match }) => match));
      if (page.length < LONG_AGO_AT_ONCE) break;
      after = page.at(-1)?.match ?? '';
    }
    return old.slice(0, limit);
  }
}

/** When the entry was written. A damaged line has no time. */
function atOf(line: string): number {
  const at = /"at":(\d+)/.exec(line)?.[1];
  return at === undefined ? Number.POSITIVE_INFINITY : Number(at);
}
