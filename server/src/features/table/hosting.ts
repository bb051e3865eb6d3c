/** What a host does: opens a match, decides who may sit, and empties seats. */
import { type LegalMoves, type MatchSummary, type matchBodies, tableSettings } from '@flower-war/protocol';
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
import type { Match } from '../../match/match.ts';
import { explainedMoves } from '../../match/shown/hiddenWindow.ts';
import type { NewMatch } from '../../matches/createMatch.ts';
import { hostOneMore, type Quotas } from './quotas.ts';
import { type FindingSeats, type OpenTables, seatOccupant, seatOf, settled, withMatch } from './seating.ts';
import { type Summarizing, summarize } from './summary.ts';

interface Hosting extends OpenTables, Summarizing {}

interface Deciding {
  readonly host: string;
  readonly player: string;
  readonly decision: 'admitted' | 'dismissed';
}

export async function decide(
  services: Summarizing,
  id: string,
  { host, player, decision }: Deciding,
): Promise<MatchSummary> {
  await checkHost(services, id, host);
  if (!(await services.people.isKnown(player))) throw new Refused('no-such-player');
  services.approvals.decide(id, player, decision);
  return summarize(services, id, host);
}

/** Removes the player or bot in a seat. A removed player needs the host's approval to sit down again. */
export async function emptySeat(
  services: Hosting,
  id: string,
  asked: { host: string; seat: number },
): Promise<MatchSummary> {
  await checkHost(services, id, asked.host);
  const stoodUp = await withMatch(services, id, async (match) => {
    const holder = match.position.occupants.get(asked.seat);
    if (holder === undefined) throw new Refused('seat-free');
    if (holder.kind === 'player' && holder.player !== asked.host)
      services.approvals.decide(id, holder.player, 'dismissed');
    return match.standUp(asked.seat, services.now(), holder);
  });
  if (stoodUp.kind === 'refused' && stoodUp.code === 'not-seated') throw new Refused('seat-free');
  settled(stoodUp);
  return summarize(services, id, asked.host);
}

async function checkHost(services: Summarizing, id: string, player: string): Promise<void> {
  const { host, status } = await summarize(services, id, player);
  if (host !== player) throw new Refused('forbidden');
  if (status !== 'open') throw new Refused(status === 'running' ? 'already-started' : 'match-over');
}

/** What a player's legal moves do, for screens that do not know the rules. */
export async function movesOf(services: FindingSeats & OpenTables, id: string, player: string): Promise<LegalMoves> {
  const seat = await seatOf(services, id, player);
  return withMatch(services, id, async (match) => movesIn(match, seat));
}

/** The legal moves of a seat as it was shown them, each with what it does. */
export function movesIn(match: Match, seat: number): LegalMoves {
  const own = match.privateOf(seat);
  const { step, decision } = own;
  const shown = { options: match.position.created.options, spectator: match.table.view, own };
  const moves = explainedMoves(match.engine, shown);
  return { match: match.id, step, ...(decision !== undefined && { decision }), moves };
}

// Makes a match and seats the bots that the host names.

export interface Creating extends OpenTables, Quotas {
  readonly games: HostedGames;
  readonly readiness: Readiness;
}

export type CreateRequest = z.infer<typeof matchBodies.create>;

/** Creates a match and seats the named bots. The creator has no seat yet. */
export async function createMatch(
  services: Creating,
  wanted: CreateRequest,
  player: string,
  rematch?: NewMatch['rematch'],
): Promise<string> {
  const { bots, ...planned } = plan(services, wanted);
  const made = { ...planned, host: player, ...(rematch && { rematch }) };
  const id = await hostOneMore(services, player, () => services.matches.create(made));
  await seatBots(services, id, bots);
  return id;
}

/** All that the request leaves open is chosen. Refuses what no match can be. */
export function plan(services: Pick<Creating, 'games' | 'readiness'>, wanted: CreateRequest) {
  mustBeOpen(services);
  const hosted = mustHost(services.games, wanted.game);
  const { preset, options } = chosenOptions(hosted, wanted);
  const seats = wanted.seats ?? hosted.game.usualSeats ?? hosted.game.seats[1];
  mustSeat(hosted, seats);
  const amiss = hosted.game.optionAmiss?.(options, seats);
  if (amiss !== undefined) throw new Refused('bad-options', amiss);
  const bots = wanted.bots ?? [];
  checkBots(hosted, seats, bots);
  return { game: wanted.game, preset, options, seats, table: tableFor(hosted, wanted), bots };
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

export function mustBeOpen({ readiness }: Pick<Creating, 'readiness'>): void {
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
