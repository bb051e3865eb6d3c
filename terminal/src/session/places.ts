/** Finds or creates the match that the command line asks for, and takes a place in it. */
import { type FlowerWarClient, type LiveMatch, type MatchSummary, RefusedError } from '@flower-war/client';
import type { TerminalArguments } from '../options/arguments.ts';
import { type Settings, settingsFor } from '../options/settings.ts';
import { refusalWords } from '../screen/problem.ts';
import type { Teletype } from '../screen/teletype.ts';
import { type Cards, readCards } from '../words/cards.ts';
import { chooseMatch } from './lobby.ts';

export interface PlaceAtTable {
  readonly live: LiveMatch;
  readonly summary: MatchSummary;
  /** Read before the match can begin: events that come before this terminal listens are never shown. */
  readonly cards: Cards;
  /** Called when everything is ready to be shown. */
  readonly begin: () => Promise<unknown>;
}

const AT_ONCE = async () => {};

/** The place; nothing if the player left the lobby without a choice. */
export async function findPlace(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  teletype: Teletype,
): Promise<PlaceAtTable | undefined> {
  if (wanted.lobby) return chosen(client, wanted, teletype);
  if (wanted.quick) return quick(client, wanted, { teletype, settings: settingsFor(await client.games(), wanted) });
  if (wanted.join !== undefined)
    return joined(client, await client.match(wanted.join), { code: wanted.code, teletype });
  if (wanted.watch === undefined)
    return newMatch(client, wanted, { teletype, settings: settingsFor(await client.games(), wanted) });
  return watched(client, await client.match(wanted.watch), { code: wanted.code, teletype });
}

async function watched(
  client: FlowerWarClient,
  summary: MatchSummary,
  { code, teletype }: Coming,
): Promise<PlaceAtTable> {
  const cards = await readCards(client, summary.game, teletype.words);
  return { live: await client.watch(summary, code), summary, cards, begin: AT_ONCE };
}

/** If another player took the last seat meanwhile, the list is shown again. */
async function chosen(client: FlowerWarClient, { game, preset }: TerminalArguments, teletype: Teletype) {
  const filter = { ...(game !== undefined && { game }), ...(preset !== undefined && { preset }) };
  for (;;) {
    const entry = await chooseMatch(client, filter, teletype);
    if (entry === undefined) return undefined;
    try {
      const summary = await client.match(entry.match);
      const hasSeat = entry.status === 'open' || summary.seats.some(({ player }) => player === client.session?.player);
      return await (hasSeat ? joined(client, summary, { teletype }) : watched(client, summary, { teletype }));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      teletype.say(refusalWords(error, teletype.words));
    }
  }
}

async function quick(
  client: FlowerWarClient,
  wanted: TerminalArguments,
  { settings: { game, preset, seats }, teletype }: Making,
): Promise<PlaceAtTable> {
  const cards = await readCards(client, game.id, teletype.words);
  const wish = { ...(preset !== undefined && { preset }), ...(wanted.seats !== undefined && { seats }) };
  const live = await client.quickPlay(game.id, wish);
  return { live, summary: await client.match(live.id), cards, begin: AT_ONCE };
}

interface Making {
  readonly settings: Settings;
  readonly teletype: Teletype;
}

interface Coming {
  readonly code?: string | undefined;
  readonly teletype: Teletype;
}

async function joined(
  client: FlowerWarClient,
  summary: MatchSummary,
  { code, teletype }: Coming,
): Promise<PlaceAtTable> {
  const onWaiting = () => teletype.say(teletype.words.screen.match.approval);
  const cards = await readCards(client, summary.game, teletype.words);
  const live = await client.join(summary, { onWaiting, ...(code !== undefined && { code }) });
  return { live, summary, cards, begin: AT_ONCE };
}

/** One seat stays free: for the player, or with --auto for the last bot, which joins when this terminal watches. */
async function newMatch(
  client: FlowerWarClient,
  { auto }: TerminalArguments,
  { settings: { game, bot, preset, options, seats, table }, teletype }: Making,
): Promise<PlaceAtTable> {
  const bots = bot === 'none' ? [] : Array.from({ length: seats - 1 }, () => ({ bot }));
  const isFolded = teletype.isLive && table.habits === undefined; // a pipe may answer every question
  const usual = isFolded ? { ...table, habits: 'usual' as const } : table;
  const wanted = { game: game.id, options, seats, table: usual, bots, ...(preset !== undefined && { preset }) };
  const summary = await client.create(wanted);
  if (!auto) return joined(client, summary, { teletype });
  const cards = await readCards(client, game.id, teletype.words);
  return { live: await client.watch(summary), summary, cards, begin: () => client.addBot(summary.match, bot) };
}
