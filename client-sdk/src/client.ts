/** The way in: sign in, find a match, play or watch it. */
import type { CardList, Catalogue, MatchSummary, TableSettings, ViewOf } from '@flower-war/protocol';
import { KEYS_PATH } from '@flower-war/protocol/paths';
import type { ClientOptions } from './account.ts';
import { Afterwards } from './afterwards.ts';
import { LiveMatch, type Place } from './liveMatch.ts';

export interface NewMatch<G extends string> {
  readonly game: G;
  readonly preset?: string;
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  readonly seats?: number;
  readonly table?: Partial<TableSettings>;
  readonly bots?: readonly { readonly bot: string; readonly seat?: number }[];
}

export interface Joining {
  readonly seat?: number;
  /** Of a private match. */
  readonly code?: string;
}

export class FlowerWarClient extends Afterwards {
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

  async matches(filter: { status?: MatchSummary['status']; game?: string } = {}): Promise<readonly MatchSummary[]> {
    const query = new URLSearchParams(filter).toString();
    return (await this.http.get<{ matches: MatchSummary[] }>(`/api/matches?${query}`)).matches;
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

  /** Gives the seat back before the match starts. */
  leave(match: string): Promise<MatchSummary> {
    return this.http.post(pathOf(match, 'leave'));
  }

  /** Takes a seat, or comes back to the one held, and stays connected to it whatever network and server do. */
  async join<G extends string>(
    { match }: { match: string; game: G },
    joining: Joining = {},
  ): Promise<LiveMatch<ViewOf<G>>> {
    const { commitment, seats } = await this.match(match);
    const contribution = randomHex(16);
    const isBack = seats.some(({ player }) => player !== undefined && player === this.session?.player);
    let isSeated = isBack;
    const reserve = async (): Promise<Place> => {
      // Whoever lost the seat meanwhile does not sit down again by mistake.
      const place = isSeated
        ? await this.http.post<Place>(pathOf(match, 'connect'))
        : await this.http.post<Place>(pathOf(match, 'seat'), { commitment, contribution, ...joining });
      isSeated = true;
      return place;
    };
    const fairness = { commitment, ...(!isBack && { contribution }) };
    return LiveMatch.open({ match, url: this.http.url, fairness, reserve });
  }

  /** Sits down at the best open match of a game, or at a new one. */
  async quickPlay<G extends string>(game: G, preset?: string): Promise<LiveMatch<ViewOf<G>>> {
    for (;;) {
      const found = await this.http.post<MatchSummary>('/api/quick', { game, ...(preset !== undefined && { preset }) });
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
    const { keys } = await this.http.get<{ keys: { hex: string }[] }>(KEYS_PATH);
    return keys.map(({ hex }) => hex);
  }
}

function pathOf(match: string, what?: 'bots' | 'connect' | 'leave' | 'record' | 'seat' | 'watch'): string {
  return `/api/matches/${encodeURIComponent(match)}${what === undefined ? '' : `/${what}`}`;
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
