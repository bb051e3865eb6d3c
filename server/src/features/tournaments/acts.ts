/** What people do about tournaments: they make them, enter, check in, withdraw, and steer those that they have made. */
import { type matchBodies, tableSettings, type tournamentBodies } from '@flower-war/protocol';
import type { z } from 'zod';
import { type Caller, newCode, newTournamentId } from '../../base/ids.ts';
import { Refused } from '../../base/refused.ts';
import { usualBot } from '../../base/hostedGames.ts';
import type { Config } from '../../base/config.ts';
import type { Identity } from '../people/identity.ts';
import { asTyped, hashOf, isSameHash } from '../people/codes.ts';
import { type Creating, plan } from '../table/hosting.ts';
import { inTurnOf } from '../table/admission.ts';
import { drivingFor, goneAmong } from './driver.ts';
import { beginning, roundsIn } from './byItself.ts';
import { type Entry, fold, type Settings, takesLate, type Tournament, waitsUntil } from './record.ts';
import type { Kept, Tournaments } from './tournaments.ts';

interface Acting extends Creating {
  readonly config: Config;
  readonly identity: Identity;
  readonly tournaments: Tournaments;
  readonly now: () => number;
}

const DAY_MS = 24 * 60 * 60_000;
const WITHIN_MS = 60 * DAY_MS;
/** The clocks of devices differ. */
const EARLY_MS = 60_000;
/** Of a player who has chosen a name, and of a guest: tournaments that have not ended, and players in each. */
const LIMITS = { player: { open: 3, most: 512 }, guest: { open: 1, most: 32 } } as const;
const USUAL_CLOCK = { kind: 'turn', seconds: 90 } as const;
/** Bots take the seats of players who do not come, at tables where the others could not play without. */
const FILL_SECONDS = 180;

/** A record is read as a whole, so no person may make it longer and longer. */
const MOST_TIMES = 5;
const MOST_PAUSES = 50;

type Wish = z.infer<typeof tournamentBodies.tournament>;

/** `maker`: absent for the host of the server, who has no limits. */
export async function make(services: Acting, wish: Wish, maker?: string): Promise<Kept> {
  const { tournaments, now, identity } = services;
  if (identity.names.refuses(wish.name)) throw new Refused('name-refused');
  const isGuest = maker !== undefined && (await identity.recovery.createdAt(maker)) === undefined;
  const limits = LIMITS[isGuest ? 'guest' : 'player'];
  if ((wish.most ?? 0) > limits.most) throw new Refused('limit-reached', 'entrants');
  const settings = settingsOf(services, { ...wish, most: wish.most ?? limits.most });
  const tournament = newTournamentId();
  const { visibility, game, startsAt } = settings;
  const at = now();
  const code = visibility === 'private' ? newCode() : null;
  const entry: Entry = { kind: 'created', at, by: maker ?? null, settings };
  const dueAt = waitsUntil(fold([entry]));
  const row = { tournament, maker: maker ?? null, visibility, game, createdAt: at, startsAt, dueAt };
  const create = () => tournaments.store.create({ ...row, code }, JSON.stringify(entry), limits.open);
  const made = await (maker === undefined ? create() : inTurnOf(services, maker, create));
  if (made === 'unknown') throw new Refused('unauthorized');
  if (made === 'full') throw new Refused('limit-reached', 'tournaments');
  return tournaments.must(tournament);
}

function settingsOf(services: Acting, wish: Wish & { readonly most: number }): Settings {
  const { name, kind, startsAt, visibility = 'public', checkInMinutes = 0, minutes = 60, rounds = 0, most } = wish;
  const now = services.now();
  if (startsAt < now - EARLY_MS || startsAt > now + WITHIN_MS) throw new Refused('tournament-refused', 'starts-at');
  const wanted: z.infer<typeof matchBodies.create> = {
    game: wish.game,
    ...(wish.preset !== undefined && { preset: wish.preset }),
    ...(wish.options !== undefined && { options: wish.options }),
    ...(wish.seats !== undefined && { seats: wish.seats }),
    // A vacation, or a player who does not move, would hold up all players of the next round.
    table: { vacation: false, clock: USUAL_CLOCK, ...wish.table },
  };
  const { bots: _, table, ...planned } = plan(services, wanted);
  if (planned.seats < 2 || most < planned.seats) throw new Refused('bad-options', 'seats');
  const lateEntry = takesLate({ kind, lateEntry: wish.lateEntry ?? kind === 'arena' });
  const settings = { name, kind, ...planned, lateEntry, startsAt, visibility, checkInMinutes, minutes, rounds, most };
  return { ...settings, table: tableOf(services, planned, table), rules: 2 };
}

/** No stranger takes a seat. A match by days waits for its players, and has no bots in their seats. */
function tableOf({ games }: Acting, { game, seats }: Pick<Settings, 'game' | 'seats'>, table: Settings['table']) {
  const hosted = games.get(game);
  const hasBots = hosted !== undefined && usualBot(hosted) !== undefined;
  const isFilled = seats > 2 && hasBots && table.clock.kind !== 'days';
  const fillSeconds = isFilled ? FILL_SECONDS : 0;
  return tableSettings.parse({ ...table, visibility: 'private', approval: false, fillSeconds });
}

type Knocking = Caller & { readonly code?: string | undefined };

/** A private tournament is seen by players who have its code, by its maker, and by the players who are in it. */
export async function seen(services: Acting, id: string, asked: Partial<Knocking>): Promise<Kept> {
  const kept = await services.tournaments.must(id);
  const { code } = kept.row;
  const { player, address = '', code: typed } = asked;
  if (code === null || (player !== undefined && takesPart(kept, player))) return kept;
  if (typed === undefined) throw new Refused('wrong-code');
  const isRight = () => isSameHash(hashOf(asTyped(typed)), hashOf(code));
  const guess = { address, ...(player !== undefined && { player }), at: `tournament ${id}` };
  if (!(await services.identity.guesses.try(guess, services.now(), isRight))) throw new Refused('wrong-code');
  return kept;
}

export const takesPart = ({ row, tournament }: Kept, player: string): boolean =>
  row.maker === player || tournament.entrants.has(player);

export async function enter(services: Acting, id: string, asked: Knocking): Promise<Kept> {
  const { tournament: before } = await seen(services, id, asked);
  const { player } = asked;
  if (enteredIn(before) >= before.settings.most) await withdrawGone(services, id, before);
  return services.tournaments.add(id, (tournament) => {
    const { entrants, settings } = tournament;
    const known = entrants.get(player);
    if (known !== undefined && !known.hasWithdrawn) return undefined;
    mustRun(tournament);
    if (known !== undefined && known.times >= MOST_TIMES) throw new Refused('tournament-refused', 'too-often');
    mustNotBeTooLate(tournament);
    if (enteredIn(tournament) >= settings.most) throw new Refused('tournament-refused', 'full');
    return { kind: 'entered', at: services.now(), player };
  });
}

export const enteredIn = ({ entrants }: Tournament): number =>
  [...entrants.values()].filter(({ hasWithdrawn }) => !hasWithdrawn).length;

function mustRun({ status }: Tournament): void {
  if (status === 'ended') throw new Refused('tournament-refused', 'ended');
}

/** In the last round of a Swiss tournament there is nothing left to come late for. */
function mustNotBeTooLate(tournament: Tournament): void {
  const { settings, rounds, status } = tournament;
  const isOver = settings.kind === 'swiss' && rounds.length >= roundsIn(tournament);
  if (status === 'running' && (!takesLate(settings) || isOver)) throw new Refused('tournament-refused', 'begun');
}

export function checkIn({ tournaments, now }: Acting, id: string, player: string): Promise<Kept> {
  return tournaments.add(id, (tournament) => {
    const { status, order } = tournament;
    const { isCheckedIn, isAway } = mustBeIn(tournament, player);
    const at = now();
    if (!order.includes(player)) mustNotBeTooLate(tournament);
    if (status === 'running' ? !isAway : isCheckedIn) return undefined;
    if (isTooEarly(tournament, at)) throw new Refused('tournament-refused', 'too-early');
    return { kind: 'checked-in', at, player };
  });
}

export const isTooEarly = ({ settings: { startsAt, checkInMinutes }, status }: Tournament, at: number): boolean =>
  status === 'open' && at < startsAt - checkInMinutes * 60_000;

function mustBeIn(tournament: Tournament, player: string) {
  mustRun(tournament);
  const entrant = tournament.entrants.get(player);
  if (entrant === undefined) throw new Refused('tournament-refused', 'not-entered');
  if (entrant.hasWithdrawn) throw new Refused('tournament-refused', 'withdrawn');
  return entrant;
}

export function withdraw({ tournaments, now }: Acting, id: string, player: string): Promise<Kept> {
  return tournaments.add(id, (tournament) => {
    if (tournament.entrants.get(player)?.hasWithdrawn === true) return undefined;
    mustBeIn(tournament, player);
    return { kind: 'withdrew', at: now(), player };
  });
}

/** Before the start, a player who was deleted or banned keeps no place from others. */
async function withdrawGone(services: Acting, id: string, { entrants, status }: Tournament): Promise<void> {
  if (status !== 'open') return;
  const there = [...entrants.values()].filter(({ hasWithdrawn }) => !hasWithdrawn).map(({ player }) => player);
  for (const player of await goneAmong(services, there)) await withdraw(services, id, player);
}

type Step = z.infer<typeof tournamentBodies.steer>['to'];

/** `maker`: absent for the operator. */
export async function steer(services: Acting, id: string, to: Step, maker?: string): Promise<Kept> {
  const kept = await services.tournaments.must(id);
  if (maker !== undefined && kept.row.maker !== maker) throw new Refused('forbidden');
  if (to === 'begin') await withdrawGone(services, id, kept.tournament);
  const driving = await drivingFor(services, kept.tournament);
  return services.tournaments.add(id, (tournament) => {
    mustRun(tournament);
    const at = services.now();
    const { status, pausedAt } = tournament;
    if (to === 'end') return { kind: 'ended', at, why: maker === undefined ? 'operator' : 'host' };
    if (to === 'begin') return begun(tournament, driving);
    if (status !== 'running') throw new Refused('tournament-refused', 'not-begun');
    if (to === 'pause') {
      if (tournament.pauses >= MOST_PAUSES) throw new Refused('tournament-refused', 'too-often');
      return pausedAt === undefined ? { kind: 'paused', at } : undefined;
    }
    return pausedAt === undefined ? undefined : { kind: 'resumed', at };
  });
}

function begun(tournament: Tournament, driving: Parameters<typeof beginning>[1]): Entry {
  if (tournament.status !== 'open') throw new Refused('tournament-refused', 'begun');
  const entry = beginning(tournament, driving);
  if (entry.kind === 'ended') throw new Refused('tournament-refused', 'too-few');
  return entry;
}
