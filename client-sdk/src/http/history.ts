/** Past matches: lists of them, ratings, records, replays, and new matches from old positions. */
import type {
  AnyGame,
  BotOf,
  GameName,
  Leaderboard,
  History as MatchList,
  MatchSummaryOf,
  PresetOf,
  Profile,
  TableSettings,
} from '@flower-war/protocol';
import { type GameOf, type Http, idOf, type MatchOf } from './http.ts';
import { type Eyes, Replay } from './replay.ts';

/** Which past matches, and how many at once. */
export interface HistoryPage<G extends string = string> {
  readonly game?: G;
  /** `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
}

/** Which ratings, and how many at once. */
export interface LeaderPage<G extends string = string> {
  readonly preset?: PresetOf<G>;
  /** `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
}

/** Whose view a replay shows, and whether it says what legal moves do. */
export interface Replaying {
  readonly viewer?: Eyes;
  readonly explain?: 'moves' | undefined;
}

/** How a match goes on from one of its moments. */
export interface Continuing<G extends string = string> {
  /** The number of the entry in the record after which the new match goes on. */
  readonly seq: number;
  readonly table?: Partial<TableSettings>;
  readonly bots?: readonly { readonly bot: BotOf<G>; readonly seat?: number }[];
}

/** What was played: lists, ratings, records, replays. */
export class PastMatches {
  private readonly http: Http;

  /** @internal `FlowerWarClient` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** The matches of this player, private ones too, the newest first. */
  mine<G extends GameName = AnyGame>(page: HistoryPage<G> = {}): Promise<MatchList<G>> {
    return this.http.call('listMyMatches', { query: page }).then(ofGame<G>);
  }

  /** The public matches of a player, the newest first. */
  of<G extends GameName = AnyGame>(player: string, page: HistoryPage<G> = {}): Promise<MatchList<G>> {
    return this.http.call('listMatchesOf', { params: { player }, query: page }).then(ofGame<G>);
  }

  /** The name and the ratings of a player. */
  player(player: string): Promise<Profile> {
    return this.http.call('getPlayer', { params: { player } });
  }

  /** The best players in a preset of a game; by default in its first preset. */
  leaderboard<G extends GameName>(game: G, page: LeaderPage<G> = {}): Promise<Leaderboard> {
    return this.http.call('getLeaderboard', { query: { game, ...(page as LeaderPage) } });
  }

  /** Shows a match again, step by step; by default as spectators saw it, and without `moves`. */
  replay<Match extends string | MatchOf>(
    match: Match,
    { viewer = 'spectator', explain }: Replaying = {},
  ): Replay<GameOf<Match, string>> {
    const params = { match: idOf(match) };
    return new Replay((from, limit) =>
      this.http.call('listSteps', { params, query: { viewer, explain, from, limit } }),
    );
  }

  /** A new match from a position of an ended one. Its seats are free, but for the named bots. */
  async continue<Match extends string | MatchOf>(
    match: Match,
    at: Continuing<GameOf<Match>>,
  ): Promise<MatchSummaryOf<GameOf<Match>>> {
    const params = { match: idOf(match) };
    const made: object = await this.http.call('continueMatch', { params, body: at as Continuing });
    return made as MatchSummaryOf<GameOf<Match>>;
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

/** The caller has named the game, or takes any. */
const ofGame = <G extends string>(list: object) => list as MatchList<G>;
