/** Bot accounts, in a file of their own: a page that has nothing to do with them does not load it. */
import type { BotWork, OwnBot, ReadyBots as BotList } from '@flower-war/protocol';
import { BOT_CALLS } from '@flower-war/protocol/paths';
import type { FlowerWarClient } from './client.ts';
import type { Http } from './http/http.ts';

/** Which bots are meant. */
export interface BotFilter {
  readonly game?: string;
  /** `next` of the page before. */
  readonly before?: string;
  readonly limit?: number;
}

/**
 * Bot accounts: those of this player, and all that take challenges. A token for one is made by
 * `client.tokens.create({ …, scopes: ['bot', 'read', 'play', 'lobby'], bot })`.
 */
export class Bots {
  private readonly http: Http;

  /** @internal `botsOf` makes it. */
  constructor(http: Http) {
    this.http = http;
  }

  /** The bot accounts of this player, the oldest first. */
  async mine(): Promise<readonly OwnBot[]> {
    return (await this.http.call('listMyBots', { call: BOT_CALLS.listMyBots })).bots;
  }

  /** Makes a bot account of this player. */
  create(name: string): Promise<OwnBot> {
    return this.http.call('createBot', { call: BOT_CALLS.createBot, body: { name } });
  }

  /** Gives a bot of this player another name. */
  rename(bot: string, name: string): Promise<OwnBot> {
    return this.http.call('renameBot', { call: BOT_CALLS.renameBot, params: { bot }, body: { name } });
  }

  /** Deletes a bot of this player, with its tokens and ratings. */
  async delete(bot: string): Promise<void> {
    await this.http.call('deleteBot', { call: BOT_CALLS.deleteBot, params: { bot } });
  }

  /** The bots that take challenges now. */
  list(query: BotFilter = {}): Promise<BotList> {
    return this.http.call('listBots', { call: BOT_CALLS.listBots, query });
  }

  /** For the program of a bot: it takes challenges for the next half minute, and learns what waits for it. */
  ready(games: readonly string[] = []): Promise<BotWork> {
    return this.http.call('takeChallenges', { call: BOT_CALLS.takeChallenges, body: { games } });
  }
}

/** The bot accounts that this client has to do with. */
export function botsOf(client: FlowerWarClient): Bots {
  return new Bots(client['http']);
}
