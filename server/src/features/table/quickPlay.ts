/** Finds a match that starts soon even if no other player joins, or creates one. */
import type { QuickWish, TableSettings } from '@flower-war/protocol';
import { deepEqual, type Options } from '@flower-war/rules';
import { chosenOptions, mustHost, mustSeat } from '../../base/hostedGames.ts';
import type { Stores } from '../../store/operations.ts';
import type { Edition } from '../../store/ratings.ts';
import type { Billboard } from '../listing/billboard.ts';
import { fits, freeSeats, type Posted, seatedIn } from '../listing/filter.ts';
import type { Ties } from '../people/ties.ts';
import { doFit, gapBetween, type Strength, strengthOf, type Wait } from '../ratings/glicko.ts';
import { createMatch, type Creating } from './hosting.ts';
import type { Approvals } from './presence.ts';

interface QuickPlay extends Creating {
  readonly approvals: Approvals;
  readonly billboard: Billboard;
  readonly promisedSeats: PromisedSeats;
  readonly ties: Ties;
  readonly ratingTable: Stores['ratings'];
}

/** The default settings of each kind of clock. */
const CLOCKS: Readonly<Record<TableSettings['clock']['kind'], TableSettings['clock']>> = {
  none: { kind: 'none' },
  turn: { kind: 'turn', seconds: 60 },
  bank: { kind: 'bank', seconds: 600, increment: 10 },
  days: { kind: 'days', days: 1 },
};

/**
 * The id of a match where the player sits already, else of the one with the fewest free seats, else of a new one. A player who waits alone and asks
 * again is told of an older table, once its people fit: of two players who wait, the later one moves.
 */
export async function quickPlay(services: QuickPlay, wish: QuickWish, player: string): Promise<string> {
  const { preset, options } = optionsOf(services, wish);
  const found = services.billboard
    .find({ game: wish.game, status: 'open', free: 1 }, Number.POSITIVE_INFINITY)
    .filter((posted) => isWished(posted, wish, options) && isOpenTo(services, posted, player));
  const good = await withoutBlocks(services, found, player);
  const own = good.find((posted) => sits(posted, player));
  const peopleAt = (posted: Posted) => [
    ...seatedIn(posted),
    ...services.promisedSeats.at(posted.match, services.now()),
  ];
  const isFree = (posted: Posted) => own === undefined || isBetter(posted, own, peopleAt);
  const edition = { game: wish.game, preset };
  const gaps = await suiting(services, good.filter(isFree), { player, edition, own, peopleAt });
  const left = new Map([...gaps.keys()].map((posted) => [posted, seatsLeft(services, posted, player)]));
  const at = (numbers: ReadonlyMap<Posted, number>, posted: Posted) => numbers.get(posted) ?? 0;
  const [best] = [...gaps.keys()]
    .filter((posted) => at(left, posted) > 0)
    .toSorted(
      (a, b) =>
        freeSeats(a) - freeSeats(b) ||
        at(left, a) - at(left, b) ||
        at(gaps, a) - at(gaps, b) ||
        a.createdAt - b.createdAt,
    );
  const match = (best ?? own)?.match ?? (await createMatch(services, newMatch(services, wish), player));
  services.promisedSeats.note(player, { match, at: services.now() });
  return match;
}

/** Without the tables of people from whom a block keeps the player: who host them, sit there, or were told of them. */
async function withoutBlocks(
  services: QuickPlay,
  found: readonly Posted[],
  player: string,
): Promise<readonly Posted[]> {
  const { promisedSeats, ties, now } = services;
  const people = new Map(
    found.map((posted) => [posted, [posted.host, ...seatedIn(posted), ...promisedSeats.at(posted.match, now())]]),
  );
  const apart = await ties.apartFrom(player, [...people.values()].flat());
  return found.filter((posted) => !people.get(posted)?.some((one) => apart.has(one)));
}

/** Whether one who waits alone at their own table should go there: where a person has waited longer. */
function isBetter(posted: Posted, own: Posted, peopleAt: (posted: Posted) => readonly string[]): boolean {
  const isAlone = freeSeats(own) === own.seats.length - 1 && new Set(peopleAt(own)).size === 1;
  const isOlder = posted.createdAt < own.createdAt || (posted.createdAt === own.createdAt && posted.match < own.match);
  return isAlone && isOlder && peopleAt(posted).length > 0;
}

/** The free seats, without those that other players were told of and have not taken yet. */
function seatsLeft({ promisedSeats, now }: QuickPlay, posted: Posted, player: string): number {
  const coming = promisedSeats.at(posted.match, now()).filter((other) => other !== player && !sits(posted, other));
  return freeSeats(posted) - coming.length;
}

/** The usual options of the preset, and the length. Quick play never picks a table with custom options: players may not expect them. */
function optionsOf({ games }: QuickPlay, { game, preset, seats, length }: QuickWish) {
  const hosted = mustHost(games, game);
  if (seats !== undefined) mustSeat(hosted, seats);
  return chosenOptions(hosted, { preset, options: withLength(length) });
}

/** A player who names no clock never gets a table that plays for days. */
function isWished(posted: Posted, { seats, clock }: QuickWish, options: Options): boolean {
  const isRightClock = clock === undefined ? posted.table.clock.kind !== 'days' : fits({ clock }, posted);
  const isRightSize = seats === undefined || posted.seats.length === seats;
  return isRightClock && isRightSize && deepEqual(posted.options, options);
}

/** Tables with host approval and rematches with kept seats are left out: the player might wait in vain. So are those where bot accounts may sit. */
function isOpenTo({ approvals, config }: QuickPlay, posted: Posted, player: string): boolean {
  const { match, table, rematchOf } = posted;
  if (
    table.programs !== undefined ||
    table.approval ||
    rematchOf !== undefined ||
    approvals.decisionOn(match, player) === 'dismissed'
  )
    return false;
  const isFilledSoon = table.fillSeconds > 0 && table.fillSeconds <= config.QUICK_FILL_SECONDS;
  return isFilledSoon || (freeSeats(posted) === 1 && !sits(posted, player));
}

const sits = (posted: Posted, player: string): boolean => seatedIn(posted).includes(player);

const withLength = (length: string | undefined) => (length === undefined ? {} : { length });

function newMatch({ config }: QuickPlay, { clock, length, ...wanted }: QuickWish) {
  const table = { fillSeconds: config.QUICK_FILL_SECONDS, ...(clock !== undefined && { clock: CLOCKS[clock] }) };
  return { ...wanted, options: withLength(length), table };
}

// Which table quick play has just named to which player. The player needs a moment to sit down. Until then the next players get other
// seats, so that a crowd does not run for one seat. Only a hint: the match itself decides who sits.

/** A player who has not sat down by then does not come. */
const HOLDS_MS = 5000;

interface Promised {
  readonly match: string;
  readonly at: number;
}

export class PromisedSeats {
  /** By player, the one promised longest ago first. */
  private readonly promised = new Map<string, Promised>();
  private readonly players = new Map<string, Set<string>>();

  get size(): number {
    return this.promised.size;
  }

  /** A promise replaces the one before of the same player. */
  note(player: string, { match, at }: Promised): void {
    this.forget(player);
    this.forgetBefore(at - HOLDS_MS);
    this.promised.set(player, { match, at });
    const players = this.players.get(match) ?? new Set();
    this.players.set(match, players.add(player));
  }

  /** The players to whom a seat of this match is promised. */
  at(match: string, now: number): readonly string[] {
    this.forgetBefore(now - HOLDS_MS);
    return [...(this.players.get(match) ?? [])];
  }

  private forgetBefore(time: number): void {
    for (const [player, { at }] of this.promised) {
      if (at > time) return;
      this.forget(player);
    }
  }

  private forget(player: string): void {
    const { match } = this.promised.get(player) ?? {};
    if (match === undefined) return;
    this.promised.delete(player);
    const players = this.players.get(match);
    players?.delete(player);
    if (players?.size === 0) this.players.delete(match);
  }
}

// Which tables suit a player's strength: those whose people are near, and others the longer one waits.

interface Seeking {
  readonly player: string;
  readonly edition: Edition;
  /** Where the player sits and waits already. */
  readonly own: Posted | undefined;
  /** Who sits at a table, or was told of it. */
  readonly peopleAt: (posted: Posted) => readonly string[];
}

/** The tables that suit, each with how far its people are from the player. */
async function suiting(
  services: QuickPlay,
  found: readonly Posted[],
  { player, edition, own, peopleAt }: Seeking,
): Promise<ReadonlyMap<Posted, number>> {
  const now = services.now();
  const others = new Map(found.map((posted) => [posted, peopleAt(posted).filter((one) => one !== player)]));
  const rivals = [...others.values()].flat();
  const strengths = await strengthsOf(services, [player, ...rivals], edition);
  const strength = (one: string): Strength => strengths.get(one) ?? strengthOf(undefined, now);
  const suited = new Map<Posted, number>();
  for (const [posted, people] of others) {
    const wait = longer(waitAt(services, posted, now), own && waitAt(services, own, now));
    if (people.every((one) => doFit(strength(player), strength(one), wait)))
      suited.set(posted, Math.max(0, ...people.map((one) => gapBetween(strength(player), strength(one)))));
  }
  return suited;
}

/** Where no other player is, the store is not asked. */
async function strengthsOf(
  { ratingTable, now }: QuickPlay,
  players: readonly string[],
  edition: Edition,
): Promise<ReadonlyMap<string, Strength>> {
  const all = [...new Set(players)];
  const rows = all.length === 1 ? [] : await ratingTable.among(all, edition);
  return new Map(rows.map((row) => [row.player, strengthOf(row, now())]));
}

/** Since the first player sat down. A table that waits without end counts from its beginning. */
function waitAt({ config }: QuickPlay, { createdAt, fillsAt, table }: Posted, now: number): Wait {
  const longestMs = 1000 * (table.fillSeconds === 0 ? config.QUICK_FILL_SECONDS : table.fillSeconds);
  return { waitedMs: now - (fillsAt === undefined ? createdAt : fillsAt - longestMs), longestMs };
}

const longer = (one: Wait, other: Wait = one): Wait => (other.waitedMs > one.waitedMs ? other : one);
