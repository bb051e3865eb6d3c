/** Bot accounts, in a file of their own: a page that has nothing to do with them does not load it. */
import type { AnyGame, BotWork, OwnBot, ReadyBots as BotList } from '@flower-war/protocol';
import { BOT_CALLS } from '@flower-war/protocol/paths';
import type { FlowerWarClient } from './client.ts';
import { type Http, RefusedError } from './http/http.ts';
import type { LiveMatchOf } from './rooms/liveMatch.ts';
import { pause } from './waiting/limited.ts';

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

/** What a bot account does. */
export interface BotLife {
  /** Challenges to other games are declined. Without games, the bot takes all. */
  readonly games?: readonly string[];
  /** The move of the seat at this moment: `view` is all that it may know, and `legal` all that it may play. */
  readonly choose: (match: LiveMatchOf<AnyGame>) => string | Promise<string>;
  /** Hears of each match that has ended. */
  readonly onEnd?: (match: LiveMatchOf<AnyGame>) => void;
  /** There is no server, or it refused something. The bot tries again. */
  readonly onError?: (error: unknown) => void;
  /** Aborting it stops the bot. Its matches go on when it lives again. */
  readonly signal?: AbortSignal;
}

/** No fault of a bot: another seat was faster, or its own clock. */
const HAPPENS: readonly string[] = ['stale-decision', 'match-over'];
const AFTER_REFUSAL_MS = 1000;

/** A bot counts as ready for half a minute after it has asked. */
const ASK_EVERY_MS = 2000;

/**
 * Takes challenges and plays all matches of the bot at once, until it is stopped. After a restart it goes on with the same matches. A function
 * that makes the client is asked again while there is no server. It throws what the server refuses for good: a token that has ended.
 */
export async function liveAsBot(bot: FlowerWarClient | (() => Promise<FlowerWarClient>), life: BotLife): Promise<void> {
  const { signal = new AbortController().signal, onError } = life;
  const playing = new Set<string>();
  let client = typeof bot === 'function' ? undefined : bot;
  for (; !signal.aborted; await pause(ASK_EVERY_MS, signal)) {
    let work: BotWork;
    try {
      client ??= await (bot as () => Promise<FlowerWarClient>)();
      work = await botsOf(client).ready(life.games ?? []);
    } catch (error) {
      if (isFinal(error)) throw error;
      onError?.(error);
      continue;
    }
    await take(client, work, { life, playing, signal });
  }
}

/** A status of 429 or from 500 on passes by itself. */
const isFinal = (error: unknown) =>
  error instanceof RefusedError && error.status !== undefined && error.status !== 429 && error.status < 500;

interface Living {
  readonly life: BotLife;
  readonly playing: Set<string>;
  readonly signal: AbortSignal;
}

async function take(client: FlowerWarClient, { challenges, matches }: BotWork, { life, playing, signal }: Living) {
  for (const one of matches.filter(({ match }) => !playing.has(match))) {
    playing.add(one.match);
    play(client, one, life, signal)
      .catch((error) => signal.aborted || life.onError?.(error))
      .finally(() => playing.delete(one.match)); // if it is not over, the server names it again
  }
  // Last, and each by itself: one that is refused keeps no match waiting, and no other challenge.
  for (const one of challenges) await answer(client, one, life.games ?? []).catch((error) => life.onError?.(error));
}

async function answer(
  client: FlowerWarClient,
  { challenge, game }: BotWork['challenges'][number],
  games: readonly string[],
) {
  if (games.length === 0 || games.includes(game)) await client.people.accept(challenge);
  else await client.people.decline(challenge, 'settings');
}

async function play(
  client: FlowerWarClient,
  { match, code }: BotWork['matches'][number],
  life: BotLife,
  signal: AbortSignal,
) {
  const live = await client.join(match, { ...(code === undefined ? {} : { code }), signal });
  const leave = () => live.close(); // at once: a thought may last for ever
  signal.addEventListener('abort', leave);
  try {
    while (!live.isOver) {
      if (live.legal.length > 0) await playOne(live, life, signal);
      await live.until(({ isOver, legal }) => isOver || legal.length > 0, { signal });
    }
    life.onEnd?.(live);
  } finally {
    signal.removeEventListener('abort', leave);
    live.close();
  }
}

/** A move that comes too late answers no later question. One that is refused is told, and the bot takes its time until the next. */
async function playOne(live: LiveMatchOf<AnyGame>, { choose, onError }: BotLife, signal: AbortSignal) {
  const { decision } = live;
  const answer = await live.play(await choose(live), { decision, signal });
  if (answer.kind !== 'rejected' || HAPPENS.includes(answer.code)) return;
  onError?.(new RefusedError(answer));
  await pause(AFTER_REFUSAL_MS, signal);
}
