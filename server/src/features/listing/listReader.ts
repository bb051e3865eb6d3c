/**
 * Keeps the billboard right about what other processes change: it reads at once what they announce, and page by page all that
 * is not over, because an announcement may get lost.
 */
import type { Stores } from '../../store/operations.ts';
import type { Billboard, Taken } from './billboard.ts';

/** Pages take turns with rests, so that ten thousand open matches are read within a minute. */
const MOST_AT_ONCE = 200;
const MOST_ANNOUNCED = 20_000;
const STATUSES = ['open', 'running'] as const;

type Page = Parameters<Stores['records']['unended']>[0];

export class ListReader {
  private readonly billboard: Billboard;
  private readonly records: Pick<Stores['records'], 'indexes' | 'unended'>;
  private readonly announced = new Set<string>();
  private reading: Promise<void> | undefined;
  private place: Page | undefined;
  /** What the board shows and this round has not found yet. */
  private unseen = new Set<string>();

  constructor(billboard: Billboard, records: Pick<Stores['records'], 'indexes' | 'unended'>) {
    this.billboard = billboard;
    this.records = records;
  }

  /** Another process changed these matches. If far too many change, the next rounds find the rest. */
  note(matches: readonly string[]): void {
    for (const match of matches) if (this.announced.size < MOST_ANNOUNCED) this.announced.add(match);
    this.reading ??= this.readAnnounced().finally(() => {
      this.reading = undefined;
    });
  }

  /**
   * Reads the next page. What the board shows and no page has, is over or was deleted: it is looked up by its id. Returns whether
   * that was the last page, and the next call begins anew.
   */
  async readPage(): Promise<boolean> {
    const page = this.place ?? this.begin(STATUSES[0]);
    const { now } = this.billboard;
    const found = await this.records.unended(page);
    for (const { match } of found) this.unseen.delete(match);
    this.billboard.take(found, now);
    const last = found.at(-1);
    if (found.length === MOST_AT_ONCE && last !== undefined) {
      this.place = { ...page, before: { createdAt: last.index.createdAt, match: last.match } };
      return false;
    }
    await this.endOf(page.status);
    return page.status === STATUSES.at(-1);
  }

  private begin(status: Page['status']): Page {
    this.unseen = new Set(this.billboard.idsOf(status));
    return { status, limit: MOST_AT_ONCE };
  }

  private async endOf(status: Page['status']): Promise<void> {
    const gone = [...this.unseen];
    const next = STATUSES[STATUSES.indexOf(status) + 1] ?? STATUSES[0];
    this.place = this.begin(next);
    for (let n = 0; n < gone.length; n += MOST_AT_ONCE) await this.lookUp(gone.slice(n, n + MOST_AT_ONCE));
  }

  private async readAnnounced(): Promise<void> {
    while (this.announced.size > 0) {
      const some = [...this.announced].slice(0, MOST_AT_ONCE);
      for (const match of some) this.announced.delete(match);
      await this.lookUp(some).catch(() => {}); // the next round finds what this did not
    }
  }

  private async lookUp(matches: readonly string[]): Promise<void> {
    const { now } = this.billboard;
    const found: readonly Taken[] = await this.records.indexes(JSON.stringify(matches));
    this.billboard.take(found, now);
    const there = new Set(found.map(({ match }) => match));
    this.billboard.drop(
      matches.filter((match) => !there.has(match)),
      now,
    );
  }
}
