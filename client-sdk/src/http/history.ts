/** What is left of matches: lists of them, ratings, records, replays, and new matches from old positions. */
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
  /** The number of an entry of the record: the new match goes on after it. */
  readonly seq: number;
  readonly table?: Partial<TableSettings>;
  readonly bots?: readonly { readonly bot: string; readonly seat?: number }[];
}

export class PastMatches {
  private readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }

  /** One's own matches, private ones too, the newest first. */
  mine(page: HistoryPage = {}): Promise<MatchList> {
    return this.http.call('listMyMatches', { query: page });
  }

  /** The public matches of a player, the newest first. */
  of(player: string, page: HistoryPage = {}): Promise<MatchList> {
    return this.http.call('listMatchesOf', { params: { player }, query: page });
  }

  /** The name of a player, and ratings. */
  player(player: string): Promise<Profile> {
    return this.http.call('getPlayer', { params: { player } });
  }

  /** The best in a preset of a game; in the first one, if none is named. */
  leaderboard(game: string, page: { preset?: string; before?: string; limit?: number } = {}): Promise<Leaderboard> {
    return this.http.call('getLeaderboard', { query: { game, ...page } });
  }

  /** A match once more, step by step; as spectators saw it, if no other viewer is named. */
  replay<V = Readonly<Record<string, unknown>>>(match: string, { viewer = 'spectator' as Eyes } = {}): Replay<V> {
    const params = { match };
    return new Replay((from, limit) => this.http.call('listSteps', { params, query: { viewer, from, limit } }));
  }

  /** A new match from a position of one that has ended; nobody sits in it yet but the bots that are named. */
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
