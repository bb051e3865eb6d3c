/** The open journal of one temple. It takes one command at a time, and writes each command before it counts. */
import { NO_HASH, type Sealed, sealLine } from '@flower-war/protocol';
import type { Append, Journal, Range } from '../../store/journal/journal.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import {
  entryOf,
  type NewLine,
  readTemple,
  type TempleLine,
  type TempleState,
  templeAfter,
  templeLine,
  UNKNOWN,
} from './templeLines.ts';

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
