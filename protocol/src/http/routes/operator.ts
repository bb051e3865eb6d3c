/** The routes of a server's operator, and the one route of the bridges. */
import * as z from 'zod';
import { prose } from '../../wire/printable.ts';
import { quotedLine } from '../../wire/talk.ts';
import { report } from './people.ts';
import type { RoutesOf } from './route.ts';

const id = z.string().min(1).max(64);
/** Stands in the record, which players may read: an id, not a sentence. */
const endReason = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

export const operatorBodies = {
  ban: z.strictObject({
    /** Only operators see it. */
    reason: prose(200).optional(),
    /** Without it, the ban lasts for ever. */
    days: z.int().min(1).max(3650).optional(),
  }),
  end: z.strictObject({ reason: endReason.optional() }),
} as const;

/** `ready`, or why the server takes no players now. */
export const readiness = z.enum(['ready', 'starting', 'draining', 'stopping', 'disk-full', 'disk-failing']);
export type ReadyState = z.infer<typeof readiness>;

export const overview = z.object({
  state: readiness,
  matches: z.object({ open: z.int(), running: z.int(), ended: z.int() }),
  players: z.int(),
  /** Connections of bridges. */
  bridges: z.int(),
  /** Connections of players. */
  connections: z.int(),
  banned: z.int(),
  /** Temples heard of since the start. An unbalanced temple is a bug. Strays are messages that could not be used. */
  temples: z.object({ open: z.int(), present: z.int(), held: z.int(), unbalanced: z.int(), strays: z.int() }),
  /** Notices on their way to webhooks, and notices given up. */
  notices: z.object({ pending: z.int(), failed: z.int() }),
});
export type Overview = z.infer<typeof overview>;

const MOST_SHOWN = 100;

export const operatorQuery = z.strictObject({
  status: z.enum(['open', 'running', 'ended']).optional(),
  /** `next` of the page before. */
  after: z
    .string()
    .regex(/^(open|running|ended)~\d{1,16}~[^~]{1,64}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(MOST_SHOWN).default(MOST_SHOWN),
});
export type OperatorQuery = z.infer<typeof operatorQuery>;

export const hostedMatch = z.object({
  match: id,
  game: id,
  status: z.enum(['open', 'running', 'ended']),
  visibility: z.enum(['public', 'private']),
  createdAt: z.int(),
  ageSeconds: z.int(),
  host: id,
  /** The people at the table, without bots. */
  players: z.array(z.object({ player: id, name: z.string(), isOnline: z.boolean() })),
});
export type HostedMatch = z.infer<typeof hostedMatch>;
/** `next` is absent on the last page. */
export const hostedMatches = z.object({ matches: z.array(hostedMatch), next: z.string().exactOptional() });
export type HostedMatches = z.infer<typeof hostedMatches>;

export const playerOnline = z.object({
  player: id,
  name: z.string(),
  /** A spectator's place has no seat. A player who looks for a match has no place. */
  places: z.array(z.object({ match: id, seat: z.int().exactOptional() })),
});
export type PlayerOnline = z.infer<typeof playerOnline>;
export const playersOnline = z.object({ players: z.array(playerOnline) });
export type PlayersOnline = z.infer<typeof playersOnline>;

export const ban = z.object({
  player: id,
  name: z.string(),
  at: z.int(),
  reason: z.string(),
  /** When the ban ends by itself, in milliseconds since 1970. */
  until: z.int().exactOptional(),
});
export type Ban = z.infer<typeof ban>;
export const bans = z.object({ bans: z.array(ban) });

/** What a player told the host. `reporter` is absent once the reporter has deleted their account. */
export const operatorReport = report.extend({
  reporter: id.exactOptional(),
  /** The last lines that the reporter could hear. */
  lines: z.array(quotedLine).exactOptional(),
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
  Bans: bans,
  Reports: operatorReports,
} as const;

export const operatorRoutes = {
  connectBridge: {
    about: 'a connection to the room of the bridges',
    needs: 'nothing',
    token: 'bridge',
    answer: 'Watching',
  },
  operatorPage: {
    about: 'one page with all of this',
    needs: 'nothing',
    token: 'page',
    answer: 'Page',
  },
  getOverview: {
    about: 'how the server is doing',
    needs: 'nothing',
    token: 'operator',
    answer: 'Overview',
  },
  listHostedMatches: {
    about:
      'all matches, private ones too: first those that have not ended, oldest first, then ended ones, newest first',
    needs: 'nothing',
    token: 'operator',
    query: 'operator',
    answer: 'HostedMatches',
  },
  endMatch: {
    about: 'aborts a match, with a reason',
    needs: 'match',
    token: 'operator',
    body: 'end',
    answer: 'HostedMatch',
    codes: ['no-such-match', 'match-over'],
  },
  listPlayersOnline: {
    about: 'the connected players, and their matches',
    needs: 'nothing',
    token: 'operator',
    answer: 'PlayersOnline',
  },
  listBans: {
    about: 'the bans, the newest first',
    needs: 'nothing',
    token: 'operator',
    answer: 'Bans',
  },
  listReports: {
    about: 'the reports of players, the newest first, at most 100',
    needs: 'nothing',
    token: 'operator',
    answer: 'Reports',
  },
  banPlayer: {
    about: 'bans a player from everything',
    needs: 'nothing',
    token: 'operator',
    body: 'ban',
    answer: 'Ban',
    codes: ['no-such-player'],
  },
  unbanPlayer: {
    about: 'takes a ban back',
    needs: 'nothing',
    token: 'operator',
    answer: 'Bans',
  },
  drain: {
    about: 'starts no new matches; the existing ones go on',
    needs: 'nothing',
    token: 'operator',
    answer: 'Overview',
  },
  stopDraining: {
    about: 'takes players again',
    needs: 'nothing',
    token: 'operator',
    answer: 'Overview',
  },
} as const satisfies RoutesOf;
