/**
 * Whom a match lets in: the code of a private match, which spectators there may be and what they see, whether the host has agreed to a
 * new player, and in how many matches a player may be.
 */
import { maySit } from '@flower-war/protocol';
import type { Config } from '../../base/config.ts';
import type { Caller } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Turns } from '../../base/scheduling.ts';
import type { IndexedMatch } from '../../match/record/matchIndex.ts';
import type { Journal } from '../../store/journal/journal.ts';
import type { Stores } from '../../store/operations.ts';
import { type Posted, seatedIn } from '../listing/filter.ts';
import type { Bots } from '../people/bots.ts';
import type { Guesses } from '../people/guesses.ts';
import { asTyped, hashOf, isSameHash } from '../people/codes.ts';
import { refuseApart, type Ties } from '../people/ties.ts';
import type { Approvals, Kicked, Visitor } from './presence.ts';
import { find, type Finding, type Found, peopleAt, playersAt, takesPart } from './summary.ts';

export interface Admitting extends Finding {
  readonly identity: { readonly guesses: Guesses; readonly bots: Bots };
  readonly ties: Ties;
  readonly kicked: Kicked;
  readonly now: () => number;
}

/** A player at the door, with the code of a private match. */
export type Knocking = Caller & { code?: string | undefined };

/**
 * Finds the match. A private one requires its code, except from its host, its players and owners of a kept seat. For a player
 * whom one of them has blocked no code is right. All may watch the matches of a public tournament, which says who sits there.
 */
export async function admit(services: Admitting, id: string, asked: Knocking): Promise<Found> {
  const found = await find(services, id);
  const { summary, code, kept } = found;
  const { player } = asked;
  if (code === undefined || kept.tournament?.isPublic || takesPart(summary, player)) return found;
  if (kept.tournament !== undefined && kept.seatOf(player) !== undefined) return found;
  const isShutOut = (await services.ties.between(player, peopleAt(summary))) === 'other';
  if (kept.seatOf(player) === undefined || isShutOut) await checkCode(services, { match: id, code, isShutOut }, asked);
  return found;
}

/** Counts wrong codes. A guest who has sent too many is refused without a look at the code. */
async function checkCode(
  { identity: { guesses }, now }: Admitting,
  { match, code, isShutOut }: { readonly match: string; readonly code: string; readonly isShutOut: boolean },
  { player, address, code: typed }: Knocking,
): Promise<void> {
  if (typed === undefined) throw new Refused('wrong-code');
  const guess = { address, player, at: `match ${match}` };
  const isRight = () => isSameHash(hashOf(asTyped(typed)), hashOf(code)) && !isShutOut;
  if (!(await guesses.try(guess, now(), isRight))) throw new Refused('wrong-code');
}

export async function watch(services: Admitting, id: string, asked: Knocking) {
  const { visitor, isDelayed } = spectatorIn(services, await admit(services, id, asked), asked);
  const { places } = services;
  return { connection: await (isDelayed ? places.reserveDelayed(id, visitor) : places.reserve(id, visitor)) };
}

interface Viewing {
  readonly visitor: Visitor;
  readonly isDelayed: boolean;
}

/** Whether a player sees the match from their seat or as a spectator. */
export async function viewerOf(services: Admitting, id: string, asked: Knocking): Promise<Viewing> {
  const found = await admit(services, id, asked);
  const { player } = asked;
  const seat = found.summary.seats.findIndex((holder) => holder.player === player);
  return seat < 0 ? spectatorIn(services, found, asked) : { visitor: { ...whoOf(asked), seat }, isDelayed: false };
}

function spectatorIn({ kicked }: Pick<Admitting, 'kicked'>, { summary }: Pick<Found, 'summary'>, asked: Who): Viewing {
  const { match, status, table, seats } = summary;
  if (table.watching === 'off') throw new Refused('watching-off');
  if (status === 'ended') kicked.forget(match);
  if (kicked.has(match, asked.player)) throw new Refused('kicked');
  const isAtTable = seats.some((holder) => holder.player === asked.player);
  return { visitor: whoOf(asked), isDelayed: table.watching === 'delayed' && !isAtTable };
}

export type Who = Pick<Visitor, 'player' | 'session' | 'scopes'>;

export function whoOf({ player, session, scopes }: Who): Who {
  return { player, ...(session !== undefined && { session }), ...(scopes && { scopes }) };
}

export interface Admission extends Pick<Admitting, 'identity'> {
  readonly approvals: Approvals;
  readonly ties: Ties;
  readonly now: () => number;
}

/**
 * Refuses bot accounts where the table does not allow them, two of one owner at a rated table, dismissed players, and players whom a block keeps from the people at the table. Where the host approves each player, a
 * new one waits. The host, seated players and owners of a kept seat need no approval. Returns whether the player is shut out of
 * seats that become free later.
 */
export async function checkAdmission(
  { approvals, ties, now, identity }: Admission,
  { summary, kept }: Found,
  caller: Caller,
): Promise<{ readonly isShutOut: boolean }> {
  const { match, status, table } = summary;
  const { player } = caller;
  if (!maySit(player, table)) throw new Refused('bots-not-allowed', 'table');
  if (table.rated && (await identity.bots.isKin(player, playersAt(summary))))
    throw new Refused('bots-not-allowed', 'owner');
  if (takesPart(summary, player) || status === 'ended') return { isShutOut: false };
  if (kept.tournament !== undefined) {
    if (kept.seatOf(player) === undefined) throw new Refused('not-admitted');
    if (status === 'open' && kept.tournament.isOver) throw new Refused('tournament-refused', 'ended');
    return { isShutOut: false };
  }
  const apart = await ties.between(player, peopleAt(summary));
  const decision = approvals.decisionOn(match, player);
  if (decision === 'dismissed') refuseApart('other');
  const isLetIn = !table.approval || decision === 'admitted' || kept.seatOf(player) !== undefined;
  if (status === 'running' && apart !== 'own' && isLetIn) return { isShutOut: apart === 'other' };
  refuseApart(apart);
  if (isLetIn) return { isShutOut: false };
  if (status === 'running') throw new Refused('already-started'); // the host decides only before
  approvals.ask(match, caller, now());
  throw new Refused('awaiting-approval');
}

// How many unfinished matches one player may host or play at once. What a player begins is done one after another, so that requests that come
// together do not all find room, and so that a player who is deleted or banned begins nothing more.

export interface Quotas {
  readonly config: Config;
  readonly journal: Journal;
  readonly bans: Pick<Stores['bans'], 'standingOf'>;
  readonly turns: Turns;
  readonly now: () => number;
}

/** Takes turns with all else that the player begins, or that deletes the player or clears the tables of one who was banned. */
export function inTurnOf<T>({ turns }: Pick<Quotas, 'turns'>, player: string, job: () => Promise<T>): Promise<T> {
  return turns.run(`player ${player}`, job);
}

/** Runs the job if the player may host one more match. */
export function hostOneMore<T>(services: Quotas, player: string, job: () => Promise<T>): Promise<T> {
  return inTurnOf(services, player, async () => {
    await mayBegin(services, player);
    await mayHostOneMore(services, player);
    return job();
  });
}

/**
 * The player may have been deleted or banned since the request came. A ban has cleared the tables of the player already, so nothing would end
 * what begins now.
 */
async function mayBegin({ bans, now }: Quotas, player: string): Promise<void> {
  const standing = await bans.standingOf(player, now());
  if (standing !== 'fine') throw new Refused(standing);
}

async function mayHostOneMore(services: Quotas, player: string): Promise<void> {
  const isWaiting = ({ status, host }: Posted) => status === 'open' && host === player;
  const waiting = (await unfinishedOf(services, player)).filter(isWaiting);
  if (waiting.length >= services.config.MOST_OPEN_MATCHES) throw new Refused('limit-reached', 'open-matches');
}

/** Only in the turn of the player. A match that waits for players counts too: it may start at any moment. */
export async function maySitOnceMore(services: Quotas, player: string, match: string): Promise<void> {
  await mayBegin(services, player);
  const sits = (one: Posted) => one.match !== match && seatedIn(one).includes(player);
  const others = (await unfinishedOf(services, player)).filter(sits);
  if (others.length >= services.config.MOST_SEATS) throw new Refused('limit-reached', 'seats');
}

async function unfinishedOf({ journal }: Quotas, player: string): Promise<readonly Posted[]> {
  const indexes = await journal.unfinishedOf(player);
  return indexes.map(({ status, summary }) => ({ ...(JSON.parse(summary) as IndexedMatch), status }));
}
