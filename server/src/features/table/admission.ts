/**
 * Whom a match lets in: the code of a private match, which spectators there may be and what they see, and whether the host has agreed to a
 * new player.
 */
import type { MatchSummary } from '@flower-war/protocol';
import type { Caller } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import type { Guesses } from '../people/guesses.ts';
import { hashOf, isSameHash } from '../people/recovery.ts';
import type { Visitor } from './presenceElsewhere.ts';
import type { Approvals } from './approvals.ts';
import { type Finding, type Found, find, takesPart } from './summary.ts';

export interface Admitting extends Finding {
  readonly identity: { readonly guesses: Guesses };
  readonly now: () => number;
}

/** A player at the door, with the code of a private match. */
export type Knocking = Caller & { code?: string | undefined };

/** Finds the match. A private one requires its code, except from its host, its players and owners of a kept seat. */
export async function admit(services: Admitting, id: string, asked: Knocking): Promise<Found> {
  const found = await find(services, id);
  const { summary, code, kept } = found;
  const isIn = takesPart(summary, asked.player) || kept.seatOf(asked.player) !== undefined;
  if (code !== undefined && !isIn) await checkCode(services, { match: id, code }, asked);
  return found;
}

/** Counts wrong codes. A guest who has sent too many is refused without a look at the code. */
async function checkCode(
  { identity: { guesses }, now }: Admitting,
  { match, code }: { match: string; code: string },
  { player, address, code: typed }: Knocking,
): Promise<void> {
  if (typed === undefined) throw new Refused('wrong-code');
  const guess = { address, player, at: `match ${match}` };
  const isRight = () => isSameHash(hashOf(typed), hashOf(code));
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
  readonly now: () => number;
}

/**
 * Refuses dismissed players. Where the host approves each player, a new one waits. The host, seated players and owners
 * of a kept seat need no approval.
 */
export function checkAdmission({ approvals, now }: Admission, { summary, kept }: Found, caller: Caller): void {
  const { match, host, seats, status, table } = summary;
  const { player } = caller;
  if (status !== 'open' || host === player || seats.some((seat) => seat.player === player)) return;
  const decision = approvals.decisionOn(match, player);
  if (decision === 'dismissed') throw new Refused('not-admitted');
  if (!table.approval || decision === 'admitted' || kept.seatOf(player) !== undefined) return;
  approvals.ask(match, caller, now());
  throw new Refused('awaiting-approval');
}
