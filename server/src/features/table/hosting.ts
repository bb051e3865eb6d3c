/** What a host does: decides who may sit, empties seats, makes a match anew, once more, or from a position; and what a player may look at before choosing. */
import {
  type Hint,
  type historyBodies,
  type LegalMoves,
  type matchBodies,
  isBotAccount,
  type MatchSummary,
  tableSettings,
} from '@flower-war/protocol';
import type { BotName, Seat } from '@flower-war/rules';
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
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { explainedMoves, seenBy } from '../../match/record/hiddenWindow.ts';
import type { NewMatch } from '../../matches/createMatch.ts';
import type { BotQuestion } from '../../matches/thinker.ts';
import type { Replays } from '../replay/replays.ts';
import { hostOneMore, type Quotas } from './admission.ts';
import { type FindingSeats, type OpenTables, seatOccupant, seatOf, settled, withMatch } from './seating.ts';
import { find, findRematch, maySee, rotated, summarize, type Summarizing, takesPart } from './summary.ts';

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
  services: OpenTables & Summarizing,
  id: string,
  asked: { host: string; seat: number },
): Promise<MatchSummary> {
  await checkHost(services, id, asked.host);
  const removing = async (match: Match) => {
    const holder = match.position.occupants.get(asked.seat);
    if (holder === undefined) throw new Refused('seat-free');
    if (holder.kind === 'player' && holder.player !== asked.host)
      services.approvals.decide(id, holder.player, 'dismissed');
    return match.standUp(asked.seat, services.now(), holder);
  };
  // Among those who sit down: a player who was let in before would sit down again after it.
  const stoodUp = await services.ties.turns.run(id, () => withMatch(services, id, removing));
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

// What a strong player would look at: the move that the strongest bot would choose, from what the seat was shown and nothing else.

const STRONGEST: BotName = 'strong';

/** Only where no other person plays: against people it would be help from outside. */
export async function hintFor(services: FindingSeats & OpenTables, id: string, player: string): Promise<Hint> {
  const seat = await seatOf(services, id, player);
  const { decision, legal, question } = await withMatch(services, id, async (match) => asked(match, seat as Seat));
  const index = await services.matches.advise(question);
  const move = index === undefined ? undefined : legal[index];
  if (move === undefined) throw new Refused('unavailable', 'hints');
  return { match: id, decision, move };
}

export function asked(match: Match, seat: Seat) {
  const { status, occupants, created } = match.position;
  if (status === 'open') throw new Refused('not-started');
  if (status !== 'running') throw new Refused('match-over');
  if ([...occupants].some(([other, { kind }]) => other !== seat && kind !== 'bot'))
    throw new Refused('forbidden', 'hints', 'Hints are for matches in which all the other seats are bots.');
  const own = match.privateOf(seat);
  const { decision, legal } = own;
  if (decision === undefined) throw new Refused('stale-decision');
  const { view } = seenBy({ spectator: match.table.view, own });
  const { engine } = match;
  const moves = legal.map((move): unknown => engine.parse(move));
  const question: BotQuestion = { view, seat, options: created.options, legal: moves, game: engine.id, bot: STRONGEST };
  return { decision, legal, question };
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
  const made = { ...planned, table: openToBots(planned.table, player), host: player, ...(rematch && { rematch }) };
  const id = await hostOneMore(services, player, () => services.matches.create(made));
  await seatBots(services, id, bots);
  return id;
}

/** At the table of a bot account other ones may sit, and the record says so. */
export function openToBots(table: NewMatch['table'], ...players: readonly string[]): NewMatch['table'] {
  return players.some(isBotAccount) ? { ...table, programs: 'allowed' } : table;
}

/** All that the request leaves open is chosen. Refuses what no match can be. */
export function plan(services: Pick<Creating, 'config' | 'games' | 'readiness'>, wanted: CreateRequest) {
  mustBeOpen(services);
  const hosted = mustHost(services.games, wanted.game);
  const { preset, options } = chosenOptions(hosted, wanted);
  const seats = wanted.seats ?? hosted.game.usualSeats ?? hosted.game.seats[1];
  mustSeat(hosted, seats);
  const amiss = hosted.game.optionAmiss?.(options, seats);
  if (amiss !== undefined) throw new Refused('bad-options', amiss);
  const bots = wanted.bots ?? [];
  checkBots(hosted, seats, bots);
  return { game: wanted.game, preset, options, seats, table: tableFor(services, hosted, wanted), bots };
}

type Bots = NonNullable<CreateRequest['bots']>;

async function seatBots(services: OpenTables, id: string, bots: Bots): Promise<void> {
  const named = bots.filter(({ seat }) => seat !== undefined);
  const others = bots.filter(({ seat }) => seat === undefined);
  if (bots.length === 0) return;
  // The match stays open until all are seated, so that its record is read once.
  await withMatch(services, id, async () => {
    for (const { bot, seat } of [...named, ...others])
      await seatOccupant(services, id, { who: { by: 'bot', bot }, seat });
  });
}

function mustBeOpen({ readiness }: Pick<Creating, 'readiness'>): void {
  if (readiness.phase !== 'open') throw new Refused('unavailable', readiness.state);
}

/** A game without bots cannot fill free seats, so its tables never do. */
function tableFor({ config }: Pick<Creating, 'config'>, hosted: Hosted, { table }: CreateRequest): NewMatch['table'] {
  const wanted = { ...table, ...(usualBot(hosted) === undefined && { fillSeconds: 0 }) };
  return withVacation({ config }, tableSettings.parse(wanted));
}

/** A table says before one sits down whether vacations hold there: only where the clock counts days, and if this server has them. */
function withVacation({ config }: Pick<Creating, 'config'>, table: NewMatch['table']): NewMatch['table'] {
  const { vacation = true, ...rest } = table;
  return table.clock.kind === 'days' && config.VACATION_DAYS > 0 ? { ...rest, vacation } : rest;
}

/** Runs before the match is created, so that a refusal leaves no half-filled match behind. */
function checkBots(hosted: Hosted, seats: number, bots: Bots): void {
  if (bots.length > seats) throw new Refused('match-full');
  const named = bots.flatMap(({ seat }) => seat ?? []);
  if (named.some((seat) => seat >= seats)) throw new Refused('no-such-seat', 'bots');
  if (new Set(named).size < named.length) throw new Refused('seat-taken');
  for (const { bot } of bots) mustHaveBot(hosted, bot);
}

// A rematch: one for all players of a match, with every player moved on by one seat.

interface Repeating extends Creating, Summarizing {}

export async function rematch(services: Repeating, match: string, player: string): Promise<MatchSummary> {
  const { summary } = await find(services, match);
  if (!takesPart(summary, player)) throw new Refused('forbidden');
  if (summary.status !== 'ended') throw new Refused('not-over');
  const next = await services.turns.run(`rematch ${match}`, () => made(services, summary, player));
  services.places.announceRematch(match, next);
  return summarize(services, next, player);
}

/** One player after another, so that all find the same rematch, with its bots. */
async function made(services: Repeating, summary: MatchSummary, player: string): Promise<string> {
  const next = await findRematch(services.journal, summary.match);
  if (next === undefined) throw new Refused('limit-reached', 'rematches');
  if (!next.isThere) await repeat(services, summary, { player, id: next.id });
  await seatSameBots(services, summary.match, next.id);
  return next.id;
}

async function repeat(services: Creating, before: MatchSummary, { player, id }: { player: string; id: string }) {
  const { match, game, preset, options, seats, table } = before;
  const hosted = mustHost(services.games, game);
  for (const seat of seats) if (seat.kind === 'bot') mustHaveBot(hosted, seat.name);
  const wanted = { game, preset, options, seats: seats.length, table };
  const bots = seats.flatMap(({ player: one }) => (one !== undefined && isBotAccount(one) ? one : []));
  await createMatch(services, wanted, player, { of: match, id, bots });
}

/** Seats the bots if all seats are free. This also repairs a crash between creating the match and seating its bots. */
async function seatSameBots(services: Repeating, before: string, match: string): Promise<void> {
  const { summary } = await find(services, match);
  if (summary.status !== 'open' || summary.seats.some(({ kind }) => kind !== 'free')) return;
  const found = await services.journal.index(before);
  const holders = found === undefined ? [] : rotated((JSON.parse(found.index.summary) as IndexedMatch).seats);
  for (const [seat, holder] of holders.entries())
    if (holder !== null && 'bot' in holder)
      await seatOccupant(services, match, { who: { by: 'bot', bot: holder.bot }, seat });
}

// Starts a new match from any position of an ended one.

interface Continuing extends Creating, Summarizing {
  readonly replays: Replays;
}

/**
 * The new match has the same rules, options and number of seats, is open to any players, and is never rated. Strangers may not continue
 * a private match: its positions would show them what happened there.
 */
export async function continueMatch(
  services: Continuing,
  { match, player }: { readonly match: string; readonly player: string },
  { seq, table, bots = [] }: z.infer<typeof historyBodies.continue>,
): Promise<string> {
  mustBeOpen(services);
  const parent = await summarize(services, match, player);
  if (!(await maySee(services, parent, player))) throw new Refused('forbidden');
  if (parent.status !== 'ended') throw new Refused('not-over');
  const { game, preset, options, rulesVersion } = parent;
  const hosted = mustHost(services.games, game);
  const seats = parent.seats.length;
  checkBots(hosted, seats, bots);
  const from = { rulesVersion, position: { match, seq, state: await stateAt(services, match, seq) } };
  const { programs: _, ...before } = parent.table; // the maker of that table allowed them, and not the player who goes on
  const parsed = tableSettings.parse({ ...before, ...table, rated: false });
  const settings = openToBots(withVacation(services, parsed), player);
  const made = { game, preset, options, seats, table: settings, host: player, from };
  const id = await hostOneMore(services, player, () => services.matches.create(made));
  await seatBots(services, id, bots);
  return id;
}

async function stateAt({ replays }: Continuing, match: string, seq: number): Promise<Record<string, unknown>> {
  const folded = await replays.open(match);
  const position = await folded?.at(seq);
  if (position?.status !== 'running') throw new Refused('no-such-position');
  return position.state as Record<string, unknown>;
}
