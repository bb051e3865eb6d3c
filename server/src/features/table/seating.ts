import type { bodies, MatchSummary, SeatedAnswer } from '@flower-war/protocol';
import type { z } from 'zod';
import type { Caller } from '../../base/caller.ts';
import { Refused } from '../../base/refused.ts';
import { reservePlace } from '../../doors/rooms/roomPlaces.ts';
import { MATCH_ROOM, WATCH_ROOM } from '../../doors/rooms/tableRoom.ts';
import type { House } from '../../doors/services.ts';
import type { Committed, Match, NewOccupant } from '../../match/match.ts';
import type { WantedSeat } from '../../match/seats.ts';
import { checkAdmission } from './admission.ts';
import { bindAgain } from './ownedTemples.ts';
import { maySitOnceMore } from './quotas.ts';
import { seatsFor, seatsForBots } from './seatChoice.ts';
import { admit, find, summarize } from './summary.ts';

export async function sit(house: House, id: string, asked: z.infer<typeof bodies.sit> & Caller): Promise<SeatedAnswer> {
  const found = await admit(house, id, asked);
  if (found.summary.commitment !== asked.commitment) throw new Refused('commitment-changed');
  await maySitOnceMore(house, asked.player, id);
  checkAdmission(house, found, asked);
  const who: NewOccupant = { by: 'player', player: asked.player, contribution: asked.contribution };
  const seat = await seatOccupant(house, id, { who, seat: seatsFor(house, found, asked) });
  const { rematchOf } = found.summary;
  if (rematchOf !== undefined) await bindAgain(house, asked.player, { match: id, seat, of: rematchOf });
  return { seat, connection: await reservePlace(id, { player: asked.player, seat }) };
}

export async function connect(house: House, id: string, player: string): Promise<SeatedAnswer> {
  const seat = await seatOf(house, id, player);
  return { seat, connection: await reservePlace(id, { player, seat }) };
}

/** As the index says: whoever does not sit there opens nothing. */
export async function seatOf(house: House, id: string, player: string): Promise<number> {
  const { seats } = (await find(house, id)).summary;
  const seat = seats.findIndex((holder) => holder.player === player);
  if (seat < 0) throw new Refused('not-seated');
  return seat;
}

export async function watch(house: House, id: string, asked: Caller & { code?: string | undefined }) {
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
  return summarize(house, id, asked.player);
}

export async function leave(house: House, id: string, player: string): Promise<MatchSummary> {
  const seat = await seatOf(house, id, player);
  if ((await find(house, id)).summary.status !== 'open') throw new Refused('already-started');
  await withMatch(house, id, async (match) => {
    const holder = match.position.occupants.get(seat);
    if (match.seatOf(player) !== seat) throw new Refused('not-seated');
    settled(await match.standUp(seat, house.now(), holder));
  });
  return summarize(house, id, player);
}

export async function seatOccupant(
  house: House,
  id: string,
  wanted: { who: NewOccupant; seat: WantedSeat },
): Promise<number> {
  const sat = await withMatch(house, id, (match) => match.sit(wanted.who, wanted.seat, house.now()));
  settled(sat);
  if (sat.seat === undefined) throw new Error('somebody sat down nowhere');
  return sat.seat;
}

export function settled(committed: Committed): void {
  if (committed.kind === 'refused') throw new Refused(committed.code, committed.reason);
  if (committed.kind === 'retry') throw new Refused('unavailable');
}

/** The one way in which routes use a match: whatever comes of the job, the match is let go of. */
export async function withMatch<T>(house: House, id: string, job: (match: Match) => Promise<T>): Promise<T> {
  const outcome = await house.matches.use(id, async (match) => ({ value: await job(match) }));
  if (outcome === undefined) throw new Refused('no-such-match');
  return outcome.value;
}
