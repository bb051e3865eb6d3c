/** The entry point of the SDK: sign in, find a match, play or watch it. */
import type {
  AnswerAhead,
  AnswersAhead,
  AnyGame,
  BotOf,
  CardList,
  GameName,
  HostedGameOf,
  LobbyFilter,
  MatchSummary,
  MatchSummaryOf,
  PresetOf,
  QuickWish,
  SeatNameOf,
  SignedIn,
} from '@flower-war/protocol';
import { LINK_PREFIX } from '@flower-war/protocol/names';
import { Account, Passkeys, People, Provider, Tokens } from './http/account.ts';
import { PastMatches } from './http/history.ts';
import { type Fetch, type GameOf, Http, idOf, type MatchOf, type NewMatch } from './http/http.ts';
import { Order, Puzzles, Tournaments } from './http/club.ts';
import { Temples } from './http/temples.ts';
import { mayPass, type Place, patience, type Way } from './rooms/connection.ts';
import { LiveLobby } from './rooms/liveLobby.ts';
import { LiveMatch, type LiveMatchOf, type Opening } from './rooms/liveMatch.ts';
import { call } from './rooms/emitter.ts';
import { randomHex } from './rooms/liveRoom.ts';
import type { SocketClass } from './socket/roomSocket.ts';
import { countdown, limited, repeated, TimedOutError, type Waiting } from './waiting/limited.ts';

/** What a client needs to know: the address of the server, and who the player was. */
export interface ClientOptions {
  /** The address of the server: `http://127.0.0.1:2567`. */
  readonly url: string;
  /** `client.session` of an earlier visit, to be the same player again. */
  readonly session?: SignedIn;
  /**
   * Gets the session after every change: also after a refresh, and `undefined` after signing out. Keep what it gets. If the server has ended
   * the session, `why` is its refusal. Of a program, whose token is not refreshed, only the calls are refused.
   */
  readonly onSession?: (session: SignedIn | undefined, why?: Error) => void;
  /** The name of this device in `account.sessions()`. No other player sees it. */
  readonly label?: string;
  /** Instead of the global `fetch`. */
  readonly fetch?: Fetch;
  /** Instead of the global `WebSocket`, which Node has only from 22 on: that of the package `ws`, for example. */
  readonly WebSocket?: SocketClass;
}

export interface Joining<G extends string = string> extends Waiting {
  /** The number of the seat, or the game's name of it: `EAST`. */
  readonly seat?: number | SeatNameOf<G>;
  /** The code of a private match. */
  readonly code?: string;
  /** Called once if the host must let the player in. `join` then waits for the host, until `giveUp` is called. */
  readonly onWaiting?: (giveUp: () => void) => void;
}

/** A wish for `quickPlay`. */
export type Wish<G extends string = string> = Omit<QuickWish<G>, 'game'> & Waiting;

export interface Watching extends Waiting {
  /** The code of a private match. */
  readonly code?: string | undefined;
}

/** Without it, an editor would offer each unfinished name as the name of a game. */
interface Named<Game> {
  readonly game: Game;
}

/** One player on one server: signs in, finds matches, makes them, joins and watches them. */
export class FlowerWarClient {
  /** Name, devices, codes and data of this player, and signing out. */
  readonly account: Account;
  /** Past matches of this player and of others: lists, ratings, records, replays. */
  readonly history: PastMatches;
  /** Signing in by what a device keeps, without any code. */
  readonly passkeys: Passkeys;
  /** Whom this player follows, and whom this player has blocked. */
  readonly people: People;
  /** For moderators of the server: reports and penalties. */
  readonly order: Order;
  /** Signing in by an OpenID provider of the host. */
  readonly provider: Provider;
  /** Positions in which one answer is surely the best. */
  readonly puzzles: Puzzles;
  /** The temples of this player. */
  readonly temples: Temples;
  /** Tokens for programs of this player. */
  readonly tokens: Tokens;
  /** Arenas, Swiss tournaments, round robins and knockouts. */
  readonly tournaments: Tournaments;
  private readonly http: Http;
  private readonly options: ClientOptions;
  private readonly label: { readonly label?: string };

  constructor(options: ClientOptions);
  /** @internal `with` uses it. */
  constructor(options: ClientOptions, http: Http);
  constructor(options: ClientOptions, http = new Http(options)) {
    this.options = options;
    this.http = http;
    if (options.onSession !== undefined) http.keeper.onSession = options.onSession;
    this.label = options.label === undefined ? {} : { label: options.label };
    this.account = new Account(http);
    this.history = new PastMatches(http);
    this.passkeys = new Passkeys(http, this.label);
    this.people = new People(http);
    this.order = new Order(http);
    this.provider = new Provider(http, this.label);
    this.puzzles = new Puzzles(http);
    this.temples = new Temples(http);
    this.tokens = new Tokens(http);
    this.tournaments = new Tournaments(http);
  }

  /** The same client and player, for calls of a caller who waits only so long: `client.with({ signal }).games()`. */
  with(waiting: Waiting): FlowerWarClient {
    return new FlowerWarClient(this.options, this.http.within(waiting));
  }

  /** Signs in as the player who has this recovery code. */
  static async recover(options: ClientOptions, code: string): Promise<FlowerWarClient> {
    const client = new FlowerWarClient(options);
    await client.http.enter('recover', { code, ...client.label });
    return client;
  }

  /** Signs in as the player whose other device shows this code. `code` may also be the text of a QR code. */
  static async redeem(options: ClientOptions, code: string): Promise<FlowerWarClient> {
    const client = new FlowerWarClient(options);
    await client.http.enter('redeemLink', { code: code.trim().replace(LINK_PREFIX, ''), ...client.label });
    return client;
  }

  /** The session of the player. Keep it to be the same player next time. */
  get session(): SignedIn | undefined {
    return this.http.session;
  }

  /**
   * Signs in as a new guest, each time as another player. Nearly all other calls need a session. Some servers ask new players for the code of an
   * invitation (`invitation-needed`).
   */
  signIn(name?: string, invitation?: string): Promise<SignedIn> {
    const given = { ...(name !== undefined && { name }), ...(invitation !== undefined && { invitation }) };
    return this.http.enter('signInAsGuest', { ...given, ...this.label });
  }

  /** The games of the server. `id` says which of them an entry is. */
  async games(): Promise<readonly HostedGameOf<AnyGame>[]> {
    return (await this.http.call('listGames')).games as readonly HostedGameOf<AnyGame>[];
  }

  /** The cards of a game, with their texts. */
  async cards(game: GameName): Promise<CardList['cards']> {
    return (await this.http.call('listCards', { params: { game } })).cards;
  }

  /** The public matches that fit a filter, the newest first. */
  async list<G extends GameName = AnyGame>(
    filter: LobbyFilter<G> & Partial<Named<GameName | undefined>> = {},
  ): Promise<readonly MatchSummaryOf<G>[]> {
    const { matches } = await this.http.call('listMatches', { query: filter as LobbyFilter });
    return matches.map(ofGame<G>);
  }

  /** The public match that is most worth watching now, if there is one. It stays with the match that is watched, unless another is far better. */
  async worthWatching(on?: string): Promise<string | undefined> {
    return (await this.http.call('getChannel', { query: { on } })).match;
  }

  /** The same list, kept up to date. It fails like `join` if the server cannot be reached. */
  lobby<G extends GameName = AnyGame>(
    filter: LobbyFilter<G> & Partial<Named<GameName | undefined>> = {},
    waiting: Waiting = {},
  ): Promise<LiveLobby<G>> {
    const body = filter as LobbyFilter;
    const enter = (http: Http) => http.call('enterLobby', { body });
    return LiveLobby.open(this.way(enter, patience(this.waiting(waiting))), this.waiting(waiting));
  }

  /** A match of any game. `game` says of which. */
  match(match: string): Promise<MatchSummaryOf<AnyGame>> {
    return this.http.call('getMatch', { params: { match } }).then(ofGame<AnyGame>);
  }

  /**
   * Creates a match. All its seats are free, but for those of the named bots; `join` takes one. It starts when every seat
   * is taken.
   */
  create<G extends GameName>(wanted: NewMatch<G> & Named<GameName>): Promise<MatchSummaryOf<G>> {
    return this.http.call('createMatch', { body: wanted as NewMatch<string> }).then(ofGame<G>);
  }

  /**
   * The move that the strongest bot would choose for this player now, in notation: a hint. The server gives it only where all other seats
   * are bots.
   */
  hint(match: string | MatchOf): Promise<{ readonly decision: number; readonly move: string }> {
    return this.http.call('getHint', { params: { match: idOf(match) } });
  }

  /**
   * The answers that this player has left for the next questions in a match by days. `answers`, up to three, take their place; none withdraws
   * them. No other player learns of them, and they cannot be left in a turn of this player.
   */
  answersAhead(match: string | MatchOf, answers?: readonly AnswerAhead[]): Promise<AnswersAhead> {
    const params = { match: idOf(match) };
    if (answers === undefined) return this.http.call('getAhead', { params });
    return this.http.call('answerAhead', { params, body: { answers: answers as AnswerAhead[] } });
  }

  /** The host seats a bot of the game: on a seat, or on the first that is free. */
  addBot<Match extends string | MatchOf>(
    match: Match,
    bot: BotOf<GameOf<Match>>,
    seat?: number,
  ): Promise<MatchSummaryOf<GameOf<Match>>> {
    const body = { bot: bot as string, ...(seat !== undefined && { seat }) };
    return this.http.call('seatBot', { params: { match: idOf(match) }, body }).then(ofGame<GameOf<Match>>);
  }

  /** The host lets a player sit down who waits (see `asking` in the summary). */
  admit(match: string | MatchOf, player: string): Promise<MatchSummaryOf<AnyGame>> {
    return this.http.call('admitPlayer', { params: { match: idOf(match) }, body: { player } }).then(ofGame<AnyGame>);
  }

  /** The host does not let a waiting player sit down. */
  dismiss(match: string | MatchOf, player: string): Promise<MatchSummaryOf<AnyGame>> {
    return this.http.call('dismissPlayer', { params: { match: idOf(match) }, body: { player } }).then(ofGame<AnyGame>);
  }

  /** The host takes a seat from a player or a bot before the match starts. */
  emptySeat(match: string | MatchOf, seat: number): Promise<MatchSummaryOf<AnyGame>> {
    return this.http.call('emptySeat', { params: { match: idOf(match) }, body: { seat } }).then(ofGame<AnyGame>);
  }

  /** Gives the player's seat back before the match starts. */
  leave(match: string | MatchOf): Promise<MatchSummaryOf<AnyGame>> {
    return this.http.call('leaveSeat', { params: { match: idOf(match) } }).then(ofGame<AnyGame>);
  }

  /**
   * Takes a seat, or comes back to the player's seat. The connection lasts through lost sockets and server restarts; the
   * first one fails if the server cannot be reached for 15 seconds, or within the time that the caller sets. For a match
   * that is known by its id alone, `game` of the result says which game it is.
   */
  async join<Match extends string | MatchOf>(
    match: Match,
    { onWaiting, signal, within, ...joining }: Joining<GameOf<Match>> = {},
  ): Promise<LiveMatchOf<GameOf<Match>>> {
    const left = countdown(this.waiting({ signal, within }));
    const goesOn = patience(left());
    const summary = await this.summaryOf(match, left(), goesOn);
    const { commitment, seats } = summary;
    const untilAdmitted = admission(onWaiting);
    const params = { match: summary.match };
    const contribution = randomHex(16);
    const isBack = seats.some(({ player }) => player !== undefined && player === this.session?.player);
    let isSeated = isBack;
    const body = { commitment, contribution, ...(joining as Joining) };
    const reserve = async (http: Http, ...asking: Asking) => {
      const ask = () => http.call('takeSeat', { params, body });
      // A player who has lost the seat in the meantime must not sit down again by mistake.
      const place = isSeated ? await http.call('connectToSeat', { params }) : await untilAdmitted(ask, ...asking);
      isSeated = true;
      return place;
    };
    const fairness = { commitment, ...(!isBack && { contribution }) };
    const rematch = () => this.rematch(match);
    const explain = (waiting: Waiting) => this.http.within(waiting).call('listMoves', { params });
    return open({ summary, way: this.way(reserve, goesOn), fairness, rematch, explain }, left());
  }

  /** Sits down at the match that a link names. `game` of the result says which game it is. */
  joinByLink(link: string, joining: Joining = {}): Promise<LiveMatchOf<AnyGame>> {
    const found = readInviteLink(link);
    if (found === undefined) return Promise.reject(new Error(`"${link}" is not a link to a match: it names none`));
    const { match, code } = found;
    return this.join(match, { ...joining, ...(code !== undefined && { code }) });
  }

  /**
   * Plays an ended match once more. All its people meet in one new match, which keeps a seat for each for some minutes.
   */
  async rematch<Match extends string | MatchOf>(match: Match): Promise<LiveMatchOf<GameOf<Match>>> {
    const next: MatchOf = await this.http.call('playAgain', { params: { match: idOf(match) } });
    return this.join(next as Match);
  }

  /**
   * The match at which `quickPlay` would sit down. While the player waits alone at one, it is another one as soon as a player who fits has
   * waited longer there: then leave and ask `quickPlay`.
   */
  find(game: GameName, wish?: Omit<QuickWish, 'game'>): Promise<MatchSummaryOf<AnyGame>> {
    return this.http.call('quickMatch', { body: { game, ...wish } }).then(ofGame<AnyGame>);
  }

  /**
   * Sits down at an open match that starts soon, or at a new one: with players of a near rating first, and others after a while. After
   * `table.fillSeconds` at most, bots take the free seats.
   */
  async quickPlay<G extends GameName>(game: G & GameName, wish: PresetOf<G> | Wish<G> = {}): Promise<LiveMatchOf<G>> {
    const { signal, within, ...wanted } = (typeof wish === 'string' ? { preset: wish } : wish) as Wish;
    const left = countdown(this.waiting({ signal, within }));
    for (;;) {
      const { match } = await this.patiently((client) => client.find(game, wanted), left());
      try {
        return await this.join({ match, game } as MatchOf<G>, left());
      } catch (error) {
        if (!isTooLate(error)) throw error;
      }
    }
  }

  /** Watches a match as a spectator. It fails like `join` if the server cannot be reached. */
  async watch<Match extends string | MatchOf>(
    match: Match,
    watching: string | Watching = {},
  ): Promise<LiveMatchOf<GameOf<Match>>> {
    const { code, ...waiting } = typeof watching === 'string' ? { code: watching } : watching;
    const left = countdown(this.waiting(waiting));
    const goesOn = patience(left());
    const summary = await this.summaryOf(match, left(), goesOn);
    const { commitment } = summary;
    const params = { match: summary.match };
    const body = code === undefined ? {} : { code };
    const reserve = (http: Http) => http.call('watchMatch', { params, body });
    return open({ summary, way: this.way(reserve, goesOn), fairness: { commitment } }, left());
  }

  /** How long the caller of a method waits, or else what was said to `with`. */
  private waiting({ signal, within }: Waiting): Waiting {
    const { waiting } = this.http;
    return { signal: signal ?? waiting.signal, within: within ?? waiting.within };
  }

  /** A connection outlives the waiting for its beginning. */
  private way(ask: (http: Http, ...asking: Asking) => Promise<Place>, goesOn: Way['patience']): Way {
    const reserve: Way['reserve'] = (signal, refused) =>
      ask(this.http.within({ signal, within: undefined }), signal, refused);
    return { url: this.http.url, WebSocket: this.options.WebSocket, reserve, patience: goesOn };
  }

  /** Asks as long as for a connection, because the server may be restarting, but nothing that may have counted. */
  private patiently<T>(
    ask: (client: FlowerWarClient) => Promise<T>,
    waiting: Waiting,
    goesOn = patience(waiting),
  ): Promise<T> {
    let last: Error | undefined;
    const again = (why: Error & { readonly mayHaveCounted?: boolean }) => {
      last = why;
      return mayPass(why) && !why.mayHaveCounted && goesOn();
    };
    const run = (signal: AbortSignal) => repeated(() => ask(this.with({ signal, within: undefined })), again, signal);
    return limited(waiting, run, () => new TimedOutError(last));
  }

  /** Types follow the game that the caller names, so the match must be of this game. */
  private async summaryOf(match: string | MatchOf, waiting: Waiting, goesOn: Way['patience']): Promise<MatchSummary> {
    const summary = await this.patiently((client) => client.match(idOf(match)), waiting, goesOn);
    if (typeof match !== 'string' && match.game !== summary.game)
      throw new Error(`the match ${match.match} is of the game ${summary.game}, not ${match.game}: join it by its id`);
    return summary;
  }
}

/** A client of a program, which acts for the player who has made this token (`client.tokens`) as far as its scopes go. */
export async function programClient(options: ClientOptions, token: string): Promise<FlowerWarClient> {
  const session = { token, refresh: '', expiresAt: Number.MAX_SAFE_INTEGER, player: '', name: '' };
  const { player, name } = await new FlowerWarClient({ ...options, session }).account.me();
  return new FlowerWarClient({ ...options, session: { ...session, player, name } });
}

/** The caller knows the game: it has named the game, or takes any. */
function ofGame<G extends string>(summary: object): MatchSummaryOf<G> {
  return summary as MatchSummaryOf<G>;
}

async function open<G extends string>(opening: Opening<string>, waiting: Waiting): Promise<LiveMatchOf<G>> {
  return (await LiveMatch.open(opening, waiting)) as LiveMatch<string> as LiveMatchOf<G>;
}

type Asking = Parameters<Way['reserve']>;

/** Asks again and again until the host has decided. One join is told once, and gives up once, over all its connections. */
function admission(onWaiting: Joining['onWaiting'] = () => {}) {
  let giveUp: (why: Error) => void = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  givenUp.catch(() => {}); // while it asks, nothing waits for this
  let isTold = false;
  return async <T>(ask: () => Promise<T>, ...[signal, refused]: Asking): Promise<T> => {
    const mustWait = (error: Error & { readonly code?: string }) => {
      if (error.code !== 'awaiting-approval') return false;
      if (!isTold) call(onWaiting, () => giveUp(error));
      isTold = true;
      refused(error);
      return true;
    };
    await Promise.race([givenUp, undefined]); // it may have given up while there was no connection
    return Promise.race([givenUp, repeated(ask, mustWait, signal)]);
  };
}

/** Whether another player was faster, so that the caller must look for another match. */
const TOO_LATE = ['match-full', 'already-started', 'match-over', 'not-admitted', 'blocked-by-you'];

function isTooLate(error: unknown): boolean {
  return TOO_LATE.includes((error as { code?: string }).code ?? '');
}

/** What an invitation link says: `https://…/?match=ID&code=CODE`, with or without the address of the server. */
export interface Invitation {
  readonly match: string;
  /** The code of a private match. */
  readonly code?: string;
  /** The server that the link names. */
  readonly origin?: string;
}

/** Without `URL`, which React Native has only in part. A name before the host would only deceive. */
const LINK = /^(https?:\/\/[^/?#\s@]+)?(?:\/[^?#\s]*)?\?([^#\s]*)/i;

/** Reads an invitation link; `undefined` if the text is none. */
export function readInviteLink(text: string): Invitation | undefined {
  const [, origin, query = ''] = LINK.exec(text.trim()) ?? [];
  const [match, code] = [valueIn(query, 'match'), valueIn(query, 'code')];
  if (!match) return undefined;
  return { match, ...(code && { code }), ...(origin && { origin: origin.toLowerCase() }) };
}

function valueIn(query: string, name: string): string | undefined {
  const pair = query.split('&').find((one) => one.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1).replaceAll('+', ' '));
  } catch {
    return undefined; // a damaged escape
  }
}
