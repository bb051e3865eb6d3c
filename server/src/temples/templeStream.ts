/** The journal of one temple, open: one command at a time, each written before it counts. */
import { sealLine } from '@flower-war/protocol';
import type { Journal } from '../journal/journal.ts';
import {
  type NewLine,
  readTemple,
  type TempleLine,
  type TempleState,
  templeAfter,
  templeLine,
  UNKNOWN,
} from './entries.ts';

export interface StreamTools {
  readonly journal: Journal;
  /** Names this process. */
  readonly owner: string;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

export class TempleStream {
  readonly temple: string;
  private readonly tools: StreamTools;
  private known: { readonly state: TempleState; readonly seq: number; readonly hash: string } | undefined;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(temple: string, tools: StreamTools) {
    this.temple = temple;
    this.tools = tools;
  }

  get state(): TempleState {
    return this.known?.state ?? UNKNOWN;
  }

  /** Runs one job after all before it, with the state as it is written. */
  run<T>(job: () => Promise<T>): Promise<T> {
    const done = this.queue.then(async () => {
      await this.read();
      return job();
    });
    this.queue = done.catch(() => {});
    return done;
  }

  /** Every line of it. */
  async log(): Promise<readonly TempleLine[]> {
    return readTemple(await this.tools.journal.linesOf(this.temple)).log;
  }

  /** To be called in a job. After an outcome that is not known, the next job reads what is there. */
  async write(line: NewLine): Promise<boolean> {
    const { state, seq, hash } = this.known ?? { state: UNKNOWN, seq: 0, hash: '' };
    const entry = templeLine.parse({ seq, ...line });
    const next = templeAfter(state, entry);
    const sealed = sealLine(hash, entry);
    const row = {
      temple: this.temple,
      ...(next.owner && { owner: next.owner }),
      ...(next.bound && { match: next.bound.match }),
    };
    const place = { match: this.temple, expectedSeq: seq, owner: this.tools.owner, temple: row };
    const outcome = await this.tools.journal.append({ ...place, ...sealed }).catch((error: unknown) => {
      this.tools.report('a temple could not be written of', { temple: this.temple, error });
      return 'unknown' as const;
    });
    this.known = outcome === 'appended' ? { state: next, seq: seq + 1, hash: sealed.hash } : undefined;
    return outcome === 'appended';
  }

  private async read(): Promise<void> {
    if (this.known !== undefined) return;
    const { state, hash, log } = readTemple(await this.tools.journal.linesOf(this.temple));
    this.known = { state, hash, seq: log.length };
  }
}
