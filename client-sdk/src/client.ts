/** The way in: sign in, find a match, play or watch it. */
import type {
  CardList,
  Catalogue,
  LobbyFilter,
  MatchSummary,
  QuickWish,
  TableSettings,
  ViewOf,
} from '@flower-war/protocol';
import { pathTo } from '@flower-war/protocol/paths';
import type { ClientOptions } from './http/account.ts';
import { RefusedError } from './http/http.ts';
import { Temples } from './http/temples.ts';
import { readInviteLink } from './inviteLink.ts';
import { LiveLobby } from './rooms/liveLobby.ts';
import { LiveMatch, type Place } from './rooms/liveMatch.ts';

export interface NewMatch<G extends string> {
  readonly game: G;
  readonly preset?: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: number;
  readonly table?: Partial<TableSettings>;
  readonly bots?: readonly { readonly bot: string; readonly seat?: number }[];
}

export interface Joining {
  /** By its number, or as the game calls it: `EAST`. */
  readonly seat?: number | string;
  /** Of a private match. */
  readonly code?: string;
  /** Told once where the host lets in each: from then on `join` waits for the host, or until `giveUp` is called. */
  readonly onWaiting?: (giveUp: () => void) => void;
}

const ASK_AGAIN_MS = 1000;

export class FlowerWarClient extends Temples {
  /** Comes back as the player whose recovery code this is. */
  static async recover(options: ClientOptions, code: string): Promise<FlowerWarClient> {
    const client = new FlowerWarClient(options);
    await client.recoverBy(code);
    return client;
  }

  /** Comes in as the player whose other device shows this code. */
  static async redeem(options: ClientOptions, code: string): Promise<FlowerWarClient> {
    const client = new FlowerWarClient(options);
    await client.redeemBy(code);
    return client;
  }

  async games(): Promise<Catalogue['games']> {
    return (await this.http.get<Catalogue>('/api/games')).games;
  }

  /** The cards of a game, with the words for people. */
  async cards(game: string): Promise<CardList['cards']> {
    return (await this.http.get<CardList>(`/api/games/${encodeURIComponent(game)}/cards`)).cards;
  }

  async matches(filter: LobbyFilter = {}): Promise<readonly MatchSummary[]> {
    const query = new URLSearchParams(
      Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString();
    return (await this.http.get<{ matches: MatchSummary[] }>(`/api/matches?${query}`)).matches;
  }

  /** The same list, kept up to date. */
  lobby(filter: LobbyFilter = {}): Promise<LiveLobby> {
    return LiveLobby.open(this.http.url, () => this.http.post<Place>('/api/lobby', filter));
  }

  match(id: string): Promise<MatchSummary> {
    return this.http.get(pathOf(id));
  }

  /** Makes a match; nobody sits in it yet but the bots that are named. */
  create<G extends string>(wanted: NewMatch<G>): Promise<MatchSummary & { game: G }> {
    return this.http.post('/api/matches', wanted);
  }

  addBot(match: string, bot: string, seat?: number): Promise<MatchSummary> {
    return this.http.post(pathOf(match, 'bots'), { bot, ...(seat !== undefined && { seat }) });
  }

  /** The host lets somebody sit down who waits in `asking` of the summary. */
  admit(match: string, player: string): Promise<MatchSummary> {
    return this.http.post(pathOf(match, 'admit'), { player });
  }

  /** The host does not. */
  dismiss(match: string, player: string): Promise<MatchSummary> {
    return this.http.post(pathOf(match, 'dismiss'), { player });
  }

  /** The host takes a seat from a player or a bot before the match starts. */
  emptySeat(match: string, seat: number): Promise<MatchSummary> {
    return this.http.post(pathOf(match, 'remove'), { seat });
  }

  /** Gives the seat back before the match starts. */
  leave(match: string): Promise<MatchSummary> {
    return this.http.post(pathOf(match, 'leave'));
  }

  /** Takes a seat, or comes back to the one held, and stays connected to it whatever network and server do. */
  async join<G extends string>(
    { match }: { match: string; game: G },
    { onWaiting, ...joining }: Joining = {},
  ): Promise<LiveMatch<ViewOf<G>>> {
    const sitDown = (sit: object) => this.http.post<Place>(pathOf(match, 'seat'), sit);
    const { commitment, seats } = await this.match(match);
    const contribution = randomHex(16);
    const isBack = seats.some(({ player }) => player !== undefined && player === this.session?.player);
    let isSeated = isBack;
    const ask = () => untilAdmitted(() => sitDown({ commitment, contribution, ...joining }), onWaiting);
    const reserve = async (): Promise<Place> => {
      // Whoever lost the seat meanwhile does not sit down again by mistake.
      const place = isSeated ? await this.http.post<Place>(pathOf(match, 'connect')) : await ask();
      isSeated = true;
      return place;
    };
    const fairness = { commitment, ...(!isBack && { contribution }) };
    return LiveMatch.open({ match, url: this.http.url, fairness, reserve, rematch: () => this.rematch<G>(match) });
  }

  /** Sits down at the match that a link leads to, whatever game it is. */
  joinByLink(link: string, joining: Joining = {}): Promise<LiveMatch<unknown>> {
    const found = readInviteLink(link);
    if (found === undefined) return Promise.reject(new Error(`"${link}" is no link to a match: it names none`));
    const { match, code } = found;
    return this.join({ match, game: '' as string }, { ...joining, ...(code !== undefined && { code }) });
  }

  /** Plays an ended match once more: all who played it meet in one new match, and each has a seat there for some minutes. */
  async rematch<G extends string>(match: string): Promise<LiveMatch<ViewOf<G>>> {
    const next = await this.http.post<MatchSummary & { game: G }>(pathOf(match, 'rematch'));
    return this.join(next);
  }

  /** Sits down at an open match of a game that starts soon, or at a new one; after a while bots take the free seats. */
  async quickPlay<G extends string>(
    game: G,
    wish: string | Omit<QuickWish, 'game'> = {},
  ): Promise<LiveMatch<ViewOf<G>>> {
    const wanted = typeof wish === 'string' ? { game, preset: wish } : { game, ...wish };
    for (;;) {
      const found = await this.http.post<MatchSummary>('/api/quick', wanted);
      try {
        return await this.join({ match: found.match, game });
      } catch (error) {
        if (!isTooLate(error)) throw error;
      }
    }
  }

  /** Looks on without a seat. */
  async watch<G extends string>({ match }: { match: string; game: G }, code?: string): Promise<LiveMatch<ViewOf<G>>> {
    const { commitment } = await this.match(match);
    const reserve = () => this.http.post<Place>(pathOf(match, 'watch'), code === undefined ? {} : { code });
    return LiveMatch.open({ match, url: this.http.url, fairness: { commitment }, reserve });
  }

  /** The record of a finished match, as JSON lines. */
  record(match: string): Promise<string> {
    return this.http.text(pathOf(match, 'record'));
  }

  /** The keys that this server signs records with, in hex. */
  async keys(): Promise<readonly string[]> {
    const { keys } = await this.http.get<{ keys: { hex: string }[] }>(pathTo('listKeys', {}));
    return keys.map(({ hex }) => hex);
  }
}

function pathOf(match: string, what?: string): string {
  return `/api/matches/${encodeURIComponent(match)}${what === undefined ? '' : `/${what}`}`;
}

/** Asks again until the host has decided. */
async function untilAdmitted(ask: () => Promise<Place>, onWaiting: Joining['onWaiting']): Promise<Place> {
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

/** Somebody else was faster: look again. */
function isTooLate(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === 'match-full' || code === 'already-started' || code === 'match-over';
}

function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
