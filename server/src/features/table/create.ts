/** Makes a match and seats the bots that the host names. */
import { type matchBodies, tableSettings } from '@flower-war/protocol';
import type { z } from 'zod';
import {
  chosenOptions,
  type Hosted,
  type HostedGames,
  mustHaveBot,
  mustHost,
  mustSeat,
  usualBot,
} from '../../base/hostedGames.ts';
import type { Readiness } from '../../base/readiness.ts';
import { Refused } from '../../base/refused.ts';
import type { NewMatch } from '../../matches/createMatch.ts';
import { hostOneMore, type Quotas } from './quotas.ts';
import { type OpenTables, seatOccupant, withMatch } from './seating.ts';

export interface Creating extends OpenTables, Quotas {
  readonly games: HostedGames;
  readonly readiness: Readiness;
}

type CreateRequest = z.infer<typeof matchBodies.create>;

/** Creates a match and seats the named bots. The creator has no seat yet. */
export async function createMatch(
  services: Creating,
  wanted: CreateRequest,
  player: string,
  rematch?: NewMatch['rematch'],
): Promise<string> {
  mustBeOpen(services);
  const hosted = mustHost(services.games, wanted.game);
  const { preset, options } = chosenOptions(hosted, wanted);
  const seats = wanted.seats ?? hosted.game.usualSeats ?? hosted.game.seats[1];
  mustSeat(hosted, seats);
  const amiss = hosted.game.optionAmiss?.(options, seats);
  if (amiss !== undefined) throw new Refused('bad-options', amiss);
  const bots = wanted.bots ?? [];
  checkBots(hosted, seats, bots);
  const table = tableFor(hosted, wanted);
  const made = { game: wanted.game, preset, options, seats, table, host: player, ...(rematch && { rematch }) };
  const id = await hostOneMore(services, player, () => services.matches.create(made));
  await seatBots(services, id, bots);
  return id;
}

type Bots = NonNullable<CreateRequest['bots']>;

export async function seatBots(services: OpenTables, id: string, bots: Bots): Promise<void> {
  const named = bots.filter(({ seat }) => seat !== undefined);
  const others = bots.filter(({ seat }) => seat === undefined);
  if (bots.length === 0) return;
  // The match stays open until all are seated, so that its record is read once.
  await withMatch(services, id, async () => {
    for (const { bot, seat } of [...named, ...others])
      await seatOccupant(services, id, { who: { by: 'bot', bot }, seat });
  });
}

export function mustBeOpen({ readiness }: Creating): void {
  if (readiness.phase !== 'open') throw new Refused('unavailable', readiness.state);
}

/** A game without bots cannot fill free seats, so its tables never do. */
function tableFor(hosted: Hosted, { table }: CreateRequest): NewMatch['table'] {
  return tableSettings.parse({ ...table, ...(usualBot(hosted) === undefined && { fillSeconds: 0 }) });
}

/** Runs before the match is created, so that a refusal leaves no half-filled match behind. */
export function checkBots(hosted: Hosted, seats: number, bots: Bots): void {
  if (bots.length > seats) throw new Refused('match-full');
  const named = bots.flatMap(({ seat }) => seat ?? []);
  if (named.some((seat) => seat >= seats)) throw new Refused('no-such-seat', 'bots');
  if (new Set(named).size < named.length) throw new Refused('seat-taken');
  for (const { bot } of bots) mustHaveBot(hosted, bot);
}
