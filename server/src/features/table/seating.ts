/**
 * Who may sit down, in this order: the code of a private match (`admit`), how many matches a player may be in (`maySitOnceMore`), the
 * approval of the host (`checkAdmission`), which seat it is (`seatsFor`), and last the match itself (match/seats.ts).
 */
import type { MatchSummary, matchBodies, SeatedAnswer } from '@flower-war/protocol';
import { z } from 'zod';
import { mustHaveBot, mustHost } from '../../base/hostedGames.ts';
import type { Caller } from '../../base/ids.ts';
import { type Committed, Refused } from '../../base/refused.ts';
import type { Match, NewOccupant } from '../../match/match.ts';
import type { WantedSeat } from '../../match/seats.ts';
import type { Matches } from '../../matches/matches.ts';
import { Elsewhere, type Peer } from '../../store/ownership/processes.ts';
import type { Notices } from '../notices/notices.ts';
import { refuseApart } from '../people/ties.ts';
import { Unreached } from '../temples/templeHomes.ts';
import {
  type Admission,
  admit,
  type Admitting,
  checkAdmission,
  inTurnOf,
  maySitOnceMore,
  type Quotas,
  type Who,
  whoOf,
} from './admission.ts';
import { bindAgain, type Owning } from '../temples/ownTemple.ts';
import { find, type Finding, type Kept, summarize, type Summarizing } from './summary.ts';

/** What a use case needs to seat a player or a bot at a match. */
export interface OpenTables {
  readonly matches: Matches;
  readonly now: () => number;
}

interface Seating extends OpenTables, Summarizing {}

interface Sitting extends Seating, Admitting, Admission, Owning, Quotas {
  readonly notices: Pick<Notices, 'sits'>;
}

type AskedSeat = z.infer<typeof matchBodies.sit> & Caller;

/**
 * Players sit down at one match one after another, so that each is judged by who sits there already. A player who waits for an own turn
 * is not among them yet, and holds up no other.
 */
export async function sit(services: Sitting, id: string, asked: AskedSeat): Promise<SeatedAnswer> {
  const sitting = () => services.ties.turns.run(id, () => sitInTurn(services, id, asked));
  const { seated, of } = await inTurnOf(services, asked.player, sitting);
  if (of !== undefined) await bindAgain(services, asked.player, { match: id, seat: seated.seat, of });
  return seated;
}

async function sitInTurn(services: Sitting, id: string, asked: AskedSeat) {
  const found = await admit(services, id, asked);
  if (found.summary.commitment !== asked.commitment) throw new Refused('commitment-changed');
  await maySitOnceMore(services, asked.player, id);
  const { isShutOut } = await checkAdmission(services, found, asked);
  await services.notices.sits(asked.player); // so that the start is told
  const who: NewOccupant = { by: 'player', player: asked.player, contribution: asked.contribution };
  const wanted = { who, seat: seatsFor(services, found, asked) };
  // The room opens while the match is open, so that the record is read once.
  const seated = await withMatch(services, id, async (match) => {
    if (isShutOut) refuseSeat(match, wanted.seat);
    const seat = await seatAt(services, match, wanted);
    if (found.kept.tournament === undefined) await standUpIfApart(services, match, { player: asked.player, seat });
    return { seat, connection: await services.places.reserve(id, { ...whoOf(asked), seat }) };
  });
  return { seated, of: found.summary.rematchOf };
}

/** What the match would say of a seat that is not given to new players, or not yet. */
function refuseSeat({ position }: Match, seat: WantedSeat): never {
  const occupant = typeof seat === 'number' ? position.occupants.get(seat) : undefined;
  throw new Refused(occupant?.kind === 'player' && occupant.bot !== undefined ? 'seat-kept' : 'already-started');
}

/** A block that was set while the player sat down holds, too, unless the match has begun. */
async function standUpIfApart(
  { ties, now }: Sitting,
  match: Match,
  { player, seat }: { readonly player: string; readonly seat: number },
): Promise<void> {
  const { host, occupants, status } = match.position;
  if (status !== 'open') return;
  const holder = occupants.get(seat);
  const others = [...occupants.values()].flatMap((one) => (one.kind === 'player' ? one.player : []));
  const apart = await ties.between(player, [host, ...others]);
  if (apart !== undefined && (await match.standUp(seat, now(), holder)).kind === 'done') refuseApart(apart);
}

export interface FindingSeats extends Finding {
  readonly matches: Pick<Matches, 'ifAwake'>;
}

export async function connect(services: FindingSeats, id: string, asked: Who): Promise<SeatedAnswer> {
  const seat = await seatOf(services, id, asked.player);
  return { seat, connection: await services.places.reserve(id, { ...whoOf(asked), seat }) };
}

/** The player's seat, by the index if the match sleeps: a player without a seat does not cause it to be opened. */
export async function seatOf(services: FindingSeats, id: string, player: string): Promise<number> {
  const awake = await services.matches.ifAwake(id);
  const seat = awake === undefined ? await indexedSeat(services, id, player) : awake.seatOf(player);
  if (seat === undefined) throw new Refused('not-seated');
  return seat;
}

async function indexedSeat(services: Finding, id: string, player: string): Promise<number | undefined> {
  const { seats } = (await find(services, id)).summary;
  return seats.find((holder) => holder.player === player)?.seat;
}

export async function addBot(
  services: Seating,
  id: string,
  asked: z.infer<typeof matchBodies.bot> & { player: string },
) {
  const { summary, kept } = await find(services, id);
  if (summary.host !== asked.player) throw new Refused('forbidden');
  mustHaveBot(mustHost(services.games, summary.game), asked.bot);
  const seat = asked.seat ?? seatsForBots(services, { summary, kept });
  await seatOccupant(services, id, { who: { by: 'bot', bot: asked.bot }, seat });
  return summarize(services, id, asked.player);
}

export async function leave(services: Seating, id: string, player: string): Promise<MatchSummary> {
  const seat = await seatOf(services, id, player);
  if ((await find(services, id)).summary.status !== 'open') throw new Refused('already-started');
  await withMatch(services, id, async (match) => {
    const holder = match.position.occupants.get(seat);
    if (match.seatOf(player) !== seat) throw new Refused('not-seated');
    settled(await match.standUp(seat, services.now(), holder));
  });
  return summarize(services, id, player);
}

interface WantedPlace {
  readonly who: NewOccupant;
  readonly seat: WantedSeat;
}

export function seatOccupant(services: OpenTables, id: string, wanted: WantedPlace): Promise<number> {
  return withMatch(services, id, (match) => seatAt(services, match, wanted));
}

async function seatAt({ now }: Pick<OpenTables, 'now'>, match: Match, { who, seat }: WantedPlace): Promise<number> {
  const sat = await match.sit(who, seat, now());
  settled(sat);
  if (sat.seat === undefined) throw new Error('sitting down was accepted without a seat');
  return sat.seat;
}

export function settled(committed: Committed): void {
  if (committed.kind === 'refused') throw new Refused(committed.code, committed.reason);
  if (committed.kind === 'retry') throw new Refused('unavailable');
}

/** The one way in which routes use a match. The match is released afterwards, also if the job fails. */
export async function withMatch<T>({ matches }: OpenTables, id: string, job: (match: Match) => Promise<T>): Promise<T> {
  const outcome = await matches.use(id, async (match) => ({ value: await job(match) }));
  if (outcome === undefined) throw new Refused('no-such-match');
  return outcome.value;
}

// Which seat a player gets: the named one, in a rematch the player's own, or any that is not kept for another player.

interface OpenSeats {
  readonly summary: MatchSummary;
  readonly kept: Kept;
}

interface SeatRequest {
  readonly player: string;
  /** The seat's number, or its name in the game. */
  readonly seat?: number | string | undefined;
}

interface Clock {
  readonly now: () => number;
}

function seatsFor({ now }: Clock, { summary, kept }: OpenSeats, { player, seat }: SeatRequest): WantedSeat {
  if (seat !== undefined) {
    const wanted = typeof seat === 'number' ? seat : seatCalled(summary, seat);
    if (kept.isKeptFrom(player, wanted, now())) throw new Refused('seat-taken', 'kept');
    return wanted;
  }
  const own = kept.seatOf(player);
  if (kept.tournament !== undefined) return own;
  if (summary.rematchOf === undefined) return undefined;
  const others = summary.seats.flatMap((one) => (kept.isKeptFrom(player, one.seat, now()) ? [] : one.seat));
  return own === undefined ? others : [own, ...others];
}

/** The seats for a bot if the host names none: in a rematch those not kept, the last first. */
function seatsForBots({ now }: Clock, { summary, kept }: OpenSeats): WantedSeat {
  if (summary.rematchOf === undefined) return undefined;
  return summary.seats.flatMap(({ seat }) => (kept.isKeptFrom(undefined, seat, now()) ? [] : seat)).reverse();
}

function seatCalled({ seats }: MatchSummary, name: string): number {
  const found = seats.find(({ called }) => called.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new Refused('no-such-seat');
  return found.seat;
}

// Gives back the seats of a player who is banned or being deleted, in whichever process their matches live.

const id = z.string().max(200);

export const seat = z.object({ match: id, player: id, isForGood: z.boolean().exactOptional() });
export type Seat = z.infer<typeof seat>;

export interface SeatsBack extends Seating {
  readonly owners: { peerOf(kind: 'match', id: string): Promise<Peer | undefined> };
  /** Asks another process to give the seat back. False if the match does not live there any more. */
  readonly askForSeat: (peer: Peer, seat: Seat) => Promise<boolean>;
}

/** A match that moves while it is looked for is found at a later look, and so is that of a process which has died. */
const LOOKS = 3;

/** Refuses with `unavailable` if the process of the match does not answer now. */
export async function giveBack(services: SeatsBack, wanted: Seat): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const peer = await services.owners.peerOf('match', wanted.match);
    const isGivenBack = peer === undefined ? giveBackHere(services, wanted) : askedAt(services, peer, wanted);
    if (await isGivenBack) return;
  }
  throw new Refused('unavailable');
}

/** False if the match lives in another process. */
export async function giveBackHere(services: Seating, wanted: Seat): Promise<boolean> {
  try {
    await leave(services, wanted.match, wanted.player);
  } catch (error) {
    if (error instanceof Elsewhere) return false;
    // A player has no seat to give back if they only created the match, or if the match starts at this moment.
    if (!(error instanceof Refused) || error.code === 'unavailable') throw error;
  }
  return endWithoutHost(services, wanted);
}

/**
 * No other player can admit players. So a table that has not begun ends if its host has to, and without a host who may come back also if no
 * player waits there.
 */
async function endWithoutHost(services: Seating, { match: id, player, isForGood = false }: Seat): Promise<boolean> {
  const end = async (match: Match) => {
    const { occupants, created, ...now } = match.position;
    const isEmpty = [...occupants.values()].every(({ kind }) => kind !== 'player');
    const isInVain = created.table.approval || (isEmpty && isForGood);
    if (now.host === player && now.status === 'open' && isInVain)
      settled(await match.abort('abandoned', services.now()));
  };
  try {
    const { host, status } = (await find(services, id)).summary;
    if (host === player && status === 'open') await services.ties.turns.run(id, () => withMatch(services, id, end));
  } catch (error) {
    if (error instanceof Elsewhere) return false;
    if (!(error instanceof Refused) || error.code === 'unavailable') throw error;
  }
  return true;
}

async function askedAt({ askForSeat }: SeatsBack, peer: Peer, wanted: Seat): Promise<boolean> {
  try {
    return await askForSeat(peer, wanted);
  } catch (error) {
    if (error instanceof Unreached) return false;
    throw error;
  }
}
