/** What is left of matches: lists of them, ratings, replays, and new matches from old positions. */
import type { History, Leaderboard, MatchSummary, Profile, ReplaySteps, TableSettings } from '@flower-war/protocol';
import { Account } from './account.ts';
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

export class Afterwards extends Account {
  /** One's own matches, private ones too, the newest first. */
  myMatches(page: HistoryPage = {}): Promise<History> {
    return this.http.get(`/api/me/matches?${queryOf(page)}`);
  }

  /** Somebody's public matches, the newest first. */
  matchesOf(player: string, page: HistoryPage = {}): Promise<History> {
    return this.http.get(`/api/players/${encodeURIComponent(player)}/matches?${queryOf(page)}`);
  }

  /** A name, and ratings. */
  player(player: string): Promise<Profile> {
    return this.http.get(`/api/players/${encodeURIComponent(player)}`);
  }

  /** The best in a preset of a game; in the first one, if none is named. */
  leaderboard(game: string, page: { preset?: string; before?: string; limit?: number } = {}): Promise<Leaderboard> {
    return this.http.get(`/api/leaderboard?${queryOf({ game, ...page })}`);
  }

  /** A match once more, step by step; as spectators saw it, if no other viewer is named. */
  replay<V = Readonly<Record<string, unknown>>>(match: string, { viewer = 'spectator' as Eyes } = {}): Replay<V> {
    const path = `/api/matches/${encodeURIComponent(match)}/steps`;
    return new Replay((from, limit) => this.http.get<ReplaySteps>(`${path}?${queryOf({ viewer, from, limit })}`));
  }

  /** A new match from a position of one that has ended; nobody sits in it yet but the bots that are named. */
  continue(match: string, at: Continuing): Promise<MatchSummary> {
    return this.http.post(`/api/matches/${encodeURIComponent(match)}/continue`, at);
  }
}

function queryOf(fields: object): string {
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
