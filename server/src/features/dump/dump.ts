/**
 * Open data, by months. The dump of a month: all public matches that ended in it, a line of JSON each, in the order in which they were created. The same data gives
 * the same bytes. It holds one record at a time.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type OpenMatch, openMatch } from '@flower-war/protocol';
import { Slices } from '../../base/scheduling.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { chained } from '../../store/data-folder/recordChain.ts';
import { putInPlace } from '../../store/data-folder/safeFolder.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import type { Stores } from '../../store/operations.ts';
import { seatedIn } from '../listing/filter.ts';
import { seasonAt, seasonBefore, timesOf } from '../ratings/ratings.ts';

export interface DumpTools {
  readonly stores: Pick<Stores, 'dump' | 'ratings' | 'records'>;
  /** Told of each match that is left out because its record is damaged. */
  readonly onDamaged: (match: string, problem: string) => void;
  /** Asked before each match; ends the dump by throwing. */
  readonly mayGoOn?: () => void;
}

const MATCHES_AT_ONCE = 50;

/** Writes the dump, compressed. Returns how many matches it holds. */
export async function writeMonth(tools: DumpTools, month: string, to: Writable): Promise<number> {
  let count = 0;
  async function* counted() {
    for await (const line of linesOf(tools, month)) {
      count++;
      yield line;
    }
  }
  await pipeline(counted, createGzip(), to);
  return count;
}

async function* linesOf(tools: DumpTools, month: string): AsyncGenerator<string> {
  const slices = new Slices();
  for await (const match of matchesIn(tools, month)) {
    const found = await openMatchOf(tools, match);
    if (found !== undefined) yield `${JSON.stringify(found)}\n`;
    if (slices.isOver) await slices.rest();
  }
}

/** A match counts for the month in which it ended. Where a damaged last line does not say when, that in which it began. */
async function* matchesIn({ stores, mayGoOn }: DumpTools, month: string): AsyncGenerator<string> {
  const { from, to } = timesOf(month);
  for (let after = { createdAt: 0, match: '' }; ; ) {
    const page = await stores.records.endedIn({ visibility: 'public', after, before: to, limit: MATCHES_AT_ONCE });
    for (const { match, createdAt, line } of page) {
      mayGoOn?.();
      const endedAt = Number(/"at":(\d+)/.exec(line ?? '')?.[1] ?? createdAt);
      if (endedAt >= from && endedAt < to) yield match;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < MATCHES_AT_ONCE) return;
    after = { createdAt: last.createdAt, match: last.match };
  }
}

/** Undefined if the record is damaged, was deleted meanwhile, or goes on from a match that is not public. */
async function openMatchOf(tools: DumpTools, match: string): Promise<OpenMatch | undefined> {
  try {
    return await readMatch(tools, match);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    tools.onDamaged(match, (error as Error).message);
    return undefined;
  }
}

async function readMatch({ stores }: DumpTools, match: string): Promise<OpenMatch | undefined> {
  const record = await recordOf(stores, match);
  const row = await stores.records.find(match);
  // The deletion of a long record takes its first lines first.
  if (row === undefined || record.length === 0 || !record[0]?.startsWith('{"seq":0,')) return undefined;
  const summary = JSON.parse(row.index.summary) as IndexedMatch;
  if (summary.from !== undefined && !(await isPublic(stores, summary.from.match))) return undefined;
  const entries = checked(record);
  const [startedAt, ended] = [entries.find(({ kind }) => kind === 'started')?.at, entries.at(-1)];
  if (ended?.kind !== 'ended') throw new Error('the record has no end');
  const seats = await seatsOf(stores, summary);
  const times = { endedAt: ended.at, ...(startedAt !== undefined && { startedAt }) };
  return openMatch.parse({ ...summary, ...times, seats, record });
}

async function recordOf({ records }: DumpTools['stores'], match: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const linesOf = (id: string, range = {}) => records.lines(id, { from: 0, to: Number.MAX_SAFE_INTEGER, ...range });
  for await (const page of pagesOf({ linesOf }, match)) lines.push(...page);
  return lines;
}

/** With all that it goes on from in its turn: positions would tell of a match that is not public. */
async function isPublic(stores: DumpTools['stores'], match: string): Promise<boolean> {
  const [found] = await stores.records.indexes(JSON.stringify([match]));
  if (found === undefined) return false;
  const { from } = JSON.parse(found.index.summary) as IndexedMatch;
  return from === undefined || isPublic(stores, from.match);
}

interface SomeEntry {
  readonly kind: string;
  readonly at: number;
}

/** Refuses lines that were changed. */
function checked(record: readonly string[]): readonly SomeEntry[] {
  let last = '';
  for (const [seq, line] of record.entries()) last = chained(last, line, seq);
  return record.map((line) => JSON.parse(line) as SomeEntry);
}

/** A deleted player has neither a name nor a rating. */
async function seatsOf({ dump, ratings }: DumpTools['stores'], { match, seats }: IndexedMatch): Promise<unknown[]> {
  const known = new Map((await dump.known(seatedIn({ seats }))).map((one) => [one.player, one.name]));
  const changes = new Map((await ratings.changesOf(match)).map((one) => [one.seat, one]));
  return seats.map((holder, seat) => {
    if (holder === null || !('player' in holder)) return holder;
    const [name, change] = [known.get(holder.player), changes.get(seat)];
    const isRated = name !== undefined && change?.player === holder.player;
    const rating = isRated && { before: Math.round(change.before), after: Math.round(change.after) };
    return { player: holder.player, ...(name && { name }), ...(rating && { rating }) };
  });
}

// The files of open data in the data folder: the server makes that of each month by itself. What is there does not change any more.

interface FilesTools extends Omit<DumpTools, 'mayGoOn'> {
  /** Absent if the host makes no files. */
  readonly folder: string | undefined;
  /** Names what is not finished, so that no two processes write to the same file. */
  readonly process: string;
  readonly now: () => number;
  readonly mayWrite: () => boolean;
}

interface MonthFile {
  readonly month: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface MadeFile {
  readonly month: string;
  readonly matches: number;
}

export const fileOfMonth = (month: string): string => `${month}.ndjson.gz`;
/** As `sha256sum` writes and checks it. It comes before its file: a file without it was never finished. */
const SUM = '.sha256';
const UNFINISHED = '.unfinished';

/** By then the last matches of the month are rated. */
const RATED_AFTER_MS = 60 * 60_000;

export const lastMonth = (now: number): string => seasonBefore(seasonAt(now, 'month') ?? '');

export class DumpFiles {
  private readonly tools: FilesTools;

  constructor(tools: FilesTools) {
    this.tools = tools;
  }

  get folder(): string {
    return this.tools.folder ?? '';
  }

  /** Makes the file that is due, if one is. What an earlier process left unfinished is begun anew. */
  async makeDue(): Promise<MadeFile | undefined> {
    const { folder, mayWrite } = this.tools;
    const month = await this.due();
    if (folder === undefined || month === undefined || !mayWrite()) return undefined;
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) if (name.endsWith(UNFINISHED)) await rm(join(folder, name));
    return this.make(join(folder, fileOfMonth(month)), month);
  }

  /** The month after the newest file, as the server may have been off for months; without any file the last one. */
  private async due(): Promise<string | undefined> {
    const last = lastMonth(this.tools.now() - RATED_AFTER_MS);
    const newest = (await this.list()).find(({ month }) => month <= last)?.month;
    if (newest === undefined) return last;
    return newest < last ? seasonAt(timesOf(newest).to, 'month') : undefined;
  }

  private async make(file: string, month: string): Promise<MadeFile | undefined> {
    const unfinished = `${file}.${this.tools.process}${UNFINISHED}`;
    try {
      const mayGoOn = () => {
        if (!this.tools.mayWrite()) throw new Error('the server stops');
      };
      const to = createWriteStream(unfinished, { flush: true });
      const matches = await writeMonth({ ...this.tools, mayGoOn }, month, to);
      await writeFile(`${unfinished}${UNFINISHED}`, `${await sumOf(unfinished)}  ${fileOfMonth(month)}\n`);
      putInPlace(`${unfinished}${UNFINISHED}`, file + SUM);
      putInPlace(unfinished, file);
      return { month, matches };
    } catch (error) {
      await rm(unfinished, { force: true });
      if (!this.tools.mayWrite()) return undefined;
      throw error;
    }
  }

  /** The newest first. */
  async list(): Promise<MonthFile[]> {
    const { folder } = this.tools;
    const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
    const months = names.flatMap((name) => /^(\d{4}-\d{2})\.ndjson\.gz$/.exec(name)?.[1] ?? []);
    const found = await Promise.all(
      months
        .sort()
        .reverse()
        .map((month) => this.find(month)),
    );
    return found.filter((one) => one !== undefined);
  }

  async find(month: string): Promise<MonthFile | undefined> {
    const { folder } = this.tools;
    if (folder === undefined) return undefined;
    const file = join(folder, fileOfMonth(month));
    const [size, sum] = await Promise.all([
      stat(file).catch(() => undefined),
      readFile(file + SUM, 'utf8').catch(() => undefined),
    ]);
    return size && sum !== undefined ? { month, bytes: size.size, sha256: sum.slice(0, 64) } : undefined;
  }
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
