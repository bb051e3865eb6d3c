import {
  type History,
  type historyQuery,
  isMonth,
  type Leaderboard,
  type leaderboardQuery,
  type MatchSummary,
  MEDIA,
  type PlayedMatch,
  type Profile,
  type ReplaySteps,
  type ReplayViewer,
  type stepsQuery,
} from '@flower-war/protocol';
import type { z } from 'zod';
import { chosenOptions, mustHost } from '../../../base/hostedGames.ts';
import { Refused } from '../../../base/refused.ts';
import { fileOfMonth } from '../../../features/dump/dump.ts';
import { named } from '../../../features/people/nameFilter.ts';
import { deviationAt, isProvisional } from '../../../features/ratings/glicko.ts';
import { FEWEST_MATCHES, leadersIn, seasonAt, seasonBefore, timesOf } from '../../../features/ratings/ratings.ts';
import { titlesOf } from '../../../features/tournaments/tournaments.ts';
import { pageOf } from '../../../features/replay/missedSteps.ts';
import { oldEnough } from '../../../features/replay/replays.ts';
import { continueMatch } from '../../../features/table/hosting.ts';
import { isForAll, maySee, summarize, summaryOf } from '../../../features/table/summary.ts';
import type { Index } from '../../../store/journal/journal.ts';
import type { PlayerRating, Rating } from '../../../store/ratings.ts';
import type { Services } from '../../services.ts';
import { FOR_ALL, forAll, LongAnswers } from '../request/answers.ts';
import type { Sending, SomeHandlers } from '../request/findRoute.ts';

/** Past matches: lists of them, ratings, replays, and new matches from old positions. */
export function pastMatchHandlers(services: Services) {
  const long = new LongAnswers();
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
    getLeaderboard: ({ query }) => LISTS[query.by](services, query),
    listSteps: ({ params: { match }, query, caller, address }) =>
      long.make(address, 'steps', () => stepsOf(services, { match, player: caller?.player }, query)),
    listOpenData: async () => ({ months: await services.dumpFiles.list() }),
    getOpenData: ({ params }) => openDataOf(services, params.month),
    continueMatch: async ({ params, body, caller: { player }, address }) => {
      const go = () => continueMatch(services, { match: params.match, player }, body);
      const match = await long.make(address, 'steps', go);
      return summarize(services, match, player);
    },
  } satisfies SomeHandlers;
}

/** A file never changes, so its sum is its tag: a reader whose connection broke goes on where it was. */
async function openDataOf({ dumpFiles }: Services, month: string): Promise<Sending> {
  const found = isMonth(month) ? await dumpFiles.find(month) : undefined;
  if (found === undefined) throw new Refused('no-open-data');
  const file = fileOfMonth(month);
  return (response) => {
    response.type(MEDIA.OpenDataFile).attachment(file);
    response.set({ ETag: `"${found.sha256}"`, 'Cache-Control': FOR_ALL });
    const own = { root: dumpFiles.folder, cacheControl: false, lastModified: false };
    response.sendFile(file, own, (error) => {
      // A range beyond the end: a reader who has the whole file already is told so by the status.
      if (error && !response.headersSent) response.status((error as { status?: number }).status ?? 500).end();
    });
  };
}

/** A deleted player has no name, no list and no rating any more. */
async function known({ people }: Services, player: string): Promise<string> {
  if (!(await people.isKnown(player))) throw new Refused('no-such-player');
  return player;
}

// The matches of a player, each from that player's side.

async function historyOf(
  services: Services,
  { player, withPrivate }: { readonly player: string; readonly withPrivate: boolean },
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
async function profileOf(services: Services, player: string): Promise<Profile> {
  const { people, ratingTable, now } = services;
  await people.load([player]);
  const figures = (rating: PlayerRating) => ({
    game: rating.game,
    preset: rating.preset,
    ...shown(rating, now()),
    isProvisional: isProvisional(rating, now()),
    at: rating.at,
  });
  const ratings = (await ratingTable.of(player)).map(figures);
  const inPools = (await ratingTable.inPools(player)).map((one) => ({ pool: one.pool, ...figures(one) }));
  const owner = await services.identity.bots.ownerOf(player);
  const home = (await people.homesOf([player])).get(player);
  return {
    player,
    name: people.nameOf(player),
    ratings,
    ...(inPools.length > 0 && { poolRatings: inPools }),
    ...(owner && { owner }),
    ...(home !== undefined && { home }),
    titles: await titlesOf(services, player),
  };
}

async function leaderboard(services: Services, asked: z.infer<typeof leaderboardQuery>): Promise<Leaderboard> {
  const { game, limit, before, pool } = asked;
  const edition = { game, preset: presetOf(services, asked), ...(pool && { pool }) };
  const place = before === undefined ? {} : { before: playerBefore(before) };
  const found = await leadersIn(services.ratingTable, { ...edition, now: services.now(), limit: limit + 1, ...place });
  const players = found.slice(0, limit);
  await services.people.load(players.map(({ player }) => player));
  const last = found.length > limit ? players.at(-1) : undefined;
  return {
    ...edition,
    players: players.map((one) => ({
      player: one.player,
      name: services.people.nameOf(one.player),
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

/** All placed players, as far as one list shows: their points are too near each other for pages. */
async function ladderOf(services: Services, asked: z.infer<typeof leaderboardQuery>): Promise<Leaderboard> {
  const { config, ratingTable, now } = services;
  const edition = { game: asked.game, preset: presetOf(services, asked) };
  const season = config.SEASONS === 'off' ? undefined : (asked.season ?? seasonAt(now(), config.SEASONS));
  if (season === undefined) return { ...edition, players: [] };
  const found = await ratingTable.ladder({ ...edition, season, fewest: FEWEST_MATCHES, limit: asked.limit });
  const points = found.map(({ rating, deviation }) => rating - 2 * deviation);
  const players = found.map(({ player, name, rating, deviation, matches }, n) => ({
    player,
    name: named(player, name).name,
    rating: Math.round(rating),
    deviation: Math.round(deviation),
    matches,
    ladder: { place: 1 + points.indexOf(points[n] ?? 0), points: Math.round(points[n] ?? 0) },
  }));
  return {
    ...edition,
    players,
    season: { season, ...timesOf(season), before: seasonBefore(season), fewest: FEWEST_MATCHES },
  };
}

const LISTS = { rating: leaderboard, skill: bestBySkill, season: ladderOf };

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
  if (!(await maySee(services, summary, player))) throw new Refused('forbidden');
  mayLook(services, { summary, player, viewer });
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

interface Looking {
  readonly summary: MatchSummary;
  readonly player: string | undefined;
  readonly viewer: ReplayViewer;
}

/** An ended match has no secrets. Until then a player sees only their own side, and others see what spectators see. */
function mayLook({ kicked }: Pick<Services, 'kicked'>, { summary, player, viewer }: Looking): void {
  const { match, table, seats, status } = summary;
  if (typeof viewer === 'number' && viewer >= seats.length) throw new Refused('no-such-seat', 'viewer');
  if (status === 'ended') return;
  if (viewer === 'spectator' && table.watching === 'off') throw new Refused('watching-off');
  if (viewer === 'spectator' && player !== undefined && kicked.has(match, player)) throw new Refused('kicked');
  const isOwn = typeof viewer === 'number' && player !== undefined && seats[viewer]?.player === player;
  if (viewer !== 'spectator' && !isOwn) throw new Refused('not-over');
}
