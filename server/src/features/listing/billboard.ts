/** The public matches in memory, for the lobby and quick play. The journal reports every change and stays the truth. */
import { hash } from 'node:crypto';
import type { LobbyFilter } from '@flower-war/protocol';
import { fairly, whoseAt } from '@flower-war/protocol/hosting';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Index, Journal } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import { fits, type Posted, postedFrom } from './filter.ts';

/** Receives the matches that look different now. Changes within a short time come in one call. */
type OnChange = (changed: ReadonlySet<string>) => void;

/** A match as the store has it. */
interface Taken {
  readonly match: string;
  readonly index: Index;
}

const COALESCE_MS = 100;

/** How long after an append of unknown outcome the board reads the match again. */
const LOOK_AGAIN_MS = 1000;

/** A search stops after this many matches that fit, unless the caller's limit is higher. */
const MOST_COMPARED = 1000;

const MOST_CAUGHT_UP = 100_000;

export class Billboard {
  /** In the order of creation, unless one was read after a newer one. */
  private posted = new Map<string, Posted>();
  private isInOrder = true;
  private newestAt = 0;
  /** The ids of ended matches, in the order in which they ended. */
  private ended: string[] = [];
  /** The address from which each match was created, where known. */
  private readonly madeFrom = new Map<string, string>();
  private readonly watchers = new Set<OnChange>();
  /** Whether a player of the match is connected. What only bots and absent people play is not a match to watch. */
  isAttended: (match: string) => boolean = () => true;
  /** Called with each public match that changed in this process. */
  onPosted: (match: string) => void = () => {};
  private changed = new Set<string>();
  /** The mark of each match, and when it was posted, counted in posts. */
  private readonly marks = new Map<string, { readonly mark: string; readonly at: number }>();
  private posts = 0;

  /** Reads the matches from the store. Runs once, before the first search. */
  async load(records: Pick<Stores['records'], 'list' | 'unended'>): Promise<void> {
    for (const noted of await notedAtStart(records)) this.note(noted);
  }

  /** Reads the open matches of a game, because another process has looked after them until now. */
  async catchUp(game: string, journal: Pick<Journal, 'list'>): Promise<void> {
    for (const index of await journal.list({ status: 'open', game, limit: MOST_CAUGHT_UP }))
      if (!this.posted.has(postedFrom(index).match)) this.post(index);
  }

  /** Takes over what the journal says of a match now. Private matches are never posted. */
  post(index: Index): void {
    if (index.visibility === 'public') this.note(notedFrom(index));
  }

  private note({ posted, mark }: Noted): void {
    this.posts += 1;
    this.marks.set(posted.match, { mark, at: this.posts });
    const before = this.posted.get(posted.match);
    if (before === undefined && posted.createdAt < this.newestAt) this.isInOrder = false;
    this.newestAt = Math.max(this.newestAt, posted.createdAt);
    this.posted.set(posted.match, posted);
    if (posted.status === 'ended' && before?.status !== 'ended') this.noteEnded(posted.match);
    this.touch(posted.match);
  }

  /** Posts what this process has written. An entry that no list shows is not news. */
  postOwn({ match, index }: Taken): void {
    const before = this.marks.get(match)?.mark;
    this.post(index);
    if (index.visibility === 'public' && this.marks.get(match)?.mark !== before) this.onPosted(match);
  }

  /** A moment, for `take` and `drop`. */
  get now(): number {
    return this.posts;
  }

  /** Takes over what was read from the store since a moment. What was posted in the meantime is newer. */
  take(found: readonly Taken[], since: number): void {
    for (const { match, index } of found) {
      const { mark, at } = this.marks.get(match) ?? NEVER;
      if (index.visibility !== 'public' || at > since) continue;
      const noted = notedFrom(index);
      if (noted.mark !== mark) this.note(noted);
    }
  }

  /** The store does not have these matches, or they are not public. */
  drop(matches: readonly string[], since: number): void {
    for (const match of matches) if ((this.marks.get(match) ?? NEVER).at <= since) this.takeDown(match);
  }

  idsOf(status: Index['status']): readonly string[] {
    return [...this.posted.values()].filter((posted) => posted.status === status).map(({ match }) => match);
  }

  /** Something outside the index of a match changed: which of its players are connected. */
  touch(match: string): void {
    if (!this.posted.has(match) && !this.changed.has(match)) return;
    if (this.changed.size === 0) setTimeout(() => this.tell(), COALESCE_MS).unref();
    this.changed.add(match);
  }

  /** The outcome of an append is unknown. The board asks the journal until it answers. */
  doubt(match: string, journal: Pick<Journal, 'index'>): void {
    const look = async () => {
      const found = await journal.index(match).catch(() => this.doubt(match, journal));
      if (found !== undefined) this.post(found.index);
    };
    setTimeout(() => void look(), LOOK_AGAIN_MS).unref();
  }

  /** Takes down ended matches that the journal has deleted. While the store is away, none is known to be. */
  async prune(journal: Pick<Journal, 'list' | 'index'>): Promise<void> {
    for (const match of await deletedAmong([...this.ended], journal).catch(() => [])) this.takeDown(match);
  }

  get(match: string): Posted | undefined {
    return this.posted.get(match);
  }

  /** The newest first. Beyond the limit, addresses get equal shares, so that one host cannot hide the others. */
  find(filter: LobbyFilter, limit: number): readonly Posted[] {
    const found: Posted[] = [];
    this.putInOrder();
    for (const posted of [...this.posted.values()].reverse()) {
      if (found.length === Math.max(limit, MOST_COMPARED)) break;
      if (fits(filter, posted) && this.isAlive(posted)) found.push(posted);
    }
    return fairly(found, limit, ({ match, host }) => whoseAt(this.madeFrom.get(match) ?? '', host));
  }

  private putInOrder(): void {
    if (!this.isInOrder) this.posted = new Map([...this.posted].sort(([, a], [, b]) => a.createdAt - b.createdAt));
    this.isInOrder = true;
  }

  /** People who have days for a turn need not be there. */
  private isAlive({ status, table, match }: Posted): boolean {
    return status !== 'running' || table.clock.kind === 'days' || this.isAttended(match);
  }

  /** Remembers the address until the server stops. Hosts without a known address share one share in `find`. */
  noteAddress(match: string, address: string): void {
    if (this.posted.has(match) && !this.madeFrom.has(match)) this.madeFrom.set(match, address);
  }

  watch(onChange: OnChange): () => void {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  }

  private noteEnded(match: string): void {
    this.ended.push(match);
    const [oldest] = this.ended;
    if (this.ended.length > MOST_ENDED && oldest !== undefined) this.takeDown(oldest);
  }

  private takeDown(match: string): void {
    this.touch(match);
    this.posted.delete(match);
    this.madeFrom.delete(match);
    this.marks.delete(match);
    this.ended = this.ended.filter((one) => one !== match);
  }

  private tell(): void {
    const changed = this.changed;
    this.changed = new Set();
    for (const onChange of this.watchers) onChange(changed);
  }
}

const NEVER = { mark: '', at: 0 };

/** Of these ended matches. One that took long is not among the newest made, and is looked up. */
async function deletedAmong(
  matches: readonly string[],
  journal: Pick<Journal, 'list' | 'index'>,
): Promise<readonly string[]> {
  const newest = await journal.list({ status: 'ended', limit: MOST_ENDED });
  const kept = new Set(newest.map(({ summary }) => (JSON.parse(summary) as IndexedMatch).match));
  const deleted: string[] = [];
  for (const match of matches) if (!kept.has(match) && (await journal.index(match)) === undefined) deleted.push(match);
  return deleted;
}

// What the billboard shows when the server starts. It is read a page at a time: the texts of all matches would fill the memory.

/** A match on the board. */
interface Noted {
  readonly posted: Posted;
  /** Differs when the board shows something else. */
  readonly mark: string;
}

const MOST_ENDED = 1000;
const MOST_LOADED = 100_000;
const PAGE = 1000;
type Records = Pick<Stores['records'], 'list' | 'unended'>;

function notedFrom(index: Index): Noted {
  return { posted: postedFrom(index), mark: hash('sha256', `${index.status} ${index.summary}`, 'base64') };
}

/** In the order of creation. */
async function notedAtStart(records: Records): Promise<readonly Noted[]> {
  const noted = (await records.list({ status: 'ended', limit: MOST_ENDED })).map(notedFrom);
  for (const status of ['open', 'running'] as const)
    for await (const index of unended(records, status)) noted.push(notedFrom(index));
  return noted.sort((a, b) => a.posted.createdAt - b.posted.createdAt);
}

/** The newest first. */
async function* unended(records: Records, status: 'open' | 'running'): AsyncGenerator<Index> {
  let place = {};
  for (let read = 0; read < MOST_LOADED; read += PAGE) {
    const found = await records.unended({ status, limit: PAGE, ...place });
    for (const { index } of found) yield index;
    const last = found.at(-1);
    if (last === undefined || found.length < PAGE) return;
    place = { before: { createdAt: last.index.createdAt, match: last.match } };
  }
}

// Keeps the billboard right about what other processes change: it reads at once what they announce, and page by page all that is not over,
// because an announcement may get lost.

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
