/** Past matches: lists of them, ratings, records, replays, and new matches from old positions. */
import type { Leaderboard, History as MatchList, MatchSummary, Profile, TableSettings } from '@flower-war/protocol';
import type { Http } from './http.ts';
import { type Eyes, Replay } from './replay.ts';

export interface HistoryPage {
  readonly game?: string;
  /** `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
}

export interface Continuing {
  /** The number of the entry in the record after which the new match goes on. */
  readonly seq: number;
  readonly table?: Partial<TableSettings>;
  readonly bots?: readonly { readonly bot: string; readonly seat?: number }[];
}

export class PastMatches {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** The matches of this player, private ones too, the newest first. */
  mine(page: HistoryPage = {}): Promise<MatchList> {
    return this.http.call('listMyMatches', { query: page });
  }

  /** The public matches of a player, the newest first. */
  of(player: string, page: HistoryPage = {}): Promise<MatchList> {
    return this.http.call('listMatchesOf', { params: { player }, query: page });
  }

  /** The name and the ratings of a player. */
  player(player: string): Promise<Profile> {
    return this.http.call('getPlayer', { params: { player } });
  }

  /** The best players in a preset of a game; by default in its first preset. */
  leaderboard(game: string, page: { preset?: string; before?: string; limit?: number } = {}): Promise<Leaderboard> {
    return this.http.call('getLeaderboard', { query: { game, ...page } });
  }

  /** Shows a match again, step by step; by default as spectators saw it. */
  replay<V = Readonly<Record<string, unknown>>>(match: string, { viewer = 'spectator' as Eyes } = {}): Replay<V> {
    const params = { match };
    return new Replay((from, limit) => this.http.call('listSteps', { params, query: { viewer, from, limit } }));
  }

  /** A new match from a position of an ended one. Its seats are free, but for the named bots. */
  continue(match: string, at: Continuing): Promise<MatchSummary> {
    return this.http.call('continueMatch', { params: { match }, body: at });
  }

  /** The record of a finished match, as JSON lines. */
  record(match: string): Promise<string> {
    return this.http.text('getRecord', { params: { match } });
  }

  /** The keys that this server signs records with, in hex. */
  async keys(): Promise<readonly string[]> {
    const { keys } = await this.http.call('listKeys');
    return keys.map(({ hex }) => hex);
  }
}
