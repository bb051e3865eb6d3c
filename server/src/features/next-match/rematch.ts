/** A rematch: one for all players of a match, with every player moved on by one seat. */
import type { MatchSummary } from '@flower-war/protocol';
import { Refused } from '../../base/refused.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import { type Creating, createMatch } from '../table/create.ts';
import { rotated } from '../table/keptSeats.ts';
import { findRematch } from '../table/rematchOf.ts';
import { seatOccupant } from '../table/seating.ts';
import { find, type Summarizing, summarize, takesPart } from '../table/summary.ts';

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
  await seatBots(services, summary.match, next.id);
  return next.id;
}

async function repeat(services: Creating, before: MatchSummary, { player, id }: { player: string; id: string }) {
  const { match, game, preset, options, seats, table } = before;
  const wanted = { game, preset, options, seats: seats.length, table };
  await createMatch(services, wanted, player, { of: match, id });
}

/** Seats the bots if all seats are free. This also repairs a crash between creating the match and seating its bots. */
async function seatBots(services: Repeating, before: string, match: string): Promise<void> {
  const { summary } = await find(services, match);
  if (summary.status !== 'open' || summary.seats.some(({ kind }) => kind !== 'free')) return;
  const found = await services.journal.index(before);
  const holders = found === undefined ? [] : rotated((JSON.parse(found.index.summary) as IndexedMatch).seats);
  for (const [seat, holder] of holders.entries())
    if (holder !== null && 'bot' in holder)
      await seatOccupant(services, match, { who: { by: 'bot', bot: holder.bot }, seat });
}
