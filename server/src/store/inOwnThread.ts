/**
 * SQLite in a thread of its own, so that the server waits for no slow disk. All calls of one turn of the event loop go to the
 * thread in one message. The thread waits for no slow sync either: it asks for one, and this side holds its answers back.
 * Appends, while the disk is fast, are written without the thread, to a log.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppendLog, appendsOf, type Entry } from './data-folder/appendLog.ts';
import { type Call, type Engine, StoreError } from './engine/engine.ts';
import {
  type Answered,
  type CallBatch,
  DiskSpeed,
  FileSyncs,
  newSignals,
  REPLAY,
  type Said,
  SIGNALS,
  type StoreCall,
  type ThreadData,
  type Where,
} from './engine/sqlite/ownSyncs.ts';
import type { Appended } from './journal/records.ts';
import { CLOCKS_WITHIN_MS } from './ownership/processes.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: Error) => void;
}

/** What the tables do not know yet, the log tells. */
export const TOLD_BY_LOG = ['processes.hasClocks', 'ratings.isBehind', 'records.due'] as const;

/**
 * What these ask, groups or single calls, lies in other tables than those that the log writes to. So they need not wait until the tables have
 * it: at the pace of people each move would cost whole pages. A test holds this against the statements. Dead processes have nothing in the log.
 */
export const APART: ReadonlySet<string> = new Set(
  `abroad alive audit bans bots challenges directory invitations keyRing league leases links moderators networkBans outbox
  passkeys people processReports programTokens puzzles recovery reports sessions signIns subjects talk ties told
  tournaments visitors processes.renew claims.orphans accounts.standing accounts.standingOf accounts.open ahead.due
  penalties.answer penalties.countToSettle penalties.find penalties.liftBan penalties.list penalties.settle penalties.standing
  penalties.sweep vacations.news webhooks.revision webhooks.hooksOf ${TOLD_BY_LOG.join(' ')}`.split(/\s+/),
);

const isClockNear = ({ status, wakeAt = 0 }: NonNullable<Entry['index']>, now: number): boolean =>
  status === 'running' && Math.abs(wakeAt - now) <= CLOCKS_WITHIN_MS;

const isApart = (group: string, name: string) => APART.has(group) || APART.has(`${group}.${name}`);

const THREAD = new URL('./sqliteThread.ts', import.meta.url);

export class OwnThread implements Engine {
  readonly isShared = false;
  /** Called if the thread ends by itself. What it had not answered may be written or not. */
  onDeath: (cause: Error) => void = () => {};
  private readonly worker: Worker;
  private readonly files: FileSyncs;
  private readonly signals = newSignals();
  private readonly log: AppendLog;
  private readonly waiting = new Map<number, Waiting>();
  private calls: StoreCall[] = [];
  private ids = 0;
  /** Calls that the thread gets when the disk has the log. */
  private held: Promise<void> | undefined;
  private closing: Promise<void> | undefined;
  private isDead = false;

  constructor(where: Where) {
    // Without the flags of this process: what is preloaded here has no business there.
    const workerData: ThreadData = { ...where, signals: this.signals };
    this.files = new FileSyncs(where.path);
    const speed = where.isSynced ? new DiskSpeed(this.signals) : undefined;
    this.log = new AppendLog({ path: where.path, files: this.files, speed, now: () => performance.now() });
    this.worker = new Worker(THREAD, {
      workerData,
      name: 'store',
      execArgv: ['--disable-warning=ExperimentalWarning'], // Node 22 warns of SQLite
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('message', (said: Said) => this.hear(said));
    this.worker.on('error', (cause) => this.die(cause));
    this.worker.on('exit', () => this.ended());
  }

  get commits(): number {
    return this.log.commits + Atomics.load(this.signals, SIGNALS.commits);
  }

  run(call: Call): Promise<unknown> {
    if (this.isDead) return Promise.reject(new StoreError('the database is closed'));
    const batch = appendsOf(call);
    if (batch === undefined) return this.ask(call);
    if (this.closing !== undefined) return this.askThread(call);
    return this.logged(batch) ?? this.appended(call, batch);
  }

  private ask(call: Call): Promise<unknown> {
    const { log } = this;
    const [now = 0] = call.given as readonly [number?];
    const wakes = () => new Map([...log.newest].map(([match, { wakeAt }]) => [match, wakeAt]));
    switch (`${call.group}.${call.name}` as (typeof TOLD_BY_LOG)[number]) {
      case 'ratings.isBehind':
        if ([...log.newest.values()].some(({ status }) => status === 'ended')) return Promise.resolve(true);
        break;
      case 'processes.hasClocks':
        if ([...log.newest.values()].some((index) => isClockNear(index, now))) return Promise.resolve(true);
        return this.askThread({ ...call, given: [now, [...log.newest.keys()]] });
      case 'records.due':
        return this.askThread({ ...call, given: [...call.given, wakes()] });
    }
    return this.askThread(call);
  }

  /** Waits for all that was asked before. */
  close(): Promise<void> {
    this.closing ??= this.isDead ? Promise.resolve() : this.end();
    return this.closing;
  }

  private logged(batch: readonly Entry[]): Promise<readonly Appended[]> | undefined {
    try {
      if (!this.log.add(batch)) return undefined;
      if (this.log.isMuch) this.send(true);
      return this.synced(batch);
    } catch (cause) {
      return Promise.reject(this.lose(cause as Error));
    }
  }

  private async synced(batch: readonly Entry[]): Promise<readonly Appended[]> {
    try {
      await this.log.unsynced;
    } catch (cause) {
      throw this.lose(cause as Error);
    }
    return batch.map(() => 0);
  }

  private async appended(call: Call, batch: readonly Entry[]): Promise<unknown> {
    const { claims } = this.log;
    const outcomes = (await this.askThread(call)) as readonly Appended[];
    if (this.log.claims > claims) return outcomes; // this claim may be another's by now
    this.log.learn(batch.filter((_, n) => outcomes[n] !== 'conflict'));
    return outcomes;
  }

  private askThread(call: Call): Promise<unknown> {
    this.log.forgetBy(call);
    return new Promise((resolve, reject) => {
      if (this.calls.length === 0) queueMicrotask(() => this.send());
      this.calls.push(this.noted(call, { resolve, reject }));
    });
  }

  private noted({ group, name, given }: Call, waiting: Waiting): StoreCall {
    const id = ++this.ids;
    this.waiting.set(id, waiting);
    return [id, group, name, given];
  }

  private async end(): Promise<void> {
    this.send(true);
    const ended = once(this.worker, 'exit');
    await Promise.allSettled([this.held, this.log.unsynced]);
    this.tell({ isLast: true, calls: [] });
    await ended;
  }

  /** What was asked, after what the log took, if any of it may not be answered without, or `withLog`. */
  private send(withLog = false): void {
    const isAsked = this.calls.some(([, group, name]) => !isApart(group, name));
    const replayed = withLog || isAsked ? this.replay() : [];
    const calls = [...replayed, ...this.calls];
    this.calls = [];
    if (calls.length === 0) return;
    if (this.held === undefined && (replayed.length === 0 || this.log.unsynced === undefined)) this.post(calls);
    else this.holdBack(calls);
  }

  /** The thread tells at once what the log has. So it learns of nothing that the disk may still lose. */
  private holdBack(calls: readonly StoreCall[]): void {
    const held = Promise.all([this.held, this.log.unsynced]).then(() => {
      if (this.held === held) this.held = undefined;
      this.post(calls);
    });
    held.catch(() => {}); // the append that waits for the same sync tells of it
    this.held = held;
  }

  /** What is asked next must find in the tables what the log took. */
  private replay(): readonly StoreCall[] {
    const batch = this.log.takeUntold();
    if (batch.length === 0) return [];
    const [resolve, reject] = [() => this.log.written(batch), () => this.log.keep(batch)];
    return [this.noted({ ...REPLAY, given: [batch] }, { resolve, reject })];
  }

  /** A call whose arguments cannot be cloned fails alone. */
  private post(calls: readonly StoreCall[]): void {
    try {
      this.tell({ isLast: false, calls });
    } catch (cause) {
      const [only, ...others] = calls;
      if (others.length > 0) for (const one of calls) this.post([one]);
      else if (only !== undefined) this.take(only[0])?.reject(cause as Error);
    }
  }

  private tell(told: CallBatch): void {
    this.worker.postMessage(told);
    this.wake();
  }

  private wake(): void {
    Atomics.add(this.signals, SIGNALS.calls, 1);
    Atomics.notify(this.signals, SIGNALS.calls);
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private hear({ answers, sync }: Said): void {
    if (sync === undefined) return this.settle(answers);
    const began = performance.now();
    this.files.sync(sync, (failure) => {
      if (failure !== null) return void this.lose(failure);
      this.tellSynced(performance.now() - began);
      this.settle(answers);
    });
  }

  private tellSynced(milliseconds: number): void {
    Atomics.store(this.signals, SIGNALS.lastSyncMs, Math.ceil(milliseconds));
    Atomics.add(this.signals, SIGNALS.syncs, 1);
    if (Atomics.load(this.signals, SIGNALS.isWaiting) === 1) this.wake();
  }

  /** What the disk has is unknown, and so is the outcome of all that waits. */
  private lose(cause: Error): StoreError {
    this.die(cause);
    void this.worker.terminate();
    return unknownOutcome(cause);
  }

  private settle(answers: readonly Answered[]): void {
    for (const [id, value, failure] of answers) {
      const { resolve, reject } = this.take(id) ?? {};
      if (failure === undefined) resolve?.(value);
      else reject?.(failure.isOfStore ? new StoreError(failure.message) : new Error(failure.message));
    }
  }

  private ended(): void {
    const close = () => {
      this.log.close();
      this.files.close();
    };
    const { unsynced } = this.log;
    if (unsynced === undefined) close();
    else unsynced.then(close, close); // a sync that is under way needs its file
    this.die(new StoreError('the thread of the database has ended'));
  }

  private die(cause: Error): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const { reject } of this.waiting.values()) reject(unknownOutcome(cause));
    this.waiting.clear();
    // Not from within the call that failed: what it throws would be an outcome of that call.
    if (this.closing === undefined) queueMicrotask(() => this.onDeath(cause));
  }
}

const unknownOutcome = (cause: Error) => new StoreError('the outcome is unknown', { cause });
