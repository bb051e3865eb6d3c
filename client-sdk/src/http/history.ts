/** Past matches: lists of them, ratings, records, replays, and new matches from old positions. */
import type {
  AnyGame,
  BotOf,
  EventOf,
  GameName,
  Leaderboard,
  LegalMove,
  MatchAccount,
  History as MatchList,
  MatchSummaryOf,
  PlayerLuck,
  PresetOf,
  Profile,
  ReplayStep,
  ReplaySteps,
  TableSettings,
  ViewOf,
} from '@flower-war/protocol';
import { limited, repeated } from '../waiting/limited.ts';
import { type GameOf, type Http, idOf, type MatchOf, RefusedError } from './http.ts';

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
  /** `skill`: by what the choices cost, not by results. Each player then has `skill`. */
  readonly by?: 'rating' | 'skill' | 'season';
  /** Such as `2026-q4`; by default that of today. It tells the `season` and the points of its best players, with no page after it. */
  readonly season?: string;
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

  /** How much luck a player had in rated matches, and what the choices cost, by edition. Without figures where the matches are too few. */
  luck(player: string): Promise<PlayerLuck> {
    return this.http.call('getLuck', { params: { player } });
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
    return stepsOf(this.http, match, { viewer, explain });
  }

  /**
   * The course of an ended match: what happened in each step, and how the seats stood after it, as if the match had ended there. Much
   * less is sent than for a replay. A match by old rules has no standings.
   */
  async course<Match extends string | MatchOf>(
    match: Match,
    { viewer = 'spectator' }: Pick<Replaying, 'viewer'> = {},
  ): Promise<readonly CourseStep<GameOf<Match, string>>[]> {
    const course: CourseStep[] = [];
    let standings: CourseStep['standings'] = [];
    for await (const step of stepsOf(this.http, match, { viewer, standings: 'only' })) {
      standings = step.standings ?? standings;
      course.push({ ...step, standings });
    }
    return course as CourseStep<GameOf<Match, string>>[];
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

  /**
   * How much of the result of an ended match was luck, and how much skill. The server makes it when it is first asked for, which may
   * take minutes for a long match: this waits until it is there, or as long as `client.with(waiting)` says.
   */
  account(match: string | MatchOf): Promise<MatchAccount> {
    const params = { match: idOf(match) };
    return limited(this.http.waiting, (signal) =>
      repeated(() => this.http.within({ signal }).call('getAccount', { params }), isBeingMade, signal),
    );
  }

  /** The record of a finished match, as JSON lines. */
  record(match: string | MatchOf): Promise<string> {
    return this.http.text('getRecord', { params: { match: idOf(match) } });
  }

  /** The keys that this server signs records with, in hex. */
  async keys(): Promise<readonly string[]> {
    const { keys } = await this.http.call('listKeys');
    return keys.map(({ hex }) => hex);
  }
}

function stepsOf<G extends string>(
  http: Http,
  match: string | MatchOf,
  asked: Replaying & { readonly standings?: 'only' },
): Replay<G> {
  const params = { match: idOf(match) };
  return new Replay((from, limit) => http.call('listSteps', { params, query: { ...asked, from, limit } }));
}

const isBeingMade = (why: unknown): why is RefusedError =>
  why instanceof RefusedError && why.code === 'unavailable' && (why.reason === 'account' || why.reason === 'accounts');

/** The caller has named the game, or takes any. */
const ofGame = <G extends string>(list: object) => list as MatchList<G>;

/** One step of an ended match, without its view. */
export interface CourseStep<G extends string = string>
  extends Pick<ReplayStep, 'step' | 'seq' | 'at' | 'kind' | 'seat' | 'status' | 'back'> {
  readonly events: readonly EventOf<G>[];
  /** Each seat, the best one first. Empty before the start, and where the rules are too old to tell. */
  readonly standings: NonNullable<ReplayStep['standings']>;
}

// Shows a match again as one viewer saw it.

/** One step with the whole view. */
export interface Moment<G extends string = string> extends Omit<ReplayStep, 'view' | 'gone' | 'events' | 'moves'> {
  readonly view: ViewOf<G>;
  readonly events: readonly EventOf<G>[];
  /** The legal moves of the seat with what they do, if the replay explains moves. */
  readonly moves?: readonly LegalMove<G>[];
}

/** Whose view a replay shows. While the match runs: `spectator`, or the player's own seat. Afterwards any of these. */
export type Eyes = 'spectator' | 'all' | `seat:${number}`;

/** Fetches at most `limit` steps, beginning at the step `from`. */
type FetchSteps = (from: number, limit: number) => Promise<ReplaySteps>;

const AT_ONCE = 100;

/** It begins before the first moment. `for await` goes on from the current moment. */
export class Replay<G extends string = string> implements AsyncIterable<Moment<G>> {
  private readonly fetch: FetchSteps;
  private page: readonly Moment<G>[] = [];
  private index = -1;

  constructor(fetch: FetchSteps) {
    this.fetch = fetch;
  }

  get current(): Moment<G> | undefined {
    return this.page[this.index];
  }

  /** Goes one moment on. At the end it stays where it is and returns `undefined`. */
  async next(): Promise<Moment<G> | undefined> {
    const { current } = this;
    if (this.index + 1 < this.page.length) this.index++;
    else return this.turnTo(await this.load(current === undefined ? 0 : current.step + 1), 'first');
    return this.current;
  }

  /** Goes one moment back. At the beginning it stays where it is and returns `undefined`. */
  async previous(): Promise<Moment<G> | undefined> {
    const { current } = this;
    if (this.index > 0) this.index--;
    else if (current === undefined || current.step === 0) return undefined;
    else {
      // Steps count upwards, so this many numbers hold no more than this many steps.
      const before = await this.load(Math.max(0, current.step - AT_ONCE));
      const isBefore = ({ step }: Moment<G>) => step < current.step;
      return this.turnTo(before.filter(isBefore), 'last');
    }
    return this.current;
  }

  /** Goes to this step, or to the next one that this viewer was shown. Returns `undefined` if there is none. */
  async goto(step: number): Promise<Moment<G> | undefined> {
    const index = this.page.findIndex((moment) => moment.step === step);
    if (index < 0) return this.turnTo(await this.load(step), 'first');
    this.index = index;
    return this.current;
  }

  /** All moments after the current one. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Moment<G>> {
    for (let moment = await this.next(); moment !== undefined; moment = await this.next()) yield moment;
  }

  private turnTo(page: readonly Moment<G>[], where: 'first' | 'last'): Moment<G> | undefined {
    if (page.length === 0) return undefined;
    this.page = page;
    this.index = where === 'first' ? 0 : page.length - 1;
    return this.current;
  }

  private async load(from: number): Promise<readonly Moment<G>[]> {
    const { steps } = await this.fetch(from, AT_ONCE);
    let view: Readonly<Record<string, unknown>> = {};
    return steps.map(({ view: changed, gone = [], ...step }) => {
      const whole = Object.entries({ ...view, ...changed }).filter(([field]) => !gone.includes(field));
      view = Object.fromEntries(whole);
      return { ...step, view } as unknown as Moment<G>;
    });
  }
}
