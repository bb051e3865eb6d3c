/** The routes of a server's operator, and the one route of the bridges. */
import * as z from 'zod';
import { tableParts } from '../../record/entry/tableSettings.ts';
import { prose } from '../../wire/printable.ts';
import { quotedLine } from '../../wire/talk.ts';
import { amount, gameId, limitOf, matchId, matchStatus, name, playerId, seat, time } from './fields.ts';
import { report } from './people.ts';
import type { RoutesOf } from './route.ts';

/** Stands in the record, which players may read: an id, not a sentence. */
const endReason = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .describe('Stands in the record, which players may read: an id, not a sentence.');

export const operatorBodies = {
  ban: z.strictObject({
    reason: prose(200).describe('Only operators see it.').optional(),
    days: z.int().min(1).max(3650).describe('Without it, the ban lasts for ever.').optional(),
  }),
  end: z.strictObject({ reason: endReason.optional() }),
} as const;

export const readiness = z
  .enum(['ready', 'starting', 'draining', 'stopping', 'disk-full', 'disk-failing'])
  .describe('`ready`, or why the server takes no players now.');
export type ReadyState = z.infer<typeof readiness>;

const matchCounts = z.object({ open: amount, running: amount, ended: amount });
const templeCounts = z
  .object({ open: amount, present: amount, held: amount, unbalanced: amount, strays: amount })
  .describe('Temples heard of since the start. An unbalanced temple is a bug. Strays are messages without a use.');
const noticeCounts = z
  .object({ pending: amount, failed: amount })
  .describe('Notices on their way to webhooks, and notices given up.');

export const overview = z.object({
  state: readiness,
  matches: matchCounts,
  players: amount,
  bridges: amount.describe('Connections of bridges.'),
  connections: amount.describe('Connections of players.'),
  banned: amount,
  temples: templeCounts,
  notices: noticeCounts,
});
export type Overview = z.infer<typeof overview>;

const MOST_SHOWN = 100;

export const operatorQuery = z.strictObject({
  status: matchStatus.optional(),
  after: z
    .string()
    .regex(/^(open|running|ended)~\d{1,16}~[^~]{1,64}$/)
    .describe('`next` of the page before.')
    .optional(),
  limit: limitOf(MOST_SHOWN, MOST_SHOWN),
});
export type OperatorQuery = z.infer<typeof operatorQuery>;

const hostedPlayer = z.object({ player: playerId, name, isOnline: z.boolean() });

export const hostedMatch = z.object({
  match: matchId,
  game: gameId,
  status: matchStatus,
  visibility: tableParts.Visibility,
  createdAt: time,
  ageSeconds: amount,
  host: playerId,
  players: z.array(hostedPlayer).describe('The people at the table, without bots.'),
});
export type HostedMatch = z.infer<typeof hostedMatch>;
export const hostedMatches = z.object({
  matches: z.array(hostedMatch),
  next: z.string().describe('Send it as `after`. It is absent on the last page.').exactOptional(),
});
export type HostedMatches = z.infer<typeof hostedMatches>;

const place = z
  .object({ match: matchId, seat: seat.exactOptional() })
  .describe("A spectator's place has no seat. A player who looks for a match has no place.");

export const playerOnline = z.object({ player: playerId, name, places: z.array(place) });
export type PlayerOnline = z.infer<typeof playerOnline>;
export const playersOnline = z.object({ players: z.array(playerOnline) });
export type PlayersOnline = z.infer<typeof playersOnline>;

export const ban = z.object({
  player: playerId,
  name,
  at: time,
  reason: z.string(),
  until: time.describe('When the ban ends by itself, in milliseconds since 1970.').exactOptional(),
});
export type Ban = z.infer<typeof ban>;
export const bans = z.object({ bans: z.array(ban) });

/** What a player told the host. */
export const operatorReport = report.extend({
  reporter: playerId.describe('Absent once the reporter has deleted their account.').exactOptional(),
  lines: z.array(quotedLine).describe('The last lines that the reporter could hear.').exactOptional(),
});
export type OperatorReport = z.infer<typeof operatorReport>;
export const operatorReports = z.object({ reports: z.array(operatorReport) });

export const operatorQueries = { operator: operatorQuery } as const;

export const operatorAnswers = {
  Overview: overview,
  HostedMatch: hostedMatch,
  HostedMatches: hostedMatches,
  PlayersOnline: playersOnline,
  Ban: ban,
  BanList: bans,
  ReportList: operatorReports,
} as const;

export const operatorParts = {
  ReadyState: readiness,
  MatchCounts: matchCounts,
  TempleCounts: templeCounts,
  NoticeCounts: noticeCounts,
  HostedPlayer: hostedPlayer,
  PlayerOnline: playerOnline,
  Place: place,
  OperatorReport: operatorReport,
  QuotedLine: quotedLine,
} as const;

export const operatorRoutes = {
  connectBridge: {
    about: 'a connection to the room of the bridges',
    token: 'bridge',
    answer: 'Watching',
  },
  operatorPage: {
    about: 'one page with all of this',
    token: 'page',
    answer: 'Page',
  },
  getOverview: {
    about: 'how the server is doing',
    token: 'operator',
    answer: 'Overview',
  },
  listHostedMatches: {
    about:
      'all matches, private ones too: first those that have not ended, oldest first, then ended ones, newest first',
    token: 'operator',
    query: 'operator',
    answer: 'HostedMatches',
  },
  endMatch: {
    about: 'aborts a match, with a reason',
    ownedBy: 'match',
    token: 'operator',
    body: 'end',
    answer: 'HostedMatch',
    codes: ['no-such-match', 'match-over'],
  },
  listPlayersOnline: {
    about: 'the connected players, and their matches',
    token: 'operator',
    answer: 'PlayersOnline',
  },
  listBans: {
    about: 'the bans, the newest first',
    token: 'operator',
    answer: 'BanList',
  },
  listReports: {
    about: 'the reports of players, the newest first, at most 100',
    token: 'operator',
    answer: 'ReportList',
  },
  banPlayer: {
    about: 'bans a player from everything',
    token: 'operator',
    body: 'ban',
    answer: 'Ban',
    codes: ['no-such-player'],
  },
  unbanPlayer: {
    about: 'takes a ban back',
    token: 'operator',
    answer: 'BanList',
  },
  drain: {
    about: 'starts no new matches; the existing ones go on',
    token: 'operator',
    answer: 'Overview',
  },
  stopDraining: {
    about: 'takes players again',
    token: 'operator',
    answer: 'Overview',
  },
} as const satisfies RoutesOf;
