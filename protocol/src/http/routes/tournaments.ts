/** Tournaments: made by players or by the host of the server, entered, followed, and steered by who has made them. */
import * as z from 'zod';
import { printable } from '../../wire/printable.ts';
import { tableParts, tableSettings } from '../../record/entry/tableSettings.ts';
import {
  amount,
  digits,
  gameId,
  matchId,
  name,
  optionValues,
  playerId,
  presetId,
  rounded,
  type RoutesOf,
  seatCount,
  time,
  tournamentId,
} from './route.ts';

const kind = z
  .enum(['arena', 'swiss', 'round-robin', 'knockout'])
  .describe(
    '`arena`: for a time, each player gets the next opponent at once. `swiss`: players with equal points meet. `round-robin`: all meet all. `knockout`: who loses is out.',
  );
const status = z.enum(['open', 'running', 'ended']).describe('`open`: it waits for its start.');
const visibility = tableParts.Visibility;
const code = z
  .string()
  .min(1)
  .max(16)
  .describe('The code of a private tournament. Case, spaces and dashes do not matter.');
/** Of a tournament that is there: before there was `newTitle`, names had other letters, too. */
const title = z.string().trim().min(3).max(60);
const newTitle = printable(60).min(3);
const tieBreak = z
  .enum(['buchholz', 'sonneborn-berger', 'wins', 'fewer-matches', 'last-table', 'points', 'seed', 'draw'])
  .describe(
    'What decides between equal points. `last-table`: how many players one left behind at the last table. `draw`: a lot that was drawn at the beginning.',
  );

const times = {
  startsAt: time.describe('When it begins, within the next 60 days.'),
  checkInMinutes: z
    .int()
    .min(0)
    .max(120)
    .describe('How long before the start players must say that they are there. 0: they need not.'),
  lateEntry: z.boolean().describe('Whether players may enter after the start: in an arena and in a Swiss tournament.'),
  rounds: z
    .int()
    .min(0)
    .max(30)
    .describe('Of a Swiss tournament, or of a round robin at larger tables. 0: as many as it takes.'),
  minutes: z.int().min(1).max(1440).describe('How long an arena lasts.'),
  most: z.int().min(2).max(512).describe('The most players.'),
};

/** Settings of its tables. All are private, and the tournament says who sits where. */
const tableWish = tableSettings
  .omit({ visibility: true, approval: true, fillSeconds: true })
  .partial()
  // Not the default of other tables, which is not a clock: one player would hold up the next round.
  .extend({ clock: tableParts.Clock.optional().describe('Absent: 90 seconds for each turn.') })
  .describe('Settings of its tables. An absent one has its default.');

const step = z.enum(['begin', 'pause', 'go-on', 'end']).describe('`begin`: at once, before the time that was said.');

export const tournamentBodies = {
  tournament: z.strictObject({
    name: newTitle,
    kind,
    game: gameId,
    preset: presetId.optional(),
    options: optionValues.optional(),
    seats: seatCount.optional(),
    table: tableWish.optional(),
    visibility: visibility.optional(),
    startsAt: times.startsAt,
    checkInMinutes: times.checkInMinutes.optional(),
    lateEntry: times.lateEntry.optional(),
    rounds: times.rounds.optional(),
    minutes: times.minutes.optional(),
    most: times.most.optional(),
  }),
  enter: z.strictObject({ code: code.optional() }),
  steer: z.strictObject({ to: step }),
} as const;

export const tournamentQueries = {
  tournaments: z.strictObject({ status: status.optional(), game: gameId.optional() }),
  tournament: z.strictObject({
    code: code.optional(),
    round: digits(z.number().min(1).max(100_000))
      .describe('Whose tables are shown. Absent: the last round.')
      .optional(),
    tables: z
      .literal('all')
      .describe('Those of all rounds, where there are at most 512. Absent: those of one round.')
      .optional(),
  }),
} as const;

const person = z.object({ player: playerId, name });
const summary = {
  tournament: tournamentId,
  name: title,
  kind,
  game: gameId,
  preset: presetId,
  seats: seatCount,
  visibility,
  status,
  createdAt: time,
  startsAt: times.startsAt,
  entered: amount.describe('How many players are in it.'),
  most: times.most,
  by: person.describe('Who has made it. Absent: the host of the server.').exactOptional(),
};
const listed = z.object(summary).describe('What a list shows of a tournament.');

const playerState = z
  .enum(['entered', 'checked-in', 'away', 'withdrawn'])
  .describe('`away`: did not come to the last match or to the start, and is not paired before checking in.');

const standing = z.object({
  player: playerId,
  name,
  rank: z.int().min(1),
  points: amount.describe(
    'A win of two is worth 2, a draw 1. At larger tables each place is worth 2 more than the next one.',
  ),
  matches: amount,
  byes: amount,
  tieBreaks: z.array(rounded).describe('In the order of `tieBreaks` of the tournament, as far as they are numbers.'),
  state: playerState,
});

const place = z.object({
  player: playerId,
  name,
  place: z.int().min(1).describe('Players may share one.').exactOptional(),
  points: amount.describe('What the place is worth.').exactOptional(),
  isAbsent: z.boolean().describe('Whether the player did not come.'),
});
const outcome = z
  .enum(['played', 'no-show', 'aborted', 'unplayed'])
  .describe('`unplayed`: there is no match, and all at the table share the first place.');
const table = z.object({
  n: amount.describe('Counts the tables of the tournament, from 0 on.'),
  round: z.int().min(1),
  match: matchId,
  seats: z.array(place).describe('By seat.'),
  outcome: outcome.describe('Absent while it is played.').exactOptional(),
});
const walkover = z.object({
  player: playerId,
  missing: playerId.describe('Who was away.'),
  points: amount.describe('What the player got for it.'),
});
const own = z.object({
  state: playerState,
  match: matchId.describe('Take my seat there: it needs no code.').exactOptional(),
  mayCheckIn: z.literal(true).describe('A check-in counts now, by the clock of the server.').exactOptional(),
});

const whyEnded = z
  .enum(['played', 'too-few', 'host', 'operator'])
  .describe('Why it has ended. `host`: who has made it has ended it.');

const whole = z.object({
  ...summary,
  version: amount.describe('Grows with each change: what has the same version has not changed, but for names.'),
  options: optionValues,
  table: tableSettings,
  checkInMinutes: times.checkInMinutes,
  lateEntry: times.lateEntry,
  rounds: amount.describe('How many rounds it has, as far as that is said; 0 otherwise.'),
  minutes: amount.describe('How long an arena lasts; 0 otherwise.'),
  tieBreaks: z.array(tieBreak).describe('What decides between equal points, in this order.'),
  beganAt: time.exactOptional(),
  endsAt: time.describe('When an arena pairs no more.').exactOptional(),
  endedAt: time.exactOptional(),
  why: whyEnded.exactOptional(),
  isPaused: z.boolean(),
  standings: z.array(standing).describe('The best first. The draw decides at last, so no two share a rank.'),
  round: amount.describe('The round of `tables`, and of `byes`; 0 before the first one.'),
  lastRound: amount,
  tables: z.array(table),
  byes: z.array(person).describe('Who has a bye in this round.'),
  walkovers: z
    .array(walkover)
    .describe(
      'Of a round robin of two seats: who won without a table, as the opponent of the round was away. Absent: none.',
    )
    .exactOptional(),
  mine: own.describe('The caller, who is in it.').exactOptional(),
  code: code.describe('Of a private tournament, for players who are in it.').exactOptional(),
});

export const tournamentAnswers = {
  Tournament: whole,
  TournamentList: z.object({ tournaments: z.array(listed) }),
} as const;
export type TournamentView = z.infer<typeof whole>;
export type TournamentList = z.infer<typeof tournamentAnswers.TournamentList>;
export type ListedTournament = z.infer<typeof listed>;
type WishData = z.infer<typeof tournamentBodies.tournament>;
/** What a player wants of a new tournament. */
export interface TournamentWish extends WishData {}
export type TournamentStep = z.infer<typeof tournamentBodies.steer>['to'];
type TournamentFilterData = z.infer<typeof tournamentQueries.tournaments>;
export interface TournamentFilter extends TournamentFilterData {}

export const tournamentParts = {
  TournamentKind: kind,
  TournamentTable: table,
  TournamentTableWish: tableWish,
  TournamentStanding: standing,
  TournamentPlace: place,
  TournamentPlayer: person,
  TournamentWalkover: walkover,
  ListedTournament: listed,
  OwnTournament: own,
  TieBreak: tieBreak,
  TournamentStatus: status,
  PlayerState: playerState,
  TableOutcome: outcome,
  TournamentStep: step,
  WhyEnded: whyEnded,
} as const;

/** What the data of a player tells of a tournament. */
export const ownTournament = z.object({ tournament: tournamentId, name: title, status, isMaker: z.boolean() });

export const tournamentRoutes = {
  listTournaments: {
    about: 'public tournaments, the newest first, at most 100',
    query: 'tournaments',
    answer: 'TournamentList',
  },
  listMyTournaments: {
    about: 'the tournaments that I have made or entered, the newest first, at most 100',
    token: 'must',
    scope: 'read',
    answer: 'TournamentList',
  },
  createTournament: {
    about: 'makes a tournament, without entering it',
    token: 'must',
    scope: 'tournaments',
    body: 'tournament',
    answer: 'Tournament',
    limit: 'tournaments',
    codes: ['unknown-game', 'bad-options', 'name-refused', 'limit-reached', 'tournament-refused', 'muted'],
  },
  getTournament: {
    about: 'a tournament, with its table and the matches of a round',
    token: 'may',
    scope: 'read',
    query: 'tournament',
    answer: 'Tournament',
    codes: ['no-such-tournament', 'wrong-code', 'too-many-guesses'],
  },
  enterTournament: {
    about: 'enters a tournament, or comes back to it',
    token: 'must',
    scope: 'tournaments',
    body: 'enter',
    answer: 'Tournament',
    limit: 'people',
    codes: ['no-such-tournament', 'wrong-code', 'too-many-guesses', 'tournament-refused'],
  },
  checkIn: {
    about: 'says that I am there: before the start, or again after I missed a match',
    token: 'must',
    scope: 'tournaments',
    answer: 'Tournament',
    limit: 'people',
    codes: ['no-such-tournament', 'tournament-refused'],
  },
  withdrawFromTournament: {
    about: 'I am not paired any more; a match that runs goes on',
    token: 'must',
    scope: 'tournaments',
    answer: 'Tournament',
    limit: 'people',
    codes: ['no-such-tournament', 'tournament-refused'],
  },
  steerTournament: {
    about: 'begins, pauses, goes on with or ends a tournament that I have made',
    token: 'must',
    scope: 'tournaments',
    body: 'steer',
    answer: 'Tournament',
    limit: 'people',
    codes: ['no-such-tournament', 'forbidden', 'tournament-refused'],
  },
} as const satisfies RoutesOf;

export const tournamentOperatorRoutes = {
  hostTournament: {
    about: 'makes a tournament of the host, without the limits of players',
    token: 'operator',
    body: 'tournament',
    answer: 'Tournament',
    codes: ['unknown-game', 'bad-options', 'name-refused', 'tournament-refused'],
  },
  steerHostedTournament: {
    about: 'begins, pauses, goes on with or ends any tournament',
    token: 'operator',
    body: 'steer',
    answer: 'Tournament',
    codes: ['no-such-tournament', 'tournament-refused'],
  },
} as const satisfies RoutesOf;
