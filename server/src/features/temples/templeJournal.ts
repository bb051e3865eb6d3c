/** The journal of one temple: its owner, its match, and the beads that it counted outside of matches. */
import {
  account,
  type BeadAccount,
  hashOf,
  marked,
  NEW_ACCOUNT,
  NO_HASH,
  type Run,
  type Sealed,
  sealLine,
  sensed,
  settled,
  slot,
  takenOut,
  type Totals,
  wanted,
  withBaseline,
} from '@flower-war/protocol';
import { z } from 'zod';
import { Slices } from '../../base/scheduling.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import type { Append, Journal, Range } from '../../store/journal/journal.ts';

/** A club may own many temples, but no more than this. */
export const MOST_OWNED = 100;

const count = z.int().min(0).max(0xffffffff);
const totals = { epoch: z.int().min(1).max(0xffffffff), war: count, rain: count };
const player = z.string().min(1).max(64);
const at = { seq: z.int().min(0), at: z.int().min(0) };

/** How a player proved to have the temple. */
const claimedBy = z.enum(['printed', 'shown', 'knock', 'given']);
export type ClaimedBy = z.infer<typeof claimedBy>;

const templeLine = z.discriminatedUnion('kind', [
  /** `base`: the beads that it had counted before, which are not sacrifices; absent if its device was offline. */
  z.strictObject({
    ...at,
    kind: z.literal('claimed'),
    by: player,
    how: claimedBy,
    base: z.strictObject(totals).exactOptional(),
  }),
  z.strictObject({ ...at, kind: z.literal('based'), ...totals }),
  z.strictObject({ ...at, kind: z.literal('released'), by: player }),
  /** Beads outside of a match. They wait for the next match. */
  z.strictObject({ ...at, kind: z.literal('counted'), ...totals, doubtful: z.literal(true).exactOptional() }),
  z.strictObject({ ...at, kind: z.literal('returned'), slot, n: z.int().min(1) }),
  z.strictObject({ ...at, kind: z.literal('confirmed') }),
  /** From here on the record of the match counts alone. */
  z.strictObject({
    ...at,
    kind: z.literal('bound'),
    match: player,
    seat: z.int().min(0).max(5).exactOptional(),
  }),
  /** Takes over the account of the match. `isLost`: the record is gone, so that the next totals are the beginning. */
  z.strictObject({ ...at, kind: z.literal('unbound'), account, isLost: z.literal(true).exactOptional() }),
  z.strictObject({ ...at, kind: z.literal('wanted'), ...wanted.omit({ v: true, rev: true }).shape }),
]);
export type TempleLine = z.infer<typeof templeLine>;

export interface TempleState {
  readonly owner?: string;
  /** The number of the line by which the owner got it. */
  readonly ownedSince?: number;
  readonly account: BeadAccount;
  readonly bound?: { readonly match: string; readonly seat?: number };
  /** It was claimed before its device reported: the first totals are the beginning. */
  readonly isUnbased: boolean;
  /** The settings that its owner wants; `rev` counts the changes. */
  readonly wanted: { readonly rev: number } & Omit<Extract<TempleLine, { kind: 'wanted' }>, 'seq' | 'at' | 'kind'>;
  /** The match for which it counted last. */
  readonly lastMatch?: string;
  /** In that match it was the table's temple. */
  readonly wasOfTable?: boolean;
}

export const UNKNOWN: TempleState = { account: NEW_ACCOUNT, isUnbased: false, wanted: { rev: 0 } };

/** The state after a line. */
export function templeAfter(was: TempleState, line: TempleLine): TempleState {
  switch (line.kind) {
    case 'claimed':
      return claimed(was, line);
    case 'based':
      return { ...was, isUnbased: false, account: withBaseline(was.account, line) };
    case 'released':
      return released(was);
    case 'counted':
      return { ...was, account: counted(was.account, line) };
    case 'returned':
      return { ...was, account: returned(was.account, line) };
    case 'confirmed':
      return { ...was, account: marked(was.account, { isMeant: isDoubted }, { why: 'no-match' }) };
    case 'bound':
      return { ...was, bound: { match: line.match, ...(line.seat !== undefined && { seat: line.seat }) } };
    case 'unbound':
      return unbound(was, line);
    case 'wanted': {
      const { seq: _, at: __, kind: ___, ...fields } = line;
      return { ...was, wanted: { ...was.wanted, ...fields, rev: was.wanted.rev + 1 } };
    }
  }
}

/** A new owner begins at zero. Beads from before never count again. */
function claimed(
  { account, wanted }: TempleState,
  { seq, by, base }: Extract<TempleLine, { kind: 'claimed' }>,
): TempleState {
  const { cursors, retired, rev } = account;
  const fresh = { ...NEW_ACCOUNT, cursors, retired, rev: rev + 1 };
  return {
    owner: by,
    ownedSince: seq,
    wanted,
    isUnbased: base === undefined,
    account: base === undefined ? fresh : withBaseline(fresh, base),
  };
}

function released({ owner: _, ownedSince: __, bound: ___, account, wanted, ...rest }: TempleState): TempleState {
  const settledAccount = settled(account, { isMeant: () => true }, 'unpaired');
  return { ...rest, isUnbased: false, account: settledAccount, wanted: withoutWords(wanted) };
}

/** Keeps the settings of the wiring, and drops the names that the owner gave. */
function withoutWords(wanted: TempleState['wanted']): TempleState['wanted'] {
  const { name, names, ...rest } = wanted;
  return name === undefined && names === undefined ? wanted : { ...rest, rev: wanted.rev + 1 };
}

function counted(was: BeadAccount, { doubtful, at, ...totals }: Extract<TempleLine, { kind: 'counted' }>): BeadAccount {
  const why = doubtful ? 'implausible' : 'no-match';
  return sensed(was, totals as Totals, { at, as: () => ({ why }) });
}

function returned(was: BeadAccount, { slot, n }: Extract<TempleLine, { kind: 'returned' }>): BeadAccount {
  const refused = Math.min(n, was.toTake[slot]);
  const isMeant = (run: Run) => run.slot === slot;
  return settled(takenOut(was, slot, refused), { isMeant, most: n - refused }, 'returned');
}

const isDoubted = ({ why }: Run): boolean => why === 'implausible';

function unbound({ bound, ...was }: TempleState, line: Extract<TempleLine, { kind: 'unbound' }>): TempleState {
  const account = line.isLost ? lost(line) : line.account;
  // A match that takes a temple raises the number. A match that refused it does not count as the last match.
  const isCounted = account.rev > was.account.rev || was.isUnbased;
  return { ...was, account, isUnbased: line.isLost ?? was.isUnbased, ...(bound && isCounted && lastOf(bound)) };
}

function lastOf({ match, seat }: NonNullable<TempleState['bound']>): Pick<TempleState, 'lastMatch' | 'wasOfTable'> {
  return { lastMatch: match, wasOfTable: seat === undefined };
}

/** Beads that waited at the binding may have been offered since, so they are refused. No match gave numbers so high. */
function lost({ account, at }: Pick<Extract<TempleLine, { kind: 'unbound' }>, 'account' | 'at'>): BeadAccount {
  const refused = settled(account, { isMeant: () => true }, 'match-over');
  return { ...refused, rev: Math.max(refused.rev + 1, Math.floor(at / 1000)) };
}

/** Folds the lines of a temple, in slices. Throws at a damaged line, which is a bug or a broken disk. */
async function readTemple(pages: AsyncIterable<readonly string[]>): Promise<{
  readonly state: TempleState;
  readonly hash: string;
  /** The number of the next line. */
  readonly seq: number;
}> {
  let [hash, state, seq] = [NO_HASH, UNKNOWN, 0];
  const slices = new Slices();
  for await (const page of pages)
    for (const line of page) {
      const next = hashOf(hash, line);
      if (next === undefined) throw new Error(`line ${seq} of a temple is damaged: its hash does not fit`);
      [hash, state, seq] = [next, templeAfter(state, entryOf(line)), seq + 1];
      if (slices.isOver) await slices.rest();
    }
  return { state, hash, seq };
}

/** Reads one line. */
function entryOf(line: string): TempleLine {
  const { hash: _, ...body } = JSON.parse(line) as Record<string, unknown>;
  return templeLine.parse(body);
}

/** A line that has no number yet. */
export type NewLine = TempleLine extends infer L ? (L extends TempleLine ? Omit<L, 'seq'> : never) : never;

// The open journal. It takes one command at a time, and writes each command before it counts.

export interface StreamTools {
  readonly journal: Journal;
  /** Rejects with `Elsewhere` while this process leaves its temples to others. */
  readonly mayClaim?: (id: string) => Promise<void>;
  /** Names this process. */
  readonly owner: string;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
  /** For the log. */
  readonly note: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

interface Known {
  readonly state: TempleState;
  readonly seq: number;
  readonly hash: string;
  readonly claim: number;
}

/** The first line of a temple claims it for the process that writes it. */
const FIRST_CLAIM = 0;
const NOTHING: Known = { state: UNKNOWN, seq: 0, hash: NO_HASH, claim: FIRST_CLAIM };

export class TempleStream {
  readonly temple: string;
  private readonly tools: StreamTools;
  /** The state after the last read or write. It is shown even while it may be out of date. */
  private known = NOTHING;
  /** The state is as it is written, and no other process writes. */
  isRead = false;
  private isInDoubt = false;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(temple: string, tools: StreamTools) {
    this.temple = temple;
    this.tools = tools;
  }

  get state(): TempleState {
    return this.known.state;
  }

  /** Runs one job after all before it, with the state as it is written. */
  run<T>(job: () => Promise<T>): Promise<T> {
    const done = this.queue.then(async () => {
      if (!this.isRead) await this.read();
      return job();
    });
    this.queue = done.catch(() => {});
    return done;
  }

  /** The written state, and the number of lines. */
  stateAndLength(): Promise<{ readonly state: TempleState; readonly length: number }> {
    return this.run(async () => ({ state: this.state, length: this.known.seq }));
  }

  /** The written state, for a process that does not own the temple. */
  async peek(): Promise<TempleState> {
    return (await readTemple(pagesOf(this.tools.journal, this.temple))).state;
  }

  /** To be called in a job, at its end: another process may own the temple from now on. */
  async release(): Promise<void> {
    const isWritten = this.known.seq > 0;
    this.isRead = false;
    this.known = NOTHING;
    if (isWritten) await this.tools.journal.release(this.temple, this.tools.owner);
  }

  /** All lines, or a range of them. */
  async log(some?: Range): Promise<readonly TempleLine[]> {
    return (await this.tools.journal.linesOf(this.temple, some)).map(entryOf);
  }

  /** To be called in a job. After a failed write the job writes nothing more: the next job reads the journal anew. */
  async write(line: NewLine): Promise<boolean> {
    if (!this.isRead) return false;
    const { state, seq, hash, claim } = this.known;
    const entry = templeLine.parse({ seq, ...line });
    const next = this.after(state, entry);
    if (next === undefined) return false;
    const sealed = sealLine(hash, entry);
    this.isRead = false;
    this.isRead = await this.append(sealed, { state: next, seq, claim });
    if (!this.isRead) return false;
    this.known = { state: next, seq: seq + 1, hash: sealed.hash, claim: this.known.claim };
    this.tools.note(`temple ${line.kind}`, { temple: this.temple });
    return true;
  }

  /** A throw is a bug: it is reported, and the temple stays as it was. */
  private after(state: TempleState, entry: TempleLine): TempleState | undefined {
    try {
      return templeAfter(state, entry);
    } catch (error) {
      this.tools.report('a temple could not be written of', { temple: this.temple, error });
      return undefined;
    }
  }

  private async append(sealed: Sealed, { state: { owner, bound }, seq, claim }: Omit<Known, 'hash'>): Promise<boolean> {
    const { journal, owner: process, report } = this.tools;
    const temple = { temple: this.temple, ...(owner && { owner }), ...(bound && { match: bound.match }) };
    const append: Append = { match: this.temple, expectedSeq: seq, owner: process, claim, temple, ...sealed };
    try {
      return (await journal.append(append)) === 'appended';
    } catch (error) {
      report('a temple could not be written of', { temple: this.temple, error });
      return this.isThere(sealed, seq);
    }
  }

  /** Whether a line was written although the journal reported a failure. */
  private async isThere({ line }: Sealed, seq: number): Promise<boolean> {
    this.isInDoubt = true;
    try {
      this.known = { ...this.known, claim: await this.claim() };
      const lines = await this.tools.journal.linesOf(this.temple, { from: seq, to: seq + 2 });
      return lines.length === 1 && lines[0] === line;
    } catch {
      return false;
    }
  }

  /** A temple of which nothing is written belongs to no process. */
  private async read(): Promise<void> {
    const { journal } = this.tools;
    const claim = (await journal.tail(this.temple)) === undefined ? FIRST_CLAIM : await this.claim();
    this.known = { ...(await readTemple(pagesOf(journal, this.temple))), claim };
    this.isRead = true;
  }

  /** A new claim fences off an append of unknown outcome. */
  private async claim(): Promise<number> {
    const { journal, owner, mayClaim } = this.tools;
    await mayClaim?.(this.temple);
    const { claim } = await journal.claim({ id: this.temple, owner, isInDoubt: this.isInDoubt });
    this.isInDoubt = false;
    return claim;
  }
}
