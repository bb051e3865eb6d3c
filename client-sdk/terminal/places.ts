/** Finds the match that was asked for, or makes it, and a place in it. */
import type { FlowerWarClient, LiveMatch, MatchSummary } from '../src/index.ts';
import type { Wanted } from './arguments.ts';
import { type Cards, readCards } from './cards.ts';
import { type Settings, settingsFor } from './settings.ts';

export interface PlaceAtTable {
  readonly live: LiveMatch<unknown>;
  readonly summary: MatchSummary;
  /** Read before anything can happen in the match: what happens while nobody listens is never told. */
  readonly cards: Cards;
  /** Called when everything is ready to be shown. */
  readonly begin: () => Promise<unknown>;
}

const AT_ONCE = async () => {};

export async function findPlace(client: FlowerWarClient, wanted: Wanted): Promise<PlaceAtTable> {
  if (wanted.join !== undefined) return joined(client, await client.match(wanted.join), wanted.code);
  if (wanted.watch === undefined) return newMatch(client, wanted, settingsFor(await client.games(), wanted));
  const summary = await client.match(wanted.watch);
  const cards = await readCards(client, summary.game);
  return { live: await client.watch(summary, wanted.code), summary, cards, begin: AT_ONCE };
}

async function joined(client: FlowerWarClient, summary: MatchSummary, code?: string): Promise<PlaceAtTable> {
  const cards = await readCards(client, summary.game);
  const live = await client.join(summary, code === undefined ? {} : { code });
  return { live, summary, cards, begin: AT_ONCE };
}

/** The last seat stays free for the person; or for the last bot, which sits down when somebody looks on. */
async function newMatch(
  client: FlowerWarClient,
  { auto }: Wanted,
  { game, bot, preset, options, seats, table }: Settings,
): Promise<PlaceAtTable> {
  const bots = bot === 'none' ? [] : Array.from({ length: seats - 1 }, () => ({ bot }));
  const summary = await client.create({
    game: game.id,
    options,
    seats,
    table,
    bots,
    ...(preset !== undefined && { preset }),
  });
  if (!auto) return joined(client, summary);
  const cards = await readCards(client, game.id);
  return { live: await client.watch(summary), summary, cards, begin: () => client.addBot(summary.match, bot) };
}
