/** The league: matches among the bots of a server, and what they say of each version of a bot. Its words are those of docs/league.md. */
import * as z from 'zod';
import { amount, botId, gameId, matchId, presetId, type RoutesOf, time } from './route.ts';

const leagueBot = z.object({
  bot: botId,
  version: z
    .string()
    .describe('Of a file of the host: the begin of its SHA-256. Of a bot of the game: the version of the rules.'),
});

const leagueFigure = z
  .object({
    value: z.int().describe('In millionths of a fair part.'),
    within: amount.describe('Half of the 95 % interval, in millionths.'),
  })
  .describe('How often a bot wins, as a multiple of a fair part: 1 for equal bots, 2 if it wins each match.');
const byAccount = leagueFigure.describe(
  'With the luck of both seats taken out. Absent while there are fewer than eight rounds, which are two matches each, with the seats changed.',
);
const byResult = leagueFigure.describe('As the matches ended. Absent as long as `account`.');

const leaguePlace = leagueBot.extend({
  plays: z.boolean().describe('Whether the server has this version now. An earlier one keeps what it has done.'),
  matches: amount.describe('The matches that count.'),
  voided: amount.describe('The matches that count for neither bot.'),
  lost: amount.describe('The turns, in all these matches, in which the usual bot moved for this one.'),
  account: byAccount.exactOptional(),
  result: byResult.exactOptional(),
});

const leagueVerdict = z
  .enum(['better', 'worse', 'equal', 'open'])
  .describe('What is known of the first bot against the second one, as docs/league.md has it.');

const leaguePair = z.object({
  bots: z.tuple([leagueBot, leagueBot]).describe('The figures are those of the first one.'),
  matches: amount,
  voided: amount,
  playedAt: time.describe('When its last match began. It plays no more once there is a verdict.'),
  account: byAccount.exactOptional(),
  verdict: leagueVerdict,
});

const leagueSeat = leagueBot.extend({ lost: amount.describe('The turns in which the usual bot moved for it.') });

const leagueState = z.enum(['playing', 'counted', 'void']).describe('`void`: it counts for neither bot.');

const leagueMatch = z.object({
  match: matchId,
  at: time,
  bots: z.tuple([leagueSeat, leagueSeat]).describe('In the order of the seats.'),
  state: leagueState,
  result: amount.describe('Of seat 0, in millionths of a fair part.').exactOptional(),
  account: z.int().describe('The same with the luck of both seats taken out.').exactOptional(),
});

const league = z.object({
  game: gameId,
  preset: presetId,
  perDay: amount.describe('How many matches the server begins within a day. 0: there is no league.'),
  bots: z.array(leaguePlace).describe('The best first, by account; last those without a figure.'),
  pairs: z.array(leaguePair),
  newest: z.array(leagueMatch).describe('The newest matches, the newest first. Their records are public.'),
});
export type League = z.infer<typeof league>;
export type LeaguePair = z.infer<typeof leaguePair>;

export const leagueQueries = { league: z.strictObject({ game: gameId }) } as const;
export const leagueAnswers = { League: league } as const;
export const leagueParts = {
  LeagueBot: leagueBot,
  LeagueFigure: leagueFigure,
  LeaguePlace: leaguePlace,
  LeaguePair: leaguePair,
  LeagueSeat: leagueSeat,
  LeagueMatch: leagueMatch,
  LeagueState: leagueState,
  LeagueVerdict: leagueVerdict,
} as const;

export const leagueRoutes = {
  getLeague: {
    about: 'how the bots of a game stand against each other, from matches that the server plays when it is idle',
    query: 'league',
    answer: 'League',
    codes: ['unknown-game'],
  },
  getLeagueFeed: {
    about: 'the verdicts of the league in all games, the newest first, as an Atom feed',
    answer: 'LeagueFeed',
  },
} as const satisfies RoutesOf;
