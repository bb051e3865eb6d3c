/** Finds or creates the match that the command line asks for, and takes a place in it. */
import {
  type FlowerWarClient,
  type LiveLobby,
  type LiveMatch,
  type LobbyEntry,
  type LobbyFilter,
  type MatchSummary,
  RefusedError,
} from '@flower-war/client';
import type { Words } from '@flower-war/words';
import { type Settings, settingsFor, type TerminalArguments } from '../arguments.ts';
import { inColumns, refusalWords, type Teletype } from '../screen.ts';
import { type Cards, editionName, holderName, own, readCards } from '../words.ts';

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
  const cards = await readCards(client, summary, teletype.words);
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
  const wish = { ...(preset !== undefined && { preset }), ...(wanted.seats !== undefined && { seats }) };
  const live = await client.quickPlay(game.id, wish);
  const cards = await readCards(client, live, teletype.words);
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
  const cards = await readCards(client, summary, teletype.words);
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
  const cards = await readCards(client, summary, teletype.words);
  return { live: await client.watch(summary), summary, cards, begin: () => client.addBot(summary.match, bot) };
}

// After the end: offers a rematch with the same people.

/** The place in the rematch; nothing for a player who declines, and for a spectator. */
export async function playAgain(
  client: FlowerWarClient,
  { live, cards }: PlaceAtTable,
  teletype: Teletype,
): Promise<PlaceAtTable | undefined> {
  if (live.seat === undefined || live.table.result.result === 'aborted') return undefined;
  const { match } = teletype.words.screen;
  teletype.say('', match.rematch);
  const stop = live.on('rematch', () => teletype.say(match.rematchWanted));
  try {
    const line = await teletype.answer();
    if (line?.trim() !== '') return undefined;
    const again = await live.rematch();
    return { live: again, summary: await client.match(again.id), cards, begin: async () => {} };
  } finally {
    stop();
  }
}

// The list of matches on a terminal, kept up to date until the player chooses one.

/** The match that the player chose; nothing if the player left. */
async function chooseMatch(
  client: FlowerWarClient,
  filter: LobbyFilter,
  teletype: Teletype,
): Promise<LobbyEntry | undefined> {
  const lobby = await client.lobby(filter);
  const list = new List(lobby, teletype);
  try {
    return await Promise.race([list.choose(), teletype.interrupted]);
  } finally {
    list.stop();
    lobby.close();
  }
}

class List {
  private readonly teletype: Teletype;
  private readonly lobby: LiveLobby;
  /** The matches behind the numbers on the screen. */
  private shown: readonly LobbyEntry[] = [];
  private text = '';
  readonly stop: () => void;

  constructor(lobby: LiveLobby, teletype: Teletype) {
    this.lobby = lobby;
    this.teletype = teletype;
    this.stop = lobby.on('change', () => this.show());
  }

  async choose(): Promise<LobbyEntry | undefined> {
    this.show();
    for await (const line of this.teletype.lines()) {
      const word = line.trim().toLowerCase();
      if (word === 'q' || word === 'quit') return undefined;
      const chosen = this.shown[Number(word) - 1];
      if (chosen !== undefined) return chosen;
      this.teletype.say(this.teletype.words.screen.lobby.noNumber(line.trim()));
      this.teletype.ask();
    }
    return undefined;
  }

  /** Prints the list again only if it differs from the one on the screen. */
  private show(): void {
    this.shown = this.lobby.matches;
    const { words } = this.teletype;
    const lines = rowsOf(this.shown, words);
    const text = lines.join('\n');
    if (text === this.text) return;
    this.text = text;
    this.teletype.say('', ...lines, words.screen.lobby.help);
    this.teletype.ask();
  }
}

/** One line a match: `  1  Mexica  open  1 of 4 free  Ana, greedy`. */
export function rowsOf(matches: readonly LobbyEntry[], words: Words): readonly string[] {
  const { screen } = words;
  const { lobby } = screen;
  if (matches.length === 0) return [lobby.empty];
  const rows = matches.map((match, index) => [
    `${index + 1}`.padStart(3),
    editionName(screen, match.preset),
    own(lobby.statuses, match.status) ?? match.status,
    lobby.places(match.free, match.seats.length),
    notes(match, words),
  ]);
  return inColumns(rows);
}

function notes({ seats, length, clock, approval, fillSeconds, status }: LobbyEntry, words: Words): string {
  const {
    lobby,
    names: { lengths },
  } = words.screen;
  const names = seats.flatMap((seat) => (seat.kind === 'free' ? [] : holderName(seat, words)));
  const isOpen = status === 'open';
  const terms = [
    ...(length === '' || length === 'standard' ? [] : [own(lengths, length) ?? length]),
    ...(clock === 'none' ? [] : [own(lobby.clocks, clock) ?? clock]),
    ...(isOpen && approval ? [lobby.approval] : []),
    ...(isOpen && fillSeconds > 0 ? [lobby.fill(fillSeconds)] : []),
  ];
  return [names.join(', '), terms.length > 0 ? `(${terms.join(', ')})` : ''].filter(Boolean).join('  ');
}
