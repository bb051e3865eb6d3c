/**
 * The accounts of ended matches: how much of a result was luck, and how much skill. Each is made once from the record, when it is first
 * asked for, and kept. That may take minutes of a processor, so a thread of its own makes one after the other.
 */
import { Worker } from 'node:worker_threads';
import type { MatchAccount, MatchSummary } from '@flower-war/protocol';
import { VALUE_VERSION } from '@flower-war/rules/account';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { queue, soon } from '../../base/turns.ts';
import { DamagedRecord } from '../../store/data-folder/recordChain.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';

interface AccountTools {
  readonly journal: Pick<Journal, 'tail' | 'linesOf'>;
  readonly store: Stores['matchAccounts'];
  readonly mayWrite: () => boolean;
  readonly report: (problem: string, fields: { readonly match: string; readonly error: unknown }) => void;
}

/** What the thread answers: an account as JSON, or why there is none. */
export interface Accounted {
  readonly account?: string;
  readonly none?: 'aborted' | 'no-values';
  /** The first line of the record that is damaged. */
  readonly line?: number;
  /** What went wrong, if the thread has a bug. */
  readonly failure?: string;
}

interface Coming {
  /** The address that asked first. */
  readonly address: string;
  readonly account: Promise<MatchAccount>;
}

const THREAD = new URL('./accountingThread.ts', import.meta.url);

/** One more is refused, and asked for again later. */
const MOST_WAITING = 100;
const MOST_OF_ONE = 8;

/** A match of people has hundreds of entries, the longest of bots some three thousand. */
const MOST_ENTRIES = 6000;

/** Shorter than the time after which clients give up. */
const ANSWERED_WITHIN_MS = 5000;
const ABOUT_SECONDS_EACH = 3;

const IDLE_MS = 60_000;
const GIVE_UP_AFTER_MS = 15 * 60_000;
const HEAP_MB = 512;
/** Accounts make many short-lived objects. */
const YOUNG_MB = 16;

export class Accounts {
  private readonly tools: AccountTools;
  /** By match, the one that is made now first. Those who want the same account wait for it together. */
  private readonly coming = new Map<string, Coming>();
  private readonly inTurn = queue();
  private worker: Worker | undefined;
  private asked: PromiseWithResolvers<Accounted> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(tools: AccountTools) {
    this.tools = tools;
  }

  /** The account of a match that has ended. While it is made, a caller is asked to come again. */
  async of({ match, result }: Pick<MatchSummary, 'match' | 'result'>, address: string): Promise<MatchAccount> {
    const kept = await this.tools.store.find(match);
    if (kept?.version === VALUE_VERSION) return JSON.parse(kept.account) as MatchAccount;
    if (result?.result === 'aborted') throw new Refused('no-account', 'aborted');
    const coming = this.coming.get(match) ?? this.begin(match, address);
    const account = await soon(coming.account, ANSWERED_WITHIN_MS);
    return account ?? (this.coming.has(match) ? this.comeAgain(match) : coming.account);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.end();
  }

  private begin(match: string, address: string): Coming {
    if (this.isClosed) throw new Refused('unavailable', 'stopping');
    const own = [...this.coming.values()].filter((one) => one.address === address);
    if (own.length >= MOST_OF_ONE) throw new RefusedFor('too-many', own.length * ABOUT_SECONDS_EACH, 'accounts');
    if (this.coming.size >= MOST_WAITING)
      throw new RefusedFor('unavailable', MOST_OF_ONE * ABOUT_SECONDS_EACH, 'accounts');
    const account = this.inTurn(() => this.make(match)).finally(() => this.coming.delete(match));
    account.catch(() => {}); // its callers may have gone
    const coming = { address, account };
    this.coming.set(match, coming);
    return coming;
  }

  private comeAgain(match: string): never {
    const ahead = [...this.coming.keys()].indexOf(match);
    throw new RefusedFor('unavailable', Math.min(ahead, MOST_OF_ONE) * ABOUT_SECONDS_EACH, 'account');
  }

  private async make(match: string): Promise<MatchAccount> {
    const { account, none, line, failure } = await this.ask(await this.recordOf(match));
    if (none !== undefined) throw new Refused('no-account', none);
    if (line !== undefined) throw new DamagedRecord(line, 'it has no account');
    if (account === undefined) throw new Error(`no account of the match ${match}: ${failure}`);
    await this.keep(match, account);
    return JSON.parse(account) as MatchAccount;
  }

  private async recordOf(match: string): Promise<string> {
    const { journal } = this.tools;
    const tail = await journal.tail(match);
    if (tail === undefined) throw new Refused('no-such-match');
    if (tail.seq >= MOST_ENTRIES) throw new Refused('no-account', 'too-long');
    let record = '';
    for await (const page of pagesOf(journal, match)) record += page.map((line) => `${line}\n`).join('');
    return record;
  }

  /** An account that cannot be kept is told nevertheless, and made again for the next caller. */
  private async keep(match: string, account: string): Promise<void> {
    const { store, mayWrite, report } = this.tools;
    if (!mayWrite()) return;
    const kept = store.keep({ match, version: VALUE_VERSION, account });
    await kept.catch((error: unknown) => report('an account could not be kept', { match, error }));
  }

  private ask(record: string): Promise<Accounted> {
    if (this.isClosed) throw new Refused('unavailable', 'stopping');
    this.asked = Promise.withResolvers<Accounted>();
    this.worker ??= this.started();
    this.worker.postMessage(record);
    this.endAfter(GIVE_UP_AFTER_MS);
    return this.asked.promise;
  }

  private started(): Worker {
    const limits = { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB };
    const worker = new Worker(THREAD, { name: 'accounts', execArgv: [], resourceLimits: limits });
    worker.unref(); // an account keeps no process alive
    worker.on('message', (answered: Accounted) => {
      this.asked?.resolve(answered);
      this.asked = undefined;
      this.endAfter(IDLE_MS);
    });
    worker.on('error', ({ message }) => this.asked?.resolve({ failure: message }));
    worker.on('exit', () => {
      if (this.worker === worker) void this.end();
    });
    return worker;
  }

  /** Ends the thread when it had nothing to do for long, or when one account takes too long. */
  private endAfter(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.end(), ms).unref();
  }

  /** The next account starts another thread. */
  private async end(): Promise<void> {
    clearTimeout(this.timer);
    const { worker, asked } = this;
    this.worker = undefined;
    this.asked = undefined;
    asked?.reject(new RefusedFor('unavailable', MOST_OF_ONE * ABOUT_SECONDS_EACH, 'accounts'));
    await worker?.terminate();
  }
}
