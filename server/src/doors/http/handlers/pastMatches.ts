import type {
  History,
  historyQuery,
  Leaderboard,
  leaderboardQuery,
  MatchSummary,
  PlayedMatch,
  Profile,
  ReplaySteps,
  ReplayViewer,
  stepsQuery,
} from '@flower-war/protocol';
import type { z } from 'zod';
import { chosenOptions, mustHost } from '../../../base/hostedGames.ts';
import { Refused } from '../../../base/refused.ts';
import { named } from '../../../features/people/nameFilter.ts';
import { deviationAt, isProvisional } from '../../../features/ratings/glicko.ts';
import { leadersIn } from '../../../features/ratings/ratings.ts';
import { pageOf } from '../../../features/replay/missedSteps.ts';
import { oldEnough } from '../../../features/replay/replays.ts';
import { continueMatch } from '../../../features/table/rematch.ts';
import { isForAll, summarize, summaryOf, takesPart } from '../../../features/table/summary.ts';
import type { Index } from '../../../store/journal/journal.ts';
import type { Rating } from '../../../store/ratings.ts';
import type { Services } from '../../services.ts';
import { forAll } from '../request/answers.ts';
import type { SomeHandlers } from '../request/findRoute.ts';

/** Past matches: lists of them, ratings, replays, and new matches from old positions. */
export function pastMatchHandlers(services: Services) {
  return {
    listMyMatches: ({ query, caller }) => historyOf(services, { player: caller.player, withPrivate: true }, query),
    getPlayer: async ({ params }) => profileOf(services, await known(services, params.player)),
    listMatchesOf: async (asked) => {
      const player = await known(services, asked.params.player);
      return historyOf(services, { player, withPrivate: asked.caller?.player === player }, asked.query);
    },
    getLuck: async ({ params }) => {
      const player = await known(services, params.player);
      return { player, editions: await services.skill.of(player) };
    },
    getLeaderboard: ({ query }) => (query.by === 'skill' ? bestBySkill(services, query) : leaderboard(services, query)),
    listSteps: ({ params, query, caller }) => stepsOf(services, { match: params.match, player: caller?.player }, query),
    continueMatch: async ({ params, body, caller: { player } }) => {
      const match = await continueMatch(services, { match: params.match, player }, body);
      return summarize(services, match, player);
    },
  } satisfies SomeHandlers;
}

/** A deleted player has no name, no list and no rating any more. */
async function known({ people }: Services, player: string): Promise<string> {
  if (!(await people.isKnown(player))) throw new Refused('no-such-player');
  return player;
}

// The matches of a player, each from that player's side.

interface Whose {
  readonly player: string;
  readonly withPrivate: boolean;
}

async function historyOf(
  services: Services,
  { player, withPrivate }: Whose,
  { game, before, limit }: z.infer<typeof historyQuery>,
): Promise<History> {
  const asked = { player, withPrivate, limit: limit + 1, ...(game !== undefined && { game }) };
  const found = await services.journal.historyOf({
    ...asked,
    ...(before !== undefined && { before: matchBefore(before) }),
  });
  const matches = await Promise.all(found.slice(0, limit).map((index) => playedBy(services, player, index)));
  const last = found.length > limit ? matches.at(-1) : undefined;
  return { matches, ...(last && { next: `${last.createdAt}~${last.match}` }) };
}

function matchBefore(before: string): { readonly createdAt: number; readonly match: string } {
  const [createdAt, match = ''] = before.split('~');
  return { createdAt: Number(createdAt), match };
}

async function playedBy(services: Services, player: string, index: Index): Promise<PlayedMatch> {
  const summary = await summaryOf(services, index);
  const seat = summary.seats.findIndex((one) => one.player === player);
  const place = summary.result?.standings.find((standing) => standing.seat === seat)?.place;
  const changes = await services.ratingTable.changesOf(summary.match);
  const change = changes.find((one) => one.player === player);
  const rating = change && { before: Math.round(change.before), after: Math.round(change.after) };
  return { ...summary, seat, ...(place !== undefined && { place }), ...(rating && { rating }) };
}

/** Ratings as people see them: in whole numbers, at the present time. */
async function profileOf({ people, ratingTable, now }: Services, player: string): Promise<Profile> {
  await people.load([player]);
  const ratings = (await ratingTable.of(player)).map((rating) => ({
    game: rating.game,
    preset: rating.preset,
    ...shown(rating, now()),
    isProvisional: isProvisional(rating, now()),
    at: rating.at,
  }));
  return { player, name: people.nameOf(player), ratings };
}

async function leaderboard(services: Services, asked: z.infer<typeof leaderboardQuery>): Promise<Leaderboard> {
  const { game, limit, before } = asked;
  const edition = { game, preset: presetOf(services, asked) };
  const place = before === undefined ? {} : { before: playerBefore(before) };
  const found = await leadersIn(services.ratingTable, { ...edition, now: services.now(), limit: limit + 1, ...place });
  const players = found.slice(0, limit);
  const last = found.length > limit ? players.at(-1) : undefined;
  return {
    ...edition,
    players: players.map((one) => ({
      player: one.player,
      name: named(one.player, one.name).name,
      ...shown(one, services.now()),
    })),
    ...(last && { next: `${last.rating}~${last.player}` }),
  };
}

async function bestBySkill(services: Services, asked: z.infer<typeof leaderboardQuery>): Promise<Leaderboard> {
  const { game, limit, before } = asked;
  const edition = { game, preset: presetOf(services, asked) };
  const place = before === undefined ? undefined : playerBefore(before);
  const page = { limit, ...(place && { before: { careful: place.rating, player: place.player } }) };
  const { players, next } = await services.skill.page(edition, page);
  return {
    ...edition,
    players: players.map(({ player, name, rating, matches, skill }) => ({
      player,
      name: named(player, name).name,
      ...shown(rating, services.now()),
      skill: { ...skill, matches },
    })),
    ...(next && { next: `${next.careful}~${next.player}` }),
  };
}

function presetOf({ games }: Services, { game, preset }: z.infer<typeof leaderboardQuery>): string {
  return chosenOptions(mustHost(games, game), { preset }).preset;
}

function playerBefore(before: string): { readonly rating: number; readonly player: string } {
  const [rating, player = ''] = before.split('~');
  return { rating: Number(rating), player };
}

function shown(rating: Rating, now: number) {
  const deviation = Math.round(deviationAt(rating, now));
  return { rating: Math.round(rating.rating), deviation, matches: rating.matches };
}

// Which viewers may replay which side of a match, and when.

interface Caller {
  readonly match: string;
  /** Absent for a caller who has not signed in. */
  readonly player: string | undefined;
}

async function stepsOf(
  services: Services,
  { match, player }: Caller,
  asked: z.infer<typeof stepsQuery>,
): Promise<ReplaySteps> {
  const summary = await summarize(services, match, player);
  const viewer = viewerIn(asked.viewer);
  mayLook(summary, player, viewer);
  const isOver = summary.status === 'ended';
  if (asked.standings !== undefined && !isOver) throw new Refused('not-over', 'standings');
  const folded = await services.replays.open(match);
  if (folded === undefined) throw new Refused('no-such-match');
  const mayShow = isOver || viewer !== 'spectator' ? () => true : oldEnough(summary, services.now());
  const { from, limit } = asked;
  const [isExplained, isRanked] = [asked.explain !== undefined, asked.standings !== undefined];
  const page = { viewer, from, limit, isNumbered: isOver, isExplained, isRanked, mayShow };
  const steps = { match, ...(await pageOf(folded, page)) };
  return isForAll(summary) ? forAll(steps) : steps;
}

function viewerIn(text: string): ReplayViewer {
  if (text === 'all' || text === 'spectator') return text;
  return Number(text.slice('seat:'.length));
}

/** An ended match has no secrets. Until then a player sees only their own side, and others see what spectators see. */
function mayLook(summary: MatchSummary, player: string | undefined, viewer: ReplayViewer): void {
  const { table, seats, status } = summary;
  if (typeof viewer === 'number' && viewer >= seats.length) throw new Refused('no-such-seat', 'viewer');
  if (table.visibility === 'private' && !takesPart(summary, player)) throw new Refused('forbidden');
  if (status === 'ended') return;
  if (viewer === 'spectator' && table.watching === 'off') throw new Refused('watching-off');
  const isOwn = typeof viewer === 'number' && player !== undefined && seats[viewer]?.player === player;
  if (viewer !== 'spectator' && !isOwn) throw new Refused('not-over');
}
