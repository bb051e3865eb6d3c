/**
 * Rates matches in the order in which they ended, each once, including those that ended before this start. Several processes
 * may do so at the same time: the first process to rate an ending counts. Also the seasons, in which each match counts once more.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isBotAccount, type Pool } from '@flower-war/protocol';
import type { Config } from '../../base/config.ts';
import { Slices } from '../../base/scheduling.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { pagesOf } from '../../store/journal/appendQueue.ts';
import type { Ending, Journal } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import type { Leader, Leading, Rating, Settled } from '../../store/ratings.ts';
import { ESTABLISHED, GROWTH, newcomer, rated } from './glicko.ts';

interface RatingTools {
  readonly journal: Journal;
  readonly table: Stores['ratings'];
  /** Whose ratings are stored: while a server runs, those of known players. */
  readonly keeps: Settled['keeps'];
  readonly seasons: Seasons;
  readonly mayWrite: () => boolean;
  readonly report: (problem: string, fields: Readonly<Record<string, unknown>>) => void;
}

const AT_ONCE = 50;

export class Ratings {
  private readonly tools: RatingTools;
  private running: Promise<void> | undefined;
  private isAskedAgain = false;

  constructor(tools: RatingTools) {
    this.tools = tools;
  }

  /** Resolves when all ended matches are rated. What fails now is tried again at the next call. */
  catchUp(): Promise<void> {
    this.isAskedAgain = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Rates what a process has left behind that died before it could. */
  async lookBehind(): Promise<void> {
    if (await this.tools.table.isBehind()) await this.catchUp();
  }

  private async run(): Promise<void> {
    try {
      while (this.isAskedAgain) {
        this.isAskedAgain = false;
        await this.rateAll();
      }
    } catch (error) {
      this.tools.report('matches could not be rated', { error });
    }
  }

  private async rateAll(): Promise<void> {
    const { journal, table, mayWrite } = this.tools;
    while (mayWrite()) {
      const endings = await journal.endings(await table.upTo(), AT_ONCE);
      if (endings.length === 0) return;
      for (const ending of endings) {
        if (!mayWrite()) return;
        const isMine = await table.settle(ending.n, await this.settledOf(ending));
        if (!isMine) break; // another process is further
        await nextTurn();
      }
    }
  }

  /** A record that cannot be read is skipped, so that it does not block the others. */
  private async settledOf({ match }: Ending): Promise<Settled | undefined> {
    try {
      const counted = await this.countedOf(match);
      return counted && (await this.rate(match, counted));
    } catch (error) {
      if (error instanceof StoreError) throw error;
      this.tools.report('a match could not be rated, and never will be', { match, error });
      return undefined;
    }
  }

  private async countedOf(match: string): Promise<Counted | undefined> {
    const { journal } = this.tools;
    const found = await journal.index(match);
    if (found === undefined) return undefined;
    const index = JSON.parse(found.index.summary) as IndexedMatch;
    return mayCount(index) ? judged(index, pagesOf(journal, match)) : undefined;
  }

  private async rate(match: string, { places, at, game, preset }: Counted): Promise<Settled> {
    const { table, keeps, seasons } = this.tools;
    const pool = poolOf(places);
    const edition = { game, preset, ...(pool && { pool }) };
    const before = await this.before(places, at, (player) => table.find(player, edition));
    const ratings = ratingsAfter(places, before, at);
    const changes = places.map(({ seat, player }, i) => {
      const [was, is] = [before[i] ?? newcomer(at), ratings[i] ?? newcomer(at)];
      return { seat, player, before: was.rating, after: is.rating };
    });
    const settled = { ...edition, match, at, changes, ratings, keeps };
    const season = pool === undefined ? seasonAt(at, seasons) : undefined;
    if (season === undefined) return settled;
    const anew = await this.before(places, at, (player) => table.inSeason(player, { ...edition, season }));
    return { ...settled, season: { season, ratings: ratingsAfter(places, anew, at) } };
  }

  /** In the order of the places. */
  private before(
    places: readonly RatedPlace[],
    at: number,
    find: (player: string) => Promise<Rating | undefined>,
  ): Promise<readonly Rating[]> {
    return Promise.all(places.map(async ({ player }) => (await find(player)) ?? newcomer(at)));
  }
}

function ratingsAfter(places: readonly RatedPlace[], before: readonly Rating[], at: number): Settled['ratings'] {
  const placed = places.map(({ place }, i) => ({ rating: before[i] ?? newcomer(at), place }));
  const after = rated(placed, at);
  return places.map(({ player }, i) => ({ player, ...(after[i] ?? newcomer(at)) }));
}

/** Matches in which bot accounts sat are counted apart, so that they never change the ratings of people. */
function poolOf(places: readonly RatedPlace[]): Pool | undefined {
  const bots = places.filter(({ player }) => isBotAccount(player)).length;
  if (bots === 0) return undefined;
  return bots === places.length ? 'bots' : 'mixed';
}

// The list of the best players of an edition.

type LeaderPage = Omit<Leading, 'fewest' | 'bound' | 'growth'>;

/** Players who have played enough, the best first. */
export function leadersIn(table: Stores['ratings'], asked: LeaderPage): Promise<readonly Leader[]> {
  const { matches: fewest, deviation } = ESTABLISHED;
  return table.leaders({ ...asked, fewest, bound: deviation ** 2, growth: GROWTH });
}

// Whether a match counts for ratings, and each player's place. Ignores entries and fields that it does not know.

interface RatedPlace {
  readonly seat: number;
  readonly player: string;
  readonly place: number;
}

interface Counted {
  readonly game: string;
  readonly preset: string;
  /** When it ended. */
  readonly at: number;
  readonly places: readonly RatedPlace[];
}

/** The fields of an entry that ratings use. Newer programs may have written kinds that are unknown here. */
interface Loose {
  readonly kind?: string;
  readonly at?: number;
  readonly seat?: number;
  readonly player?: string;
  readonly what?: string;
  readonly is?: string;
  readonly from?: object;
}

/** A first check on the index alone, so that most unrated matches need not be read. */
function mayCount({ table, result, seats }: IndexedMatch): boolean {
  const isOfPeople = seats.every((holder) => holder !== null && 'player' in holder);
  const isDecided = result !== undefined && result.result !== 'aborted';
  return (table.rated ?? true) && isDecided && isOfPeople && seats.length >= 2;
}

/** Judges the match by its record. Undefined if it does not count. Keeps only the entries that ratings use. */
export async function judged(
  index: IndexedMatch,
  pages: AsyncIterable<readonly string[]> | readonly (readonly string[])[],
): Promise<Counted | undefined> {
  if (!mayCount(index)) return undefined;
  const { entries, last } = await telling(pages);
  const places = placesOf(index);
  const isWhole = places.length === index.seats.length;
  const isOneEach = new Set(places.map(({ player }) => player)).size === places.length;
  if (!isWhole || !isOneEach || entries[0]?.from !== undefined || entries.some(isTakenBack)) return undefined;
  if (!stayed(entries, places)) return undefined;
  return { game: index.game, preset: index.preset, at: last?.at ?? index.createdAt, places };
}

async function telling(pages: Parameters<typeof judged>[1]) {
  const slices = new Slices();
  const entries: Loose[] = [];
  let last: Loose | undefined;
  for await (const page of pages)
    for (const line of page) {
      last = JSON.parse(line) as Loose;
      if (last.kind !== undefined && TELLING.includes(last.kind)) entries.push(last);
      if (slices.isOver) await slices.rest();
    }
  return { entries, last };
}

const TELLING: readonly string[] = ['created', 'seated', 'started', 'agreement'];

function placesOf({ seats, result }: IndexedMatch): readonly RatedPlace[] {
  return seats.flatMap((holder, seat) => {
    const standing = result?.standings.find((one) => one.seat === seat);
    if (holder === null || !('player' in holder) || standing === undefined) return [];
    return [{ seat, player: holder.player, place: standing.place }];
  });
}

/** An accepted takeback makes a match casual. */
function isTakenBack({ kind, what, is }: Loose): boolean {
  return kind === 'agreement' && what === 'takeback' && is === 'accepted';
}

/** Whether the players at the end sat there since the start. A bot may have moved for them meanwhile. */
function stayed(entries: readonly Loose[], places: readonly RatedPlace[]): boolean {
  const start = entries.findIndex(({ kind }) => kind === 'started');
  const atStart = new Map<number, string | undefined>();
  for (const { kind, seat, player } of entries.slice(0, start))
    if (kind === 'seated' && seat !== undefined) atStart.set(seat, player);
  const hasChanged = entries.slice(start).some(({ kind }) => kind === 'seated');
  return start >= 0 && !hasChanged && places.every(({ seat, player }) => atStart.get(seat) === player);
}

// A season is a stretch of time in which all begin anew: each rated match that ended in it counts once more, for a rating of the season alone,
// by the same Glicko-2. So the ladder of a season follows from the rated matches of that time, and another program can work it out.

export type Seasons = Config['SEASONS'];

/** The fewest matches of a season that give a place on its ladder. */
export const FEWEST_MATCHES = ESTABLISHED.matches;
/** The places of a ladder that carry a title once the season is over. */
export const TITLED_PLACES = 3;

const MONTHS = { quarter: 3, month: 1 } as const;

/** The season of a moment, by the calendar of UTC. Undefined if the host has no seasons. */
export function seasonAt(at: number, seasons: Seasons): string | undefined {
  if (seasons === 'off') return undefined;
  const [year, month] = [new Date(at).getUTCFullYear(), new Date(at).getUTCMonth()];
  return seasons === 'quarter'
    ? `${year}-q${Math.floor(month / MONTHS.quarter) + 1}`
    : `${year}-${String(month + 1).padStart(2, '0')}`;
}

/** From when to when a season lasts; the second moment is the first of the next one. */
export function timesOf(season: string): { readonly from: number; readonly to: number } {
  const [year = 0, part = 1] = season.replace('q', '').split('-').map(Number);
  const months = season.includes('q') ? MONTHS.quarter : MONTHS.month;
  const first = (part - 1) * months;
  return { from: Date.UTC(year, first), to: Date.UTC(year, first + months) };
}

export function seasonBefore(season: string): string {
  return seasonAt(timesOf(season).from - 1, season.includes('q') ? 'quarter' : 'month') ?? season;
}
