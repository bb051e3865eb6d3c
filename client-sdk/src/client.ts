/** The entry point of the SDK: sign in, find a match, play or watch it. */

import type {
  CardList,
  Catalogue,
  LobbyFilter,
  MatchSummary,
  QuickWish,
  SignedIn,
  TableSettings,
  ViewOf,
} from '@flower-war/protocol';
import { LINK_PREFIX } from '@flower-war/protocol/names';
import { Account } from './http/account.ts';
import { PastMatches } from './http/history.ts';
import { Http, RefusedError } from './http/http.ts';
import { Temples } from './http/temples.ts';
import { readInviteLink } from './inviteLink.ts';
import { LiveLobby } from './rooms/liveLobby.ts';
import { LiveMatch } from './rooms/liveMatch.ts';

export interface ClientOptions {
  /** The address of the server: `http://127.0.0.1:2567`. */
  readonly url: string;
  /** `client.session` of an earlier visit, to be the same player again. */
  readonly session?: SignedIn;
  /**
   * Gets the session after every change: also after a refresh, and `undefined` after signing out. Keep what it gets.
   */
  readonly onSession?: (session: SignedIn | undefined) => void;
  /** The name of this device in `account.sessions()`. No other player sees it. */
  readonly label?: string;
}

export interface NewMatch<G extends string> {
  readonly game: G;
  readonly preset?: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: number;
  readonly table?: Partial<TableSettings>;
  readonly bots?: readonly { readonly bot: string; readonly seat?: number }[];
}

export interface Joining {
  /** The number of the seat, or the game's name of it: `EAST`. */
  readonly seat?: number | string;
  /** The code of a private match. */
  readonly code?: string;
  /** Called once if the host must let the player in. `join` then waits for the host, until `giveUp` is called. */
  readonly onWaiting?: (giveUp: () => void) => void;
}

const ASK_AGAIN_MS = 1000;

export class FlowerWarClient {
  /** Name, devices, codes and data of this player, and signing out. */
  readonly account: Account;
  /** Past matches of this player and of others: lists, ratings, records, replays. */
  readonly history: PastMatches;
  /** The temples of this player. */
  readonly temples: Temples;
  private readonly http: Http;
  private readonly label: { readonly label?: string };

  constructor({ url, session, onSession, label }: ClientOptions) {
    this.http = new Http(url, session);
    if (onSession !== undefined) this.http.onSession = onSession;
    this.label = label === undefined ? {} : { label };
    this.account = new Account(this.http);
    this.history = new PastMatches(this.http);
    this.temples = new Temples(this.http);
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

  /** Signs in as a new guest. Nearly all other calls need a session. */
  signIn(name?: string): Promise<SignedIn> {
    return this.http.enter('signInAsGuest', name === undefined ? this.label : { name, ...this.label });
  }

  async games(): Promise<Catalogue['games']> {
    return (await this.http.call('listGames')).games;
  }

  /** The cards of a game, with their texts. */
  async cards(game: string): Promise<CardList['cards']> {
    return (await this.http.call('listCards', { params: { game } })).cards;
  }

  /** The public matches that fit a filter, the newest first. */
  async list(filter: LobbyFilter = {}): Promise<readonly MatchSummary[]> {
    return (await this.http.call('listMatches', { query: filter })).matches;
  }

  /** The same list, kept up to date. */
  lobby(filter: LobbyFilter = {}): Promise<LiveLobby> {
    return LiveLobby.open(this.http.url, () => this.http.call('enterLobby', { body: filter }));
  }

  match(match: string): Promise<MatchSummary> {
    return this.http.call('getMatch', { params: { match } });
  }

  /** Creates a match. All its seats are free, but for those of the named bots. */
  create<G extends string>(wanted: NewMatch<G>): Promise<MatchSummary & { game: G }> {
    return this.http.call('createMatch', { body: wanted }) as Promise<MatchSummary & { game: G }>;
  }

  addBot(match: string, bot: string, seat?: number): Promise<MatchSummary> {
    return this.http.call('seatBot', { params: { match }, body: seat === undefined ? { bot } : { bot, seat } });
  }

  /** The host lets a player sit down who waits (see `asking` in the summary). */
  admit(match: string, player: string): Promise<MatchSummary> {
    return this.http.call('admitPlayer', { params: { match }, body: { player } });
  }

  /** The host does not let a waiting player sit down. */
  dismiss(match: string, player: string): Promise<MatchSummary> {
    return this.http.call('dismissPlayer', { params: { match }, body: { player } });
  }

  /** The host takes a seat from a player or a bot before the match starts. */
  emptySeat(match: string, seat: number): Promise<MatchSummary> {
    return this.http.call('emptySeat', { params: { match }, body: { seat } });
  }

  /** Gives the player's seat back before the match starts. */
  leave(match: string): Promise<MatchSummary> {
    return this.http.call('leaveSeat', { params: { match } });
  }

  /**
   * Takes a seat, or comes back to the player's seat. The connection lasts through lost sockets and server restarts.
   */
  async join<G extends string>(
    { match }: { match: string; game: G },
    { onWaiting, ...joining }: Joining = {},
  ): Promise<LiveMatch<ViewOf<G>>> {
    const params = { match };
    const { commitment, seats } = await this.match(match);
    const contribution = randomHex(16);
    const isBack = seats.some(({ player }) => player !== undefined && player === this.session?.player);
    let isSeated = isBack;
    const body = { commitment, contribution, ...joining };
    const ask = () => untilAdmitted(() => this.http.call('takeSeat', { params, body }), onWaiting);
    const reserve = async () => {
      // A player who has lost the seat in the meantime must not sit down again by mistake.
      const place = isSeated ? await this.http.call('connectToSeat', { params }) : await ask();
      isSeated = true;
      return place;
    };
    const fairness = { commitment, ...(!isBack && { contribution }) };
    return LiveMatch.open({ match, url: this.http.url, fairness, reserve, rematch: () => this.rematch<G>(match) });
  }

  /** Sits down at the match that a link names, of any game. */
  joinByLink(link: string, joining: Joining = {}): Promise<LiveMatch<unknown>> {
    const found = readInviteLink(link);
    if (found === undefined) return Promise.reject(new Error(`"${link}" is no link to a match: it names none`));
    const { match, code } = found;
    return this.join({ match, game: '' as string }, { ...joining, ...(code !== undefined && { code }) });
  }

  /**
   * Plays an ended match once more. All its people meet in one new match, which keeps a seat for each for some minutes.
   */
  async rematch<G extends string>(match: string): Promise<LiveMatch<ViewOf<G>>> {
    const next = await this.http.call('playAgain', { params: { match } });
    return this.join(next as MatchSummary & { game: G });
  }

  /** Sits down at an open match that starts soon, or at a new one. After a while bots take the free seats. */
  async quickPlay<G extends string>(
    game: G,
    wish: string | Omit<QuickWish, 'game'> = {},
  ): Promise<LiveMatch<ViewOf<G>>> {
    const wanted = typeof wish === 'string' ? { game, preset: wish } : { game, ...wish };
    for (;;) {
      const found = await this.http.call('quickMatch', { body: wanted });
      try {
        return await this.join({ match: found.match, game });
      } catch (error) {
        if (!isTooLate(error)) throw error;
      }
    }
  }

  /** Watches a match as a spectator. */
  async watch<G extends string>({ match }: { match: string; game: G }, code?: string): Promise<LiveMatch<ViewOf<G>>> {
    const { commitment } = await this.match(match);
    const body = code === undefined ? {} : { code };
    const reserve = () => this.http.call('watchMatch', { params: { match }, body });
    return LiveMatch.open({ match, url: this.http.url, fairness: { commitment }, reserve });
  }
}

/** Asks again and again until the host has decided. */
async function untilAdmitted<T>(ask: () => Promise<T>, onWaiting: Joining['onWaiting']): Promise<T> {
  let isGivenUp = false;
  for (let asked = 0; ; asked++) {
    try {
      return await ask();
    } catch (error) {
      if (isGivenUp || !(error instanceof RefusedError) || error.code !== 'awaiting-approval') throw error;
    }
    if (asked === 0)
      onWaiting?.(() => {
        isGivenUp = true;
      });
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

/** Whether another player was faster, so that the caller must look for another match. */
function isTooLate(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === 'match-full' || code === 'already-started' || code === 'match-over';
}

function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
