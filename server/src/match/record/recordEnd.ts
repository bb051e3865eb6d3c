/** The end of one record: appends entries, and finds out the outcome of an append that failed. */
import { type Entry, type RecordSize, type Sealed, sizeAfter } from '@flower-war/protocol';
import type { Append, Index, Journal, OutboxRow, Tail } from '../../store/journal/journal.ts';
import { Elsewhere } from '../../store/ownership/processes.ts';
import { isSameIndex } from './matchIndex.ts';

/** An entry to write, with everything that is written with it. */
export interface Writing {
  readonly entry: Entry;
  readonly sealed: Sealed;
  readonly index: Index;
}

export interface RecordTools {
  readonly journal: Journal;
  /** Names this process, to tell its own entries from another's. */
  readonly owner: string;
  /** Reports a bug in the rules or a journal that failed; never a seed, a hand or a token. */
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** The current end of a record. */
export interface End {
  readonly hash: string;
  readonly size: RecordSize;
  /** The claim of this process, which each append names. */
  readonly claim: number;
}

/** `lost`: another owner has written. `unknown`: the next reading of the tail will tell. */
export type Written = 'written' | 'not-written' | 'unknown' | 'lost';

export class RecordEnd<W extends Writing> {
  hash: string;
  size: RecordSize;
  private index: Index;
  private claim: number;
  /** A writing of unknown outcome. It is settled before anything else is written. */
  private doubted: W | undefined;
  private readonly match: string;
  private readonly tools: RecordTools;

  constructor(match: string, tail: End & { readonly index: Index }, tools: RecordTools) {
    this.match = match;
    this.size = tail.size;
    this.hash = tail.hash;
    this.index = tail.index;
    this.claim = tail.claim;
    this.tools = tools;
  }

  /** The number of entries, which is also the number of the next one. */
  get seq(): number {
    return this.size.entries;
  }

  get isInDoubt(): boolean {
    return this.doubted !== undefined;
  }

  /** Appends an entry, together with its notices for webhooks. */
  async append(writing: W, notices: readonly OutboxRow[] = []): Promise<Written> {
    try {
      const outcome = await this.tools.journal.append(this.appendOf(writing, notices));
      if (outcome === 'appended') return this.moveOn(writing);
    } catch (error) {
      this.tools.report('an append failed', { match: this.match, seq: this.seq, error });
    }
    return this.settle(writing);
  }

  /** Without what a usual move lacks, because each field costs time on its way to the database. */
  private appendOf({ entry, sealed: { line, hash }, index }: W, notices: readonly OutboxRow[]): Append {
    const players = broughtIn(entry);
    const { match, seq: expectedSeq, claim } = this;
    const usual = { match, expectedSeq, owner: this.tools.owner, claim, line, hash };
    if (isMove(entry) && notices.length === 0 && isSameIndex(index, this.index)) return usual;
    return {
      ...usual,
      ...(players.length > 0 && { players }),
      ...(notices.length > 0 && { notices }),
      ...(entry.kind === 'restored' && { isRestored: true }),
      ...(!isSameIndex(index, this.index) && { index }),
    };
  }

  /** Settles the writing in doubt. Undefined if there is none. */
  async settleDoubt(): Promise<{ readonly writing: W; readonly outcome: Written } | undefined> {
    const writing = this.doubted;
    return writing && { writing, outcome: await this.settle(writing) };
  }

  /**
   * Claims the match again, which fences off the append in doubt, and reads the tail. Our hash and owner: written. The hash
   * before ours: not written. Any other: another owner.
   */
  private async settle(writing: W): Promise<Written> {
    this.doubted = writing;
    let tail: Tail | undefined;
    try {
      tail = await this.claimedTail();
    } catch (error) {
      if (error instanceof Elsewhere) return 'lost';
      this.tools.report('the journal could not be read', { match: this.match, seq: this.seq, error });
      return 'unknown';
    }
    this.doubted = undefined;
    if ((tail?.seq ?? -1) < this.seq - 1)
      this.tools.report('the store has lost entries of a match', {
        match: this.match,
        seq: this.seq,
        found: tail?.seq,
      });
    if (tail?.hash === writing.sealed.hash && tail.owner === this.tools.owner) return this.moveOn(writing);
    return tail?.hash === this.hash ? 'not-written' : 'lost';
  }

  private async claimedTail(): Promise<Tail | undefined> {
    const { journal, owner } = this.tools;
    this.claim = (await journal.claim({ id: this.match, owner, isInDoubt: true })).claim;
    return journal.tail(this.match);
  }

  private moveOn({ sealed, index }: W): Written {
    this.size = sizeAfter(this.size, sealed.line);
    this.hash = sealed.hash;
    this.index = index;
    return 'written';
  }
}

const isMove = ({ kind }: Entry): boolean => kind === 'move' || kind === 'clock';

/** The player that an entry adds to the match. The first entry, which `createMatch` writes, adds the host. */
function broughtIn(entry: Entry): readonly string[] {
  return entry.kind === 'seated' && entry.by === 'player' ? [entry.player] : [];
}
