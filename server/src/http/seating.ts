import type { bodies, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import type { z } from 'zod';
import { checkAdmission } from '../lobby/admission.ts';
import { seatsFor, seatsForBots } from '../lobby/seatChoice.ts';
import type { Committed, Match, NewOccupant } from '../match/match.ts';
import type { WantedSeat } from '../match/seats.ts';
import { reservePlace } from '../rooms/hall.ts';
import type { House } from '../rooms/house.ts';
import { MATCH_ROOM, WATCH_ROOM } from '../rooms/tableRoom.ts';
import { bindAgain } from '../temples/owned.ts';
import { maySitOnceMore } from './holdings.ts';
import { Refused } from './route.ts';
import { admit, find, summarize } from './summary.ts';

export async function sit(
  house: House,
  id: string,
  asked: z.infer<typeof bodies.sit> & { player: string },
): Promise<SeatedAnswer> {
  const found = await admit(house, id, asked);
  if (found.summary.commitment !== asked.commitment) throw new Refused('commitment-changed');
  await maySitOnceMore(house, asked.player, id);
  checkAdmission(house, found, asked.player);
  const who: NewOccupant = { by: 'player', player: asked.player, contribution: asked.contribution };
  const seat = await seatOccupant(house, id, { who, seat: seatsFor(house, found, asked) });
  const { rematchOf } = found.summary;
  if (rematchOf !== undefined) await bindAgain(house, asked.player, { match: id, seat, of: rematchOf });
  return { seat, connection: await reservePlace(id, { player: asked.player, seat }) };
}

export async function connect(house: House, id: string, player: string): Promise<SeatedAnswer> {
  const seat = (await openOr404(house, id)).seatOf(player);
  if (seat === undefined) throw new Refused('not-seated');
  return { seat, connection: await reservePlace(id, { player, seat }) };
}

export async function watch(house: House, id: string, asked: { player: string; code?: string | undefined }) {
  const { table, seats } = (await admit(house, id, asked)).summary;
  if (table.watching === 'off') throw new Refused('watching-off');
  const isAtTable = seats.some(({ player }) => player === asked.player);
  const kind = table.watching === 'delayed' && !isAtTable ? WATCH_ROOM : MATCH_ROOM;
  return { connection: await reservePlace(id, { player: asked.player }, kind) };
}

export async function addBot(house: House, id: string, asked: z.infer<typeof bodies.bot> & { player: string }) {
  const { summary, kept } = await find(house, id);
  if (summary.host !== asked.player) throw new Refused('forbidden');
  if (!Object.hasOwn(house.games.get(summary.game)?.bots ?? {}, asked.bot)) throw new Refused('unknown-bot');
  const seat = asked.seat ?? seatsForBots(house, { summary, kept });
  await seatOccupant(house, id, { who: { by: 'bot', bot: asked.bot }, seat });
  await house.matches.release(id);
  return summarize(house, id, asked.player);
}

export async function leave(house: House, id: string, player: string): Promise<MatchSummary> {
  const match = await openOr404(house, id);
  const seat = match.seatOf(player);
  if (seat === undefined) throw new Refused('not-seated');
  if (match.position.status !== 'open') throw new Refused('already-started');
  settled(await match.standUp(seat, house.now()));
  await house.matches.release(id);
  return summarize(house, id, player);
}

export async function seatOccupant(
  house: House,
  id: string,
  wanted: { who: NewOccupant; seat: WantedSeat },
): Promise<number> {
  const match = await openOr404(house, id);
  const sat = await match.sit(wanted.who, wanted.seat, house.now());
  settled(sat);
  if (sat.seat === undefined) throw new Error('somebody sat down nowhere');
  return sat.seat;
}

export function settled(committed: Committed): void {
  if (committed.kind === 'refused') throw new Refused(committed.code, committed.reason);
  if (committed.kind === 'retry') throw new Refused('unavailable');
}

export async function openOr404(house: House, id: string): Promise<Match> {
  const match = await house.matches.open(id);
  if (match === undefined) throw new Refused('no-such-match');
  return match;
}
