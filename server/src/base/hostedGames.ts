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

export interface Hosted {
  readonly game: AnyGame;
  readonly bots: Readonly<Record<string, Bot<unknown, unknown>>>;
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

export function hostedGames(): HostedGames {
  return hosting(
    [...GAMES.values()].map(({ game, bots, seatNames }) => {
      const Table = TABLES[game.id];
      if (Table === undefined) throw new Error(`protocol/src/state has no table for the game ${game.id}`);
      return { game, bots, Table, seatNames };
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
