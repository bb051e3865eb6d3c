/**
 * Whom a match lets in: the code of a private match, which spectators there may be and what they see, and whether the host has agreed to a
 * new player.
 */
import type { MatchSummary } from '@flower-war/protocol';
import type { Caller } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Guesses } from '../people/guesses.ts';
import { hashOf, isSameHash } from '../people/recovery.ts';
import { refuseApart, type Ties } from '../people/ties.ts';
import type { Visitor } from './presenceElsewhere.ts';
import type { Approvals } from './approvals.ts';
import { type Finding, type Found, find, peopleAt, takesPart } from './summary.ts';

export interface Admitting extends Finding {
  readonly identity: { readonly guesses: Guesses };
  readonly ties: Ties;
  readonly now: () => number;
}

/** A player at the door, with the code of a private match. */
export type Knocking = Caller & { code?: string | undefined };

/**
 * Finds the match. A private one requires its code, except from its host, its players and owners of a kept seat. For a player
 * whom one of them has blocked no code is right.
 */
export async function admit(services: Admitting, id: string, asked: Knocking): Promise<Found> {
  const found = await find(services, id);
  const { summary, code, kept } = found;
  const { player } = asked;
  if (code === undefined || takesPart(summary, player)) return found;
  if (kept.tournament !== undefined && kept.seatOf(player) !== undefined) return found;
  const isShutOut = (await services.ties.between(player, peopleAt(summary))) === 'other';
  if (kept.seatOf(player) === undefined || isShutOut) await checkCode(services, { match: id, code, isShutOut }, asked);
  return found;
}

interface Lock {
  readonly match: string;
  readonly code: string;
  readonly isShutOut: boolean;
}

/** Counts wrong codes. A guest who has sent too many is refused without a look at the code. */
async function checkCode(
  { identity: { guesses }, now }: Admitting,
  { match, code, isShutOut }: Lock,
  { player, address, code: typed }: Knocking,
): Promise<void> {
  if (typed === undefined) throw new Refused('wrong-code');
  const guess = { address, player, at: `match ${match}` };
  const isRight = () => isSameHash(hashOf(typed), hashOf(code)) && !isShutOut;
  if (!(await guesses.try(guess, now(), isRight))) throw new Refused('wrong-code');
}

export async function watch(services: Admitting, id: string, asked: Knocking) {
  const { visitor, isDelayed } = spectatorIn(await admit(services, id, asked), asked);
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
  return seat < 0 ? spectatorIn(found, asked) : { visitor: { ...whoOf(asked), seat }, isDelayed: false };
}

function spectatorIn({ summary: { table, seats } }: { summary: MatchSummary }, asked: Who): Viewing {
  if (table.watching === 'off') throw new Refused('watching-off');
  const isAtTable = seats.some((holder) => holder.player === asked.player);
  return { visitor: whoOf(asked), isDelayed: table.watching === 'delayed' && !isAtTable };
}

export type Who = Pick<Visitor, 'player' | 'session'>;

export function whoOf({ player, session }: Who): Who {
  return { player, ...(session !== undefined && { session }) };
}

export interface Admission {
  readonly approvals: Approvals;
  readonly ties: Ties;
  readonly now: () => number;
}

/**
 * Refuses dismissed players, and those whom a block keeps from the people at the table. Where the host approves each player, a
 * new one waits. The host, seated players and owners of a kept seat need no approval. Returns whether the player is shut out of
 * seats that become free later.
 */
export async function checkAdmission(
  { approvals, ties, now }: Admission,
  { summary, kept }: Found,
  caller: Caller,
): Promise<{ readonly isShutOut: boolean }> {
  const { match, status, table } = summary;
  const { player } = caller;
  if (takesPart(summary, player) || status === 'ended') return { isShutOut: false };
  if (kept.tournament !== undefined) {
    if (kept.seatOf(player) === undefined) throw new Refused('not-admitted');
    return { isShutOut: false };
  }
  const apart = await ties.between(player, peopleAt(summary));
  if (status === 'running' && apart !== 'own') return { isShutOut: apart === 'other' };
  const decision = approvals.decisionOn(match, player);
  refuseApart(decision === 'dismissed' ? 'other' : apart);
  if (!table.approval || decision === 'admitted' || kept.seatOf(player) !== undefined) return { isShutOut: false };
  approvals.ask(match, caller, now());
  throw new Refused('awaiting-approval');
}
