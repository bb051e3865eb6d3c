/** Writes down what operators and moderators do. The line comes first: an action whose line cannot be written does not happen. */
import { createHash } from 'node:crypto';
import type { AuditLines, AuditQuery, RouteId } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { AuditRow } from '../../store/people/order.ts';
import type { Stores } from '../../store/operations.ts';
import { Elsewhere } from '../../store/ownership/processes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** However many days are kept. */
const MOST_LINES = 100_000;
const LETTERS_OF_HASH = 8;

interface Tools {
  readonly store: Stores['audit'];
  readonly now: () => number;
  readonly token: string;
  /** The name of this process. */
  readonly process: string;
  readonly days: number;
  readonly report: (problem: string, error: unknown) => void;
}

export interface Deed {
  readonly action: RouteId;
  readonly about?: string;
  readonly detail?: object | undefined;
  /** The moderator. Absent: the operator. */
  readonly by?: string;
}

export class Audit {
  private readonly tools: Tools;
  private readonly operator: string;

  constructor(tools: Tools) {
    this.tools = tools;
    this.operator = createHash('sha256').update(tools.token).digest('hex').slice(0, LETTERS_OF_HASH);
  }

  async record<T>({ action, about = '', detail = {}, by = this.operator }: Deed, job: () => Promise<T>): Promise<T> {
    const { store, now, process } = this.tools;
    const line = { at: now(), operator: by, process, action, about, detail: JSON.stringify(detail) };
    const n = await store.begin(line);
    try {
      const done = await job();
      await this.end(n, 'done');
      return done;
    } catch (error) {
      await this.end(n, outcomeOf(error));
      throw error;
    }
  }

  async page({ before, limit }: AuditQuery): Promise<AuditLines> {
    const rows = await this.tools.store.page({ limit: limit + 1, ...(before !== undefined && { before }) });
    const lines = rows.slice(0, limit).map(lineOf);
    const last = rows.length > limit ? lines.at(-1) : undefined;
    return { lines, ...(last && { next: last.n }) };
  }

  /** Deletes lines that are too old. */
  sweep(now: number): Promise<void> {
    return this.tools.store.sweep(now - this.tools.days * DAY_MS, MOST_LINES);
  }

  /** What was done is done, also if its outcome cannot be written. */
  private async end(n: number, outcome: string): Promise<void> {
    await this.tools.store.end(n, outcome).catch((error: unknown) => {
      this.tools.report('the outcome of an action of the operator could not be written', error);
    });
  }
}

/** What lives in another process is done there, and has its line there. */
function outcomeOf(error: unknown): string {
  if (error instanceof Elsewhere) return 'elsewhere';
  return error instanceof Refused ? error.code : 'failed';
}

function lineOf({ detail, outcome, ...row }: AuditRow): AuditLines['lines'][number] {
  return {
    ...row,
    detail: JSON.parse(detail) as Record<string, unknown>,
    ...(outcome !== null && { outcome }),
  };
}
