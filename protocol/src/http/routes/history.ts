/** Past matches: lists of them, ratings, replays, and new matches from old positions. */
import type { Seat } from '@flower-war/rules';
import * as z from 'zod';
import { owner, pool } from './bots.ts';
import { standing } from '../../record/entry/entries.ts';
import { tableSettings } from '../../record/entry/tableSettings.ts';
import {
  amount,
  digits,
  gameId,
  limitOf,
  matchId,
  name,
  next,
  playerId,
  presetId,
  rounded,
  type RoutesOf,
  seat,
  seq,
  time,
  tournamentId,
} from './route.ts';
import { botSeats, legalMove, type MatchSummary, matchSummary } from './matches.ts';

const limit = limitOf(100, 50);
const before = (form: RegExp) => z.string().regex(form).describe('`next` of the page before.').optional();

const unratedTable = tableSettings
  .omit({ rated: true })
  .partial()
  .describe('Settings of a table that never counts for ratings. An absent one has its default.');

const seasonId = z
  .string()
  .regex(/^\d{4}-(q[1-4]|0[1-9]|1[0-2])$/)
  .describe('A quarter of a year, such as `2026-q4`, or a month, such as `2026-11`.');

export const historyBodies = {
  continue: z.strictObject({
    seq: seq.describe('The entry of the record after which the new match goes on.'),
    table: unratedTable.optional(),
    bots: botSeats.optional(),
  }),
} as const;

export const historyQuery = z.strictObject({
  game: gameId.optional(),
  before: before(/^\d{1,16}~[^~]{1,64}$/),
  limit,
});

export const leaderboardQuery = z.strictObject({
  game: gameId,
  preset: presetId.describe('If absent, the first preset of the game.').optional(),
  by: z
    .enum(['rating', 'skill', 'season'])
    .default('rating')
    .describe(
      '`skill`: not by results, but by what the choices cost. See docs/luck.md. `season`: by the points of a season, without pages.',
    ),
  season: seasonId
    .regex(/^2/)
    .describe('Of `season`, from the year 2000 on. If absent, the season of today.')
    .optional(),
  pool: pool
    .describe('Of `rating`: the ratings of matches in which bot accounts sat. Absent: those of people.')
    .optional(),
  before: before(/^-?\d{1,7}(\.\d{1,20})?~[^~]{1,64}$/),
  limit,
});

export const stepsQuery = z.strictObject({
  viewer: z
    .string()
    .regex(/^(spectator|all|seat:[0-5])$/)
    .default('spectator')
    .describe('`spectator`, a seat such as `seat:0`, or `all`, who sees everything.'),
  from: digits(z.number().min(0)).default(0).describe('The first step, or `next` of the page before.'),
  explain: z.literal('moves').describe('Legal moves come with what they do, as `moves`.').optional(),
  standings: z
    .literal('only')
    .describe(
      'Steps come with the order of the seats, and without views, moves and decisions. Only when the match has ended.',
    )
    .optional(),
  limit: limitOf(200, 100),
});

/** A seat, by its number, or a spectator. `all` sees everything, and only when the match is over. */
export type ReplayViewer = number | 'spectator' | 'all';

const rating = z.object({
  rating: rounded,
  deviation: rounded.describe(
    'The true strength nearly always lies within twice this number of the rating. It grows while the player is away.',
  ),
  matches: amount.describe('How many rated matches the rating counts.'),
});

const ratingChange = z
  .object({ before: rounded, after: rounded })
  .describe("The player's rating before and after the match; absent if the match did not count.");

/** A match from the side of a player who sat there. */
export const playedMatch = matchSummary.omit({ code: true }).extend({
  seat,
  place: z
    .int()
    .describe("The player's final place; absent before the end, and after an aborted match.")
    .exactOptional(),
  rating: ratingChange.exactOptional(),
});
type PlayedData = z.infer<typeof playedMatch>;

/** A match from the side of a player who sat there. */
export interface PlayedMatch<G extends string = string>
  extends Omit<MatchSummary<G>, 'code'>,
    Pick<PlayedData, 'seat' | 'place' | 'rating'> {}

/** For several games, a union: `game` says which of them it is. */
export type PlayedMatchOf<G extends string> = G extends string ? PlayedMatch<G> : never;

export const history = z.object({ matches: z.array(playedMatch), next: next.exactOptional() });
type HistoryData = z.infer<typeof history>;

/** A page of matches, the newest first. */
export interface History<G extends string = string> extends Omit<HistoryData, 'matches'> {
  readonly matches: readonly PlayedMatchOf<G>[];
}

const playerRating = rating.extend({
  game: gameId,
  preset: presetId,
  isProvisional: z
    .boolean()
    .describe('Whether the player has played too little, or too long ago, for the leaderboard.'),
  at: time.describe('When the last match that the rating counts ended, in milliseconds since 1970.'),
});

const poolRating = playerRating.extend({ pool });

const heldTitle = { game: gameId, preset: presetId, at: time.describe('Since when the player holds it.') };
const tournamentTitle = z.object({
  kind: z.literal('tournament'),
  ...heldTitle,
  tournament: tournamentId,
  name: z.string(),
});
const seasonTitle = z.object({
  kind: z.literal('season'),
  ...heldTitle,
  season: seasonId,
  place: z.int().min(1).max(3),
});
const title = z
  .discriminatedUnion('kind', [tournamentTitle, seasonTitle])
  .describe('A public tournament that the player has won, or one of the first three places of a season that is over.');

export const profile = z.object({
  player: playerId,
  name,
  ratings: z.array(playerRating),
  poolRatings: z
    .array(poolRating)
    .describe('The ratings of matches in which bot accounts sat. Absent: none.')
    .exactOptional(),
  owner: owner.describe('Who owns the bot account. Absent: the player is a person.').exactOptional(),
  home: z
    .string()
    .describe('The address of the host at which the player is at home. Absent: it is this one.')
    .exactOptional(),
  titles: z.array(title).describe('The newest first.'),
});
export type Profile = z.infer<typeof profile>;

const skill = z.object({
  value: z
    .int()
    .describe(
      'What the choices of a match gave, against the mean of all players of the edition, in millionths of a victory.',
    ),
  within: amount.describe('Half of the 95 % interval. The order of the players is that of `value - within`.'),
  matches: amount.describe('How many matches it counts.'),
});

const ladderPlace = z.object({
  place: z.int().min(1).describe('Players with equal points share it.'),
  points: rounded.describe('What the player surely reaches: the rating of the season, less twice its deviation.'),
});

const shownSeason = z.object({
  season: seasonId,
  before: seasonId.describe('The season before it.'),
  from: time,
  to: time.describe('The first moment after it.'),
  fewest: amount.describe('How many rated matches of the season give a place.'),
});

const rankedPlayer = rating.extend({
  player: playerId,
  name,
  skill: skill.describe('Only in a leaderboard by skill.').exactOptional(),
  ladder: ladderPlace
    .describe('Only in a leaderboard of a season, whose matches alone all figures count.')
    .exactOptional(),
});

export const leaderboard = z.object({
  game: gameId,
  preset: presetId,
  players: z.array(rankedPlayer).describe('The best player comes first.'),
  season: shownSeason.describe('Only of a season. Absent, too, if the host has none.').exactOptional(),
  pool: pool.describe('Absent: the ratings of people.').exactOptional(),
  next: next.exactOptional(),
});
export type Leaderboard = z.infer<typeof leaderboard>;

const mean = z.object({
  value: z.int().describe('The mean of a match, in millionths of a victory.'),
  within: amount.describe('Half of its 95 % interval, in millionths.'),
});

const editionLuck = z.object({
  game: gameId,
  preset: presetId,
  matches: amount.describe('How many rated matches are counted: those whose accounts can be compared.'),
  enough: amount.describe('How many matches it takes. With fewer there are no figures: they would tell nothing.'),
  luck: mean.describe('What the deal, the dice and the draws gave.').exactOptional(),
  own: mean.describe('What the choices gave against the best ones: never more than 0.').exactOptional(),
  others: mean.describe('What the choices of the others gave.').exactOptional(),
  all: z
    .int()
    .describe(
      'The mean of `own` over the matches of all players of the edition, in millionths. It may be a minute old.',
    )
    .exactOptional(),
});

/** How much luck a player had in an edition, and what the choices cost. */
export type EditionLuck = z.infer<typeof editionLuck>;

export const playerLuck = z.object({ player: playerId, editions: z.array(editionLuck) });

/** Luck and cost of play of a player, by edition. */
export type PlayerLuck = z.infer<typeof playerLuck>;

export const tableStatus = z
  .enum(['open', 'running', 'over', 'ended'])
  .describe('`over`: the last move was made. `ended`: the record is complete as well.');

export const replayEvent = z
  .looseObject({ kind: z.string() })
  .describe('What happened in the game. The kind says which other fields there are; each game has its own.');

export const replayStep = z.object({
  step: amount.describe("The viewer's own step, as it was in the match. For `all` it is the number of the entry."),
  seq: seq.describe('The number of the entry in the record, once the match is over.').exactOptional(),
  at: time,
  kind: z.string().describe('The kind of the entry. A decision of another seat is always `move`.'),
  seat: seat.exactOptional(),
  move: z.string().describe("Only in the viewer's own moves; for `all`, in every move.").exactOptional(),
  what: z.string().describe('More about the entry; see docs/record.md.').exactOptional(),
  status: tableStatus,
  view: z
    .record(z.string(), z.unknown())
    .describe(
      'The fields of the view that changed since the step before. The first step of a page has all fields. Each game has its own.',
    ),
  gone: z.array(z.string()).describe('The fields that the view no longer has.').exactOptional(),
  events: z.array(replayEvent),
  standings: z
    .array(standing)
    .describe(
      'The order of the seats as if the match had ended here, if the query asks for it: where it changed, and in the first step of a page. Absent before the start, and in matches by rules that are too old to tell.',
    )
    .exactOptional(),
  back: amount
    .describe(
      'Moves were taken back, if the query asks for standings: the match stands again as it did after this step. The steps between did not happen.',
    )
    .exactOptional(),
  legal: z
    .array(z.string())
    .describe('The legal moves of the seat; only for a seat that got a private message.')
    .exactOptional(),
  moves: z.array(legalMove).describe('The same moves with what they do, if the query asks for that.').exactOptional(),
  decision: z
    .int()
    .describe('The decision that a move of the seat answers; only for a seat that got a private message.')
    .exactOptional(),
});
export type ReplayStep = z.infer<typeof replayStep>;

export const replaySteps = z.object({
  match: matchId,
  steps: z.array(replayStep),
  next: amount
    .describe('Where the next page begins: send it as `from`. It is absent on the last page.')
    .exactOptional(),
});
export type ReplaySteps = z.infer<typeof replaySteps>;

// The account of a match: its words are those of docs/luck.md, and its form is that of `Account` in rules/.

const figure = z.object({
  value: z.int().describe('In millionths of a victory.'),
  within: amount.describe('Half of the 95 % interval of what was sampled, in millionths; 0 for what is exact.'),
});

const bySeat = z.array(z.int()).describe('By seat, in millionths of a victory.');

/** As narrow as the seat of the rules, so that what is written for their accounts takes this one. */
const accountSeat = seat as z.ZodType<Seat>;

const seatAccount = z.object({
  seat: accountSeat,
  prior: figure.describe('What the seat could expect before the deal.'),
  luck: figure.describe('What the deal, the dice and the draws gave, each against its mean.'),
  skill: figure.describe('The rest of the way to the result: `own`, `others` and `rest` together.'),
  own: figure.describe('What the choices of the seat gave against its best ones: never more than 0.'),
  others: figure.describe('What the choices of the others gave to the seat.'),
  rest: figure.describe('What the values do not explain, and the decisions that no view allows to judge.'),
  result: amount.describe('In millionths of a victory. It is prior + luck + skill, exactly.'),
  choices: amount.describe('How often the seat chose among several moves.'),
  judged: amount.describe('How many of these choices were judged.'),
});

const accountMoment = z
  .object({
    seq,
    seat: accountSeat,
    move: z.string().describe('The move, in notation.'),
    luck: bySeat.exactOptional(),
    skill: bySeat.exactOptional(),
    best: z.string().describe('The best move that the seat could have found, if it is another one.').exactOptional(),
  })
  .describe('A move that chance or a mistake made worth telling.');

export const matchAccount = z.object({
  version: z.int().min(1).describe('The version of the values. Another version may give another account.'),
  preset: presetId,
  isUsual: z.boolean().describe('The values were learned from matches with these options and as many seats.'),
  seats: z.array(seatAccount),
  moments: z.array(accountMoment).describe('In the order of the record.'),
});

/** How much of the result of a match was luck, and how much skill. */
export type MatchAccount = z.infer<typeof matchAccount>;

export const historyQueries = { history: historyQuery, leaderboard: leaderboardQuery, steps: stepsQuery } as const;

export const historyAnswers = {
  History: history,
  Profile: profile,
  PlayerLuck: playerLuck,
  Leaderboard: leaderboard,
  ReplaySteps: replaySteps,
  MatchAccount: matchAccount,
} as const;

export const historyParts = {
  UnratedTable: unratedTable,
  PlayedMatch: playedMatch,
  RatingChange: ratingChange,
  PlayerRating: playerRating,
  PoolRating: poolRating,
  RankedPlayer: rankedPlayer,
  RankedSkill: skill,
  LadderPlace: ladderPlace,
  LadderSeason: shownSeason,
  PlayerTitle: title,
  TournamentTitle: tournamentTitle,
  SeasonTitle: seasonTitle,
  EditionLuck: editionLuck,
  MatchMean: mean,
  TableStatus: tableStatus,
  ReplayEvent: replayEvent,
  ReplayStep: replayStep,
  AccountFigure: figure,
  SeatAccount: seatAccount,
  AccountMoment: accountMoment,
} as const;

export const historyRoutes = {
  listMyMatches: {
    about: 'the matches in which I sit or sat, the newest first',
    token: 'must',
    scope: 'read',
    query: 'history',
    answer: 'History',
  },
  getPlayer: {
    about: 'the name and the ratings of a player',
    token: 'may',
    scope: 'read',
    answer: 'Profile',
    codes: ['no-such-player'],
  },
  listMatchesOf: {
    about: 'the matches in which a player sits or sat, the newest first; private ones only for that player',
    token: 'may',
    scope: 'read',
    query: 'history',
    answer: 'History',
    codes: ['no-such-player'],
  },
  getLuck: {
    about: 'how much luck a player had in rated matches, and what the choices cost',
    token: 'may',
    scope: 'read',
    answer: 'PlayerLuck',
    codes: ['no-such-player'],
  },
  getLeaderboard: {
    about: 'the best players in a preset of a game, by results, by skill or in a season',
    query: 'leaderboard',
    answer: 'Leaderboard',
    codes: ['unknown-game', 'bad-options'],
  },
  listSteps: {
    about: 'the steps that a viewer was shown; those of another seat and of `all` only when the match has ended',
    ownedBy: 'match',
    claims: 'nothing',
    token: 'may',
    scope: 'read',
    query: 'steps',
    answer: 'ReplaySteps',
    limit: 'steps',
    codes: ['no-such-seat', 'no-such-match', 'not-over', 'forbidden', 'watching-off', 'kicked'],
  },
  getAccount: {
    about: 'how much of an ended match was luck, and how much skill; of a private one for its participants',
    token: 'may',
    scope: 'read',
    answer: 'MatchAccount',
    limit: 'accounts',
    codes: ['no-such-match', 'not-over', 'forbidden', 'no-account'],
  },
  continueMatch: {
    about: 'a new match from a position of an ended one; all that no seat had seen is drawn again',
    token: 'must',
    scope: 'lobby',
    body: 'continue',
    answer: 'MatchSummary',
    limit: 'matches',
    codes: [
      'no-such-seat',
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
