/** Bot accounts: their owners, how many a player may have, and which of them take challenges now. */
import { isBotAccount, type ListedBot, type OwnBot } from '@flower-war/protocol';
import { newBotId } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Stores } from '../../store/operations.ts';
import type { BotRow } from '../../store/people/bots.ts';
import { deviationAt, isProvisional } from '../ratings/glicko.ts';
import type { People } from './people.ts';

/** For a player who has a recovery code, and for a guest. */
const MOST = { player: 5, guest: 1 } as const;

/** So long a bot takes challenges after it has said so. */
const READY_MS = 30_000;
/** What is said again sooner is not written again. */
const AGAIN_MS = 15_000;

type BotStores = Pick<Stores, 'bots' | 'recovery' | 'people' | 'ratings'>;

interface Looking {
  readonly game?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
}

export class Bots {
  private readonly stores: BotStores;
  private readonly people: People;

  constructor(stores: BotStores, people: People) {
    this.stores = stores;
    this.people = people;
  }

  async make(owner: string, name: string, now: number): Promise<OwnBot> {
    const bot = { player: newBotId(), owner, name, createdAt: now };
    const isGuest = (await this.stores.recovery.createdAt(owner)) === undefined;
    const added = await this.stores.bots.add(bot, MOST[isGuest ? 'guest' : 'player']);
    if (added === 'unknown') throw new Refused('unauthorized');
    if (added === 'full') throw new Refused('limit-reached', 'bots');
    return shown(bot);
  }

  /** The oldest first. */
  async of(owner: string): Promise<OwnBot[]> {
    return (await this.stores.bots.of(owner)).map(shown);
  }

  /** Refuses a bot of another person as one that is none. */
  async mustOwn(owner: string, bot: string): Promise<BotRow> {
    const found = isBotAccount(bot) ? await this.stores.bots.find(bot) : undefined;
    if (found?.owner !== owner) throw new Refused('no-such-bot');
    return found;
  }

  async rename({ owner, bot, name }: { owner: string; bot: string; name: string }): Promise<OwnBot> {
    const found = await this.mustOwn(owner, bot);
    await this.stores.people.rename(bot, name);
    await this.people.reread([bot]);
    return shown({ ...found, name });
  }

  /** The person who owns the bot. Undefined: the player is a person. */
  async ownerOf(player: string): Promise<ListedBot['owner'] | undefined> {
    const owner = isBotAccount(player) ? (await this.stores.bots.find(player))?.owner : undefined;
    if (owner === undefined) return undefined;
    await this.people.load([owner]);
    return { player: owner, name: this.people.nameOf(owner) };
  }

  /** Whether the player and one of these others belong to one person: an owner and a bot, or two bots. */
  async isKin(player: string, others: readonly string[]): Promise<boolean> {
    const all = [player, ...others];
    if (!all.some(isBotAccount)) return false;
    const owners = new Map((await this.stores.bots.ownersOf(all)).map((bot) => [bot.player, bot.owner]));
    const behind = (one: string) => owners.get(one) ?? one;
    return others.some((other) => other !== player && behind(other) === behind(player));
  }

  /** The bot takes challenges for a while. */
  ready(player: string, games: readonly string[], now: number): Promise<void> {
    const said = JSON.stringify([...new Set(games)]);
    return this.stores.bots.ready({ player, games: said, until: now + READY_MS, again: now + READY_MS - AGAIN_MS });
  }

  async list({ game = '', before = '', limit }: Looking, now: number): Promise<{ bots: ListedBot[]; next?: string }> {
    const found = await this.stores.bots.whoIsReady({ game, after: before, now, limit: limit + 1 });
    const page = found.slice(0, limit);
    await this.people.load(page.flatMap(({ player, owner }) => [player, owner]));
    const bots = await Promise.all(
      page.map(async ({ player, owner, games }) => ({
        player,
        name: this.people.nameOf(player),
        owner: { player: owner, name: this.people.nameOf(owner) },
        games: JSON.parse(games) as string[],
        ratings: await this.ratingsOf(player, now),
      })),
    );
    const last = found.length > limit ? page.at(-1) : undefined;
    return { bots, ...(last && { next: last.player }) };
  }

  private async ratingsOf(player: string, now: number): Promise<ListedBot['ratings']> {
    const all = await this.stores.ratings.inPools(player);
    return all
      .filter((rating) => !isProvisional(rating, now))
      .map(({ pool, game, preset, ...rating }) => {
        const deviation = Math.round(deviationAt(rating, now));
        return { pool, game, preset, rating: Math.round(rating.rating), deviation };
      });
  }
}

function shown({ player, name, createdAt }: BotRow): OwnBot {
  return { player, name, createdAt };
}
