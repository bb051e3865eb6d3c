/**
 * Challenges: a player asks a named one for a match, with all its settings. Whom it is meant for accepts, declines with a reason, or lets it
 * expire. To a player who has blocked the sender it is never shown, and so it expires like any other.
 */
import type { DeclineReason, MatchChallenge } from '@flower-war/protocol';
import { randomUUID } from 'node:crypto';
import { Refused } from '../../base/refused.ts';
import type { Notices } from '../notices/notices.ts';
import type { Telling } from '../notices/recipients.ts';
import { strengthOf } from '../ratings/glicko.ts';
import type { Stores } from '../../store/operations.ts';
import type { Rating } from '../../store/ratings.ts';
import type { ChallengeRow, Settled } from '../../store/people/ties.ts';
import type { NewMatch } from '../../matches/createMatch.ts';
import type { Bots } from '../people/bots.ts';
import type { People } from '../people/people.ts';
import { type Creating, type CreateRequest, createMatch, openToBots, plan } from './hosting.ts';
import { withMatch } from './seating.ts';

interface Challenging extends Creating {
  readonly identity: { readonly bots: Bots };
  readonly challenges: Stores['challenges'];
  readonly notices: Pick<Notices, 'ofOne' | 'sender'>;
  readonly people: People;
  readonly ratingTable: Pick<Stores['ratings'], 'among'>;
}

/** Open ones that one player has sent. */
const MOST_OPEN = 10;
const PEOPLE = 2;
const MINUTE_MS = 60_000;
const LIVE_MS = 10 * MINUTE_MS;
/** For a match whose clock counts days. */
const BY_DAYS_MS = 2 * 24 * 60 * MINUTE_MS;

interface Pair {
  readonly player: string;
  readonly other: string;
}

/** The table is private: the two alone get its code, so that no stranger takes a seat. */
export async function challenge(services: Challenging, pair: Pair, wanted: CreateRequest): Promise<MatchChallenge> {
  const { challenges, now } = services;
  if (pair.player === pair.other) throw new Refused('bad-request', 'player');
  const table = { ...wanted.table, visibility: 'private' as const, approval: false };
  const planned = plan(services, { ...wanted, seats: wanted.seats ?? PEOPLE, table });
  const wish = { ...planned, table: await between(services, pair, planned.table) };
  if (wish.seats - wish.bots.length !== PEOPLE) throw new Refused('bad-options', 'seats');
  const id = randomUUID();
  const at = now();
  const endsAt = at + (wish.table.clock.kind === 'days' ? BY_DAYS_MS : LIVE_MS);
  const telling = tellingOf(pair.other, {
    kind: 'challenged',
    at,
    challenge: id,
    game: wish.game,
    from: pair.player,
    endsAt,
  });
  const notices = await services.notices.ofOne(telling);
  const row = { ...pair, challenge: id, wish: JSON.stringify(wish), at, endsAt };
  const put = await challenges.put(row, MOST_OPEN, notices);
  if (put === 'unknown') throw new Refused('no-such-player');
  if (put === 'blocked') throw new Refused('blocked-by-you');
  if (put === 'full') throw new Refused('limit-reached', 'challenges');
  services.notices.sender.wake();
  return shown(services, await found(services, pair.player, id));
}

/** Bots may sit there if one of the two is one. A bot and its owner never play for ratings. */
async function between({ identity }: Challenging, { player, other }: Pair, table: NewMatch['table']) {
  const isKin = await identity.bots.isKin(player, [other]);
  return openToBots(isKin ? { ...table, rated: false } : table, player, other);
}

export async function challengesOf(services: Challenging, player: string): Promise<{ challenges: MatchChallenge[] }> {
  const rows = await services.challenges.of(player, services.now());
  await services.people.load(rows.flatMap((row) => [row.player, row.other]));
  return { challenges: await Promise.all(rows.map((row) => shown(services, row))) };
}

/** Makes the match, with the challenger as its host. Both sit down as at any private table. */
export function accept(services: Challenging, player: string, id: string): Promise<MatchChallenge> {
  return services.turns.run(`challenge ${id}`, async () => {
    const row = await waiting(services, player, id);
    const match = await matchFor(services, row);
    const code = (await services.journal.index(match))?.code ?? null;
    const settled = { challenge: id, state: 'accepted', reason: null, match, code } as const;
    const isSettled = await settle(services, row, settled, (about) => ({ kind: 'accepted', ...about, match }));
    if (isSettled) return shown(services, { ...row, ...settled });
    // It was taken back, declined or over while the match was made: no empty table is left.
    await withMatch(services, match, (made) => made.abort('abandoned', services.now()));
    throw new Refused('no-such-challenge');
  });
}

/** The challenger was deleted or banned meanwhile. */
const GONE: ReadonlySet<string> = new Set(['unauthorized', 'banned']);

/** The limits are those of the challenger, who may also be gone: to the player who accepts that is not a fault of theirs. */
async function matchFor(services: Challenging, { wish, player }: ChallengeRow): Promise<string> {
  try {
    return await createMatch(services, JSON.parse(wish) as CreateRequest, player);
  } catch (error) {
    if (error instanceof Refused && error.code === 'limit-reached') throw new Refused('unavailable', 'challenger');
    if (error instanceof Refused && GONE.has(error.code)) throw new Refused('no-such-challenge');
    throw error;
  }
}

export async function decline(
  services: Challenging,
  { player, id, reason }: { readonly player: string; readonly id: string; readonly reason: DeclineReason },
): Promise<void> {
  const row = await waiting(services, player, id);
  const settled = { challenge: id, state: 'declined', reason, match: null, code: null } as const;
  const isSettled = await settle(services, row, settled, (about) => ({ kind: 'declined', ...about, reason }));
  if (!isSettled) throw new Refused('no-such-challenge');
}

const tellingOf = (player: string, notice: Telling['notice']): Telling => ({ player, event: 'challenge', notice });

type About = Pick<Telling['notice'], 'at' | 'game'> & Pick<Settled, 'challenge'>;

/** Tells the challenger. False if the challenge is not open any more. */
async function settle(
  { challenges, notices, now }: Challenging,
  { player, wish }: ChallengeRow,
  settled: Settled,
  noticeOf: (about: About) => Telling['notice'],
): Promise<boolean> {
  const at = now();
  const { game } = JSON.parse(wish) as CreateRequest;
  const rows = await notices.ofOne(tellingOf(player, noticeOf({ at, challenge: settled.challenge, game })));
  const isSettled = await challenges.settle(settled, at, rows);
  if (isSettled) notices.sender.wake();
  return isSettled;
}

export async function withdraw({ challenges }: Challenging, player: string, id: string): Promise<void> {
  if (!(await challenges.withdraw(player, id))) throw new Refused('no-such-challenge');
}

async function found({ challenges, now }: Challenging, player: string, id: string): Promise<ChallengeRow> {
  const row = await challenges.find(player, id, now());
  if (row === undefined) throw new Refused('no-such-challenge');
  return row;
}

/** Open, and meant for this player. */
async function waiting(services: Challenging, player: string, id: string): Promise<ChallengeRow> {
  const row = await found(services, player, id);
  if (row.other !== player || row.state !== 'open') throw new Refused('no-such-challenge');
  return row;
}

async function shown(services: Challenging, row: ChallengeRow): Promise<MatchChallenge> {
  const { people, ratingTable, now } = services;
  const { challenge: id, player, other, at, endsAt, reason, match, code } = row;
  await people.load([player, other]);
  const { game, preset, options, seats, table } = JSON.parse(row.wish) as ReturnType<typeof plan>;
  const ratings = await ratingTable.among([player, other], { game, preset });
  const named = (one: string) =>
    Object.assign(
      { player: one, name: people.nameOf(one) },
      figureOf(
        ratings.find((row) => row.player === one),
        now(),
      ),
    );
  return {
    challenge: id,
    from: named(player),
    to: named(other),
    game,
    preset,
    options: { ...options },
    seats,
    table,
    at,
    endsAt,
    state: row.state === 'open' && endsAt <= now() ? 'expired' : row.state,
    ...(reason !== null && { reason: reason as DeclineReason }),
    ...(match !== null && { match }),
    ...(code !== null && { code }),
  };
}

/** A rating that says little is not told. */
function figureOf(rating: Rating | undefined, now: number) {
  const { rating: figure, deviation, isProvisional } = strengthOf(rating, now);
  return isProvisional ? {} : { rating: Math.round(figure), deviation: Math.round(deviation) };
}
