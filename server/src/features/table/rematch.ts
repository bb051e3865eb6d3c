/** A rematch: one for all players of a match, with every player moved on by one seat. */
import { type historyBodies, type MatchSummary, tableSettings } from '@flower-war/protocol';
import type { z } from 'zod';
import { mustHost } from '../../base/hostedGames.ts';
import { Refused } from '../../base/refused.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Replays } from '../replay/replays.ts';
import { type Creating, checkBots, createMatch, mustBeOpen, seatBots } from './hosting.ts';
import { hostOneMore } from './quotas.ts';
import { findRematch, rotated } from './rematchOf.ts';
import { seatOccupant } from './seating.ts';
import { find, type Summarizing, summarize, takesPart } from './summary.ts';

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
  const wanted = { game, preset, options, seats: seats.length, table };
  await createMatch(services, wanted, player, { of: match, id });
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

type ContinueRequest = z.infer<typeof historyBodies.continue>;

interface Caller {
  readonly match: string;
  readonly player: string;
}

/** The new match has the same rules, options and number of seats, is open to any players, and is never rated. */
export async function continueMatch(
  services: Continuing,
  { match, player }: Caller,
  { seq, table, bots = [] }: ContinueRequest,
): Promise<string> {
  mustBeOpen(services);
  const parent = await summarize(services, match, player);
  mayGoOn(parent, player);
  const { game, preset, options, rulesVersion } = parent;
  const hosted = mustHost(services.games, game);
  const seats = parent.seats.length;
  checkBots(hosted, seats, bots);
  const from = { rulesVersion, position: { match, seq, state: await stateAt(services, match, seq) } };
  const settings = tableSettings.parse({ ...parent.table, ...table, rated: false });
  const made = { game, preset, options, seats, table: settings, host: player, from };
  const id = await hostOneMore(services, player, () => services.matches.create(made));
  await seatBots(services, id, bots);
  return id;
}

/** Strangers may not continue a private match: its positions would show them what happened there. */
function mayGoOn(parent: MatchSummary, player: string): void {
  if (parent.table.visibility === 'private' && !takesPart(parent, player)) throw new Refused('forbidden');
  if (parent.status !== 'ended') throw new Refused('not-over');
}

async function stateAt({ replays }: Continuing, match: string, seq: number): Promise<Record<string, unknown>> {
  const folded = await replays.open(match);
  const position = await folded?.at(seq);
  if (position?.status !== 'running') throw new Refused('no-such-position');
  return position.state as Record<string, unknown>;
}
