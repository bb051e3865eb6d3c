/**
 * The accounts of ended matches: how much of a result was luck, and how much skill. Each is made once from the record, when it is first
 * asked for, and kept. That may take minutes of a processor, so a thread of its own makes one after the other. Those of rated matches
 * are made also without a request.
 */
import type { MatchAccount, MatchSummary } from '@flower-war/protocol';
import { gameById } from '@flower-war/rules';
import { areValued, isComparable, VAGUE_EDITIONS, VALUE_VERSION } from '@flower-war/rules/account';
import { Refused, RefusedFor } from '../../base/refused.ts';
import { queue, soon } from '../../base/scheduling.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { DamagedRecord } from '../../store/data-folder/recordChain.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Unaccounted } from '../../store/matchAccounts.ts';
import type { Stores } from '../../store/operations.ts';
import { WorkThread } from '../../base/workThread.ts';

interface AccountTools {
  readonly journal: Pick<Journal, 'tail' | 'linesOf'>;
  readonly store: Stores['matchAccounts'];
  readonly mayWrite: () => boolean;
  /** Whether accounts of rated matches are added up for the players. Then all of them are made, not only those that are asked for. */
  readonly isCounting: boolean;
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
  readonly made: Promise<Made>;
}

interface Made {
  readonly account: MatchAccount;
  readonly isKept: boolean;
}

const THREAD = new URL('./accountingThread.ts', import.meta.url);

/** One more is refused, and asked for again later. */
const MOST_WAITING = 100;
const MOST_OF_ONE = 8;
/** In place of an address: no person asked. */
const BY_ITSELF = '';

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
  /** By match, the account that is made now first. Callers who want the same account wait for it together. */
  private readonly coming = new Map<string, Coming>();
  private readonly inTurn = queue();
  private readonly thread = new WorkThread<string, Accounted>({
    thread: THREAD,
    name: 'accounts',
    limits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    patienceMs: GIVE_UP_AFTER_MS,
    idleMs: IDLE_MS,
    failed: ({ message }) => ({ failure: message }),
  });

  constructor(tools: AccountTools) {
    this.tools = tools;
  }

  /** The account of a match that has ended. While it is made, a caller is asked to come again. */
  async of({ match, result }: Pick<MatchSummary, 'match' | 'result'>, address: string): Promise<MatchAccount> {
    const kept = await this.tools.store.find(match);
    if (kept?.version === VALUE_VERSION) return JSON.parse(kept.account) as MatchAccount;
    if (result?.result === 'aborted') throw new Refused('no-account', 'aborted');
    const coming = this.coming.get(match) ?? this.begin(match, address);
    const made = await soon(coming.made, ANSWERED_WITHIN_MS);
    if (made === undefined && this.coming.has(match)) this.comeAgain(match);
    return (made ?? (await coming.made)).account;
  }

  /**
   * Accounts for one more rated match, if none is asked for meanwhile: who asks goes first. False if there is nothing to do now. Several
   * processes may do so at the same time: each match counts once.
   */
  async makeNext(): Promise<boolean> {
    const { store, mayWrite, isCounting } = this.tools;
    const isFree = () => isCounting && this.coming.size === 0 && !this.thread.isClosed && mayWrite();
    const next = isFree() ? await store.next(VALUE_VERSION) : undefined;
    return next !== undefined && isFree() && this.settle(next);
  }

  close(): Promise<void> {
    return this.thread.close();
  }

  /** What has no account never will: it is passed over, so that it does not hold up the others. */
  private async settle(next: Unaccounted): Promise<boolean> {
    const { match, version, account } = next;
    const { store, report } = this.tools;
    const summary: IndexedMatch = JSON.parse(next.summary);
    if (isOfNewerRules(summary)) return false;
    if (!mayCompare(summary)) return store.passOver(match, VALUE_VERSION);
    if (account !== null && version === VALUE_VERSION) return this.keep(match, account);
    try {
      return (await this.begin(match, BY_ITSELF).made).isKept;
    } catch (error) {
      if (this.thread.isClosed) return false;
      if (error instanceof StoreError) throw error;
      if (!(error instanceof Refused)) report('a match has no account of luck and skill', { match, error });
      return store.passOver(match, VALUE_VERSION);
    }
  }

  private begin(match: string, address: string): Coming {
    if (this.thread.isClosed) throw new Refused('unavailable', 'stopping');
    const own = [...this.coming.values()].filter((one) => one.address === address);
    if (own.length >= MOST_OF_ONE) throw new RefusedFor('too-many', own.length * ABOUT_SECONDS_EACH, 'accounts');
    if (this.coming.size >= MOST_WAITING)
      throw new RefusedFor('unavailable', MOST_OF_ONE * ABOUT_SECONDS_EACH, 'accounts');
    const made = this.inTurn(() => this.make(match)).finally(() => this.coming.delete(match));
    made.catch(() => {}); // its callers may have gone
    const coming = { address, made };
    this.coming.set(match, coming);
    return coming;
  }

  private comeAgain(match: string): never {
    const ahead = [...this.coming.keys()].indexOf(match);
    throw new RefusedFor('unavailable', Math.min(ahead, MOST_OF_ONE) * ABOUT_SECONDS_EACH, 'account');
  }

  private async make(match: string): Promise<Made> {
    const { account, none, line, failure } = await this.ask(await this.recordOf(match));
    if (none !== undefined) throw new Refused('no-account', none);
    if (line !== undefined) throw new DamagedRecord(line, 'it has no account');
    if (account === undefined) throw new Error(`no account of the match ${match}: ${failure}`);
    const isKept = await this.keep(match, account);
    return { account: JSON.parse(account), isKept };
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
  private async keep(match: string, account: string): Promise<boolean> {
    const { store, mayWrite, isCounting, report } = this.tools;
    if (!mayWrite()) return false;
    try {
      const { preset, isUsual, seats } = JSON.parse(account) as MatchAccount;
      const counted = isUsual && !VAGUE_EDITIONS.has(preset) ? seats : [];
      await store.keep({ match, version: VALUE_VERSION, account, preset, ...(isCounting && { seats: counted }) });
      return true;
    } catch (error) {
      report('an account could not be kept', { match, error });
      return false;
    }
  }

  private async ask(record: string): Promise<Accounted> {
    if (this.thread.isClosed) throw new Refused('unavailable', 'stopping');
    const answered = await this.thread.ask(record);
    if (answered === undefined) throw new RefusedFor('unavailable', MOST_OF_ONE * ABOUT_SECONDS_EACH, 'accounts');
    return answered;
  }
}

/** Then a newer version of the server accounts for it, and for the others: during an upgrade, or when the host upgrades again. */
function isOfNewerRules({ game, rulesVersion }: IndexedMatch): boolean {
  const known = gameById(game)?.rulesVersion;
  return known !== undefined && rulesVersion > known;
}

/** Whether the account, once it is made, counts for the players who sat there. */
function mayCompare({ game: id, rulesVersion, preset, options, seats }: IndexedMatch): boolean {
  const game = gameById(id);
  return (
    game !== undefined && areValued(id, rulesVersion) && isComparable({ game, preset, options, seats: seats.length })
  );
}
