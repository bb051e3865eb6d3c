/** The games that a server hosts: rules, bots and the schema of the table, by id. */
import { type TableClass, TABLES } from '@flower-war/protocol';
import {
  type AnyGame,
  type Bot,
  engine,
  GAMES,
  numbered,
  type Options,
  type ResolvedOptions,
  resolveOptions,
} from '@flower-war/rules';
import { Refused } from './refused.ts';

/** A bot that the host brought as a file. It runs in a cell, never in the server. */
export interface GuestBot {
  /** The id of the game, and the name of the bot: `mexica.thrifty`. */
  readonly id: string;
  readonly game: string;
  readonly name: string;
  /** The begin of the SHA-256 of its file. */
  readonly version: string;
  /** JavaScript, or WebAssembly with a meter in it. */
  readonly code: string | Uint8Array;
}

export interface Hosted {
  readonly game: AnyGame;
  /** A guest has the usual bot here, which moves for it when it loses a turn. */
  readonly bots: Readonly<Record<string, Bot<unknown, unknown>>>;
  /** By name. */
  readonly guests?: ReadonlyMap<string, GuestBot>;
  /** The bot that the host chose for free seats and absent players. */
  readonly standIn?: string | undefined;
  readonly Table: TableClass;
  /** The names of the seats; numbers if absent. */
  readonly seatNames?: (options: Options, seats: number) => readonly string[];
}

export interface HostedGames {
  readonly all: readonly Hosted[];
  get(id: string): Hosted | undefined;
  /** The rules in that version: a record is always folded by the version it was played with. */
  engineOf(id: string, version: number): Promise<AnyGame | undefined>;
}

/** The match was begun by a newer version of the server. It waits for one that knows its rules, and is not damaged. */
export class UnknownRules extends Error {
  constructor(game: string, version: number) {
    super(`this version of the server does not know ${game} version ${version}: start the newer one`);
  }
}

/** By what lists show of the match. */
export async function unknownRulesIn({ engineOf }: HostedGames, summary: string): Promise<UnknownRules | undefined> {
  const { game, rulesVersion }: { readonly game: string; readonly rulesVersion: number } = JSON.parse(summary);
  return (await engineOf(game, rulesVersion)) === undefined ? new UnknownRules(game, rulesVersion) : undefined;
}

interface Brought {
  readonly guestBots?: readonly GuestBot[];
  readonly standIn?: string;
}

export function hostedGames({ guestBots = [], standIn }: Brought = {}): HostedGames {
  return hosting(
    [...GAMES.values()].map(({ game, bots, seatNames }) => {
      const Table = TABLES[game.id];
      if (Table === undefined) throw new Error(`protocol/src/state has no table for the game ${game.id}`);
      const guests = new Map(guestBots.filter((bot) => bot.game === game.id).map((bot) => [bot.name, bot]));
      const all = { ...bots, ...Object.fromEntries([...guests.keys()].map((name) => [name, bots.greedy])) };
      const chosen = standIn !== undefined && Object.hasOwn(all, standIn) ? standIn : undefined;
      return { game, bots: all, Table, seatNames, guests, standIn: chosen };
    }),
    engine,
  );
}

export function hosting(all: readonly Hosted[], engineOf: HostedGames['engineOf']): HostedGames {
  const byId = new Map(all.map((hosted) => [hosted.game.id, hosted]));
  return { all, get: (id) => byId.get(id), engineOf };
}

/** Refuses a game that is not hosted here, and says which are. */
export function mustHost(games: HostedGames, id: string): Hosted {
  const hosted = games.get(id);
  if (hosted !== undefined) return hosted;
  throw new Refused('unknown-game', undefined, `They are ${games.all.map(({ game }) => game.id).join(', ')}.`);
}

/** Refuses a bot that the game does not have, and says which it has. */
export function mustHaveBot({ bots }: Hosted, bot: string): void {
  if (Object.hasOwn(bots, bot)) return;
  throw new Refused('unknown-bot', undefined, `Its bots are ${Object.keys(bots).join(', ')}.`);
}

/** The bot that fills a free seat. */
export function usualBot({ bots }: Hosted): string | undefined {
  return Object.keys(bots)[0];
}

export function seatNamesOf({ seatNames = numbered }: Hosted, options: Options, seats: number): readonly string[] {
  return seatNames(options, seats);
}

// The options of a match, from what a player has chosen of a game.

interface Chosen {
  readonly preset?: string | undefined;
  readonly options?: object | undefined;
}

/** A preset and a value for each option. Refuses what the game does not have, and says what it has. */
export function chosenOptions(
  { game }: Hosted,
  { preset, options = {} }: Chosen,
): { preset: string; options: Options } {
  const resolved = resolveOptions(game, preset, options);
  if (!resolved.ok) throw new Refused('bad-options', resolved.option, wordsFor(resolved));
  return resolved;
}

/** Refuses a number of seats that the game does not have. */
export function mustSeat({ game }: Hosted, seats: number): void {
  const [fewest, most] = game.seats;
  if (seats < fewest || seats > most) throw new Refused('bad-options', 'seats', `It has ${fewest} to ${most} seats.`);
}

function wordsFor({ reason, allowed }: Extract<ResolvedOptions, { ok: false }>): string {
  const known = 'min' in allowed ? rangeOf(allowed) : allowed.join(', ');
  switch (reason) {
    case 'unknown-preset':
      return `Its presets are ${known}.`;
    case 'unknown-option':
      return `Its options are ${known}.`;
    case 'bad-value':
      return `This option takes ${known}.`;
  }
}

function rangeOf({
  min,
  max,
  step = 1,
}: {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}): string {
  return `a whole number from ${min} to ${max}${step === 1 ? '' : ` in steps of ${step}`}`;
}
