/** What is left of matches when they are over: lists of them, ratings, replays, and new matches from old positions. */
import { z } from 'zod';
import { tableSettings } from '../../record/entry/tableSettings.ts';
import { matchSummary } from './matches.ts';
import type { RoutesOf } from './route.ts';

const id = z.string().min(1).max(64);
const seat = z.int().min(0).max(5);
const limit = z.coerce.number().int().min(1).max(100).default(50);
const rounded = z.int();

export const historyBodies = {
  /** `seq`: the entry of the record after which the new match goes on. */
  continue: z.strictObject({
    seq: z.int().min(0),
    table: tableSettings.omit({ rated: true }).partial().optional(),
    /** Bots that sit down at once; without a seat, on the last free one. */
    bots: z
      .array(z.strictObject({ bot: id, seat: seat.optional() }))
      .max(6)
      .optional(),
  }),
} as const;

export const historyQuery = z.strictObject({
  game: id.optional(),
  /** `next` of the page before. */
  before: z
    .string()
    .regex(/^\d{1,16}~[^~]{1,64}$/)
    .optional(),
  limit,
});

export const leaderboardQuery = z.strictObject({
  game: id,
  /** The first of the game, if absent. */
  preset: id.optional(),
  before: z
    .string()
    .regex(/^-?\d{1,6}(\.\d{1,20})?~[^~]{1,64}$/)
    .optional(),
  limit,
});

export const stepsQuery = z.strictObject({
  viewer: z
    .string()
    .regex(/^(spectator|all|seat:[0-5])$/)
    .default('spectator'),
  /** The first step; 0, or `next` of the page before. */
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});

/** A seat, by its number, or somebody without one. `all` sees everything, and only when the match is over. */
export type ReplayViewer = number | 'spectator' | 'all';

const rating = z.object({
  rating: rounded,
  /** The true strength lies within twice of it, nearly always. It grows while somebody is away. */
  deviation: rounded,
  /** How many rated matches are in it. */
  matches: z.int(),
});

/** A match from the side of one who sat there. */
export const playedMatch = matchSummary.omit({ code: true }).extend({
  seat,
  /** Where they ended up; absent until then, and after a match that was given up. */
  place: z.int().exactOptional(),
  /** What the match did to their rating; absent if it did not count. */
  rating: z.object({ before: rounded, after: rounded }).exactOptional(),
});
export type PlayedMatch = z.infer<typeof playedMatch>;

export const history = z.object({
  matches: z.array(playedMatch),
  /** Where the next page begins, if there is more. */
  next: z.string().exactOptional(),
});
export type History = z.infer<typeof history>;

export const profile = z.object({
  player: id,
  name: z.string(),
  ratings: z.array(
    rating.extend({
      game: id,
      preset: id,
      /** Played too little, or too long ago, for a place among the best. */
      isProvisional: z.boolean(),
      /** When the last match in it ended. */
      at: z.int(),
    }),
  ),
});
export type Profile = z.infer<typeof profile>;

export const leaderboard = z.object({
  game: id,
  preset: id,
  /** The best first. */
  players: z.array(rating.extend({ player: id, name: z.string() })),
  next: z.string().exactOptional(),
});
export type Leaderboard = z.infer<typeof leaderboard>;

export const replayStep = z.object({
  /** The viewer's own count, as it was in the match; of `all`, the number of the entry. */
  step: z.int(),
  /** The number of the entry in the record, once the match is over. */
  seq: z.int().exactOptional(),
  at: z.int(),
  /** That of the entry; `move` for whatever another seat decided. */
  kind: z.string(),
  seat: seat.exactOptional(),
  /** The viewer's own moves, and all of them for `all`. */
  move: z.string().exactOptional(),
  what: z.string().exactOptional(),
  status: z.enum(['open', 'running', 'over', 'ended']),
  /** The fields of the view that have changed since the step before; all of them in the first step of a page. */
  view: z.record(z.string(), z.unknown()),
  /** The fields that are there no more. */
  gone: z.array(z.string()).exactOptional(),
  events: z.array(z.looseObject({ kind: z.string() })),
  /** Of a seat that was told something of its own: what it may play, and what its choice answers. */
  legal: z.array(z.string()).exactOptional(),
  decision: z.int().exactOptional(),
});
export type ReplayStep = z.infer<typeof replayStep>;

export const replaySteps = z.object({
  match: id,
  steps: z.array(replayStep),
  /** Where the next page begins, if there is more. */
  next: z.int().exactOptional(),
});
export type ReplaySteps = z.infer<typeof replaySteps>;

export const historyQueries = { history: historyQuery, leaderboard: leaderboardQuery, steps: stepsQuery } as const;

export const historyAnswers = {
  History: history,
  Profile: profile,
  Leaderboard: leaderboard,
  ReplaySteps: replaySteps,
} as const;

export const historyRoutes = {
  listMyMatches: {
    about: 'where I sit or sat, the newest first',
    needs: 'nothing',
    token: 'must',
    query: 'history',
    answer: 'History',
  },
  getPlayer: {
    about: 'a name, and ratings',
    needs: 'nothing',
    token: 'may',
    answer: 'Profile',
    codes: ['no-such-player'],
  },
  listMatchesOf: {
    about: 'where somebody sits or sat, the newest first; private ones for themself',
    needs: 'nothing',
    token: 'may',
    query: 'history',
    answer: 'History',
    codes: ['no-such-player'],
  },
  getLeaderboard: {
    about: 'the best in a preset of a game',
    needs: 'nothing',
    query: 'leaderboard',
    answer: 'Leaderboard',
    codes: ['unknown-game', 'bad-options'],
  },
  listSteps: {
    about: 'what a viewer was shown; `seat` and `all` of anybody once it has ended',
    needs: 'match',
    token: 'may',
    query: 'steps',
    answer: 'ReplaySteps',
    limit: 'steps',
    codes: ['no-such-match', 'not-over', 'forbidden', 'watching-off'],
  },
  continueMatch: {
    about: 'a new match from a position of one that has ended, with all redrawn that no seat had seen',
    needs: 'nothing',
    token: 'must',
    body: 'continue',
    answer: 'MatchSummary',
    limit: 'matches',
    codes: [
      'no-such-match',
      'not-over',
      'forbidden',
      'no-such-position',
      'unknown-game',
      'unknown-bot',
      'match-full',
      'seat-taken',
      'limit-reached',
    ],
  },
} as const satisfies RoutesOf;
