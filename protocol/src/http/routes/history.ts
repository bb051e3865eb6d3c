/** Past matches: lists of them, ratings, replays, and new matches from old positions. */
import * as z from 'zod';
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
    /** Bots that sit down at once. A bot without a seat takes the last free one. */
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
  /** If absent, the first preset of the game. */
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

/** A seat, by its number, or a spectator. `all` sees everything, and only when the match is over. */
export type ReplayViewer = number | 'spectator' | 'all';

const rating = z.object({
  rating: rounded,
  /** The true strength nearly always lies within twice this number of the rating. It grows while the player is away. */
  deviation: rounded,
  /** How many rated matches the rating counts. */
  matches: z.int(),
});

/** A match from the side of a player who sat there. */
export const playedMatch = matchSummary.omit({ code: true }).extend({
  seat,
  /** The player's final place; absent before the end, and after an aborted match. */
  place: z.int().exactOptional(),
  /** The player's rating before and after the match; absent if the match did not count. */
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
      /** The player has played too little, or too long ago, for the leaderboard. */
      isProvisional: z.boolean(),
      /** When the last match that the rating counts ended. */
      at: z.int(),
    }),
  ),
});
export type Profile = z.infer<typeof profile>;

export const leaderboard = z.object({
  game: id,
  preset: id,
  /** The best player comes first. */
  players: z.array(rating.extend({ player: id, name: z.string() })),
  next: z.string().exactOptional(),
});
export type Leaderboard = z.infer<typeof leaderboard>;

export const replayStep = z.object({
  /** The viewer's own step, as it was in the match. For `all` it is the number of the entry. */
  step: z.int(),
  /** The number of the entry in the record, once the match is over. */
  seq: z.int().exactOptional(),
  at: z.int(),
  /** The kind of the entry. A decision of another seat is always `move`. */
  kind: z.string(),
  seat: seat.exactOptional(),
  /** Only in the viewer's own moves; for `all`, in every move. */
  move: z.string().exactOptional(),
  what: z.string().exactOptional(),
  status: z.enum(['open', 'running', 'over', 'ended']),
  /** The fields of the view that changed since the step before. The first step of a page has all fields. */
  view: z.record(z.string(), z.unknown()),
  /** The fields that the view no longer has. */
  gone: z.array(z.string()).exactOptional(),
  events: z.array(z.looseObject({ kind: z.string() })),
  /** Only for a seat that got a private message: its legal moves, and the decision that its move answers. */
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
    about: 'the matches in which I sit or sat, the newest first',
    needs: 'nothing',
    token: 'must',
    query: 'history',
    answer: 'History',
  },
  getPlayer: {
    about: 'the name and the ratings of a player',
    needs: 'nothing',
    token: 'may',
    answer: 'Profile',
    codes: ['no-such-player'],
  },
  listMatchesOf: {
    about: 'the matches in which a player sits or sat, the newest first; private ones only for that player',
    needs: 'nothing',
    token: 'may',
    query: 'history',
    answer: 'History',
    codes: ['no-such-player'],
  },
  getLeaderboard: {
    about: 'the best players in a preset of a game',
    needs: 'nothing',
    query: 'leaderboard',
    answer: 'Leaderboard',
    codes: ['unknown-game', 'bad-options'],
  },
  listSteps: {
    about: 'the steps that a viewer was shown; those of another seat and of `all` only when the match has ended',
    needs: 'match',
    token: 'may',
    query: 'steps',
    answer: 'ReplaySteps',
    limit: 'steps',
    codes: ['no-such-match', 'not-over', 'forbidden', 'watching-off'],
  },
  continueMatch: {
    about: 'a new match from a position of an ended one; all that no seat had seen is drawn again',
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
