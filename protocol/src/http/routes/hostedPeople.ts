/** What the operator sees of players and networks, what the operator can do about them, and the audit of what operators did. */
import * as z from 'zod';
import { prose } from '../../wire/printable.ts';
import { bulletinText } from '../../wire/talk.ts';
import { amount, digits, limitOf, matchId, name, playerId, type RoutesOf, seat, sessionId, time } from './route.ts';
import { heardReport } from './people.ts';

const MOST_SHOWN = 100;
const USUAL = 50;

const banReason = prose(200).describe('Only operators see it.').optional();
const banDays = z.int().min(1).max(3650).describe('Without it, the ban lasts for ever.').optional();

export const peopleOperatorBodies = {
  ban: z.strictObject({ reason: banReason, days: banDays }),
} as const;

export const peopleQuery = z.strictObject({
  search: z
    .string()
    .trim()
    .max(64)
    .describe('How the name begins, or the id. Case does not matter for letters from A to Z.')
    .optional(),
  after: z.string().min(1).max(200).describe('`next` of the page before.').optional(),
  limit: limitOf(MOST_SHOWN, USUAL),
});
export type PeopleQuery = z.infer<typeof peopleQuery>;

const place = z
  .object({ match: matchId, seat: seat.exactOptional() })
  .describe("A spectator's place has no seat. A player who looks for a match has no place.");

const playerOnline = z.object({
  player: playerId,
  name,
  process: name.describe('The name of the process to which the player is connected.'),
  places: z.array(place),
});
export type PlayerOnline = z.infer<typeof playerOnline>;
const playersOnline = z.object({
  players: z.array(playerOnline),
  unlisted: amount.describe('How many more are connected: a process lists only some thousands.'),
});
export type PlayersOnline = z.infer<typeof playersOnline>;

const banEnd = time.describe('When the ban ends by itself, in milliseconds since 1970.').exactOptional();
const ban = z.object({ player: playerId, name, at: time, reason: z.string(), until: banEnd });
export type Ban = z.infer<typeof ban>;
const bans = z.object({ bans: z.array(ban) });

/** What a player told the host. */
const operatorReport = heardReport.extend({
  reporter: playerId.describe('Absent once the reporter has deleted their account.').exactOptional(),
});
export type OperatorReport = z.infer<typeof operatorReport>;
const operatorReports = z.object({ reports: z.array(operatorReport) });

const heldBan = z.object({ at: time, reason: z.string(), until: banEnd });

const hostedPerson = z.object({
  player: playerId,
  name,
  createdAt: time,
  hasRecoveryCode: z.boolean().describe('A player without one is a guest.'),
  sessions: amount.describe('How many devices are signed in.'),
  lastSeenAt: time.describe('When a device last got a token.').exactOptional(),
  isOnline: z.boolean(),
  reports: amount.describe('How many reports about the player are kept.'),
  ban: heldBan.exactOptional(),
});
export type HostedPerson = z.infer<typeof hostedPerson>;

const hostedPeople = z.object({
  people: z.array(hostedPerson),
  next: z.string().describe('Send it as `after`. It is absent on the last page.').exactOptional(),
});
export type HostedPeople = z.infer<typeof hostedPeople>;

const device = z.object({ session: sessionId, label: z.string(), createdAt: time, lastUsedAt: time });

const personDetails = hostedPerson.extend({
  devices: z.array(device),
  unfinished: z.array(matchId).describe('The matches of the player that have not ended.'),
  reportsAbout: z.array(operatorReport).describe('The newest reports about the player, at most 100.'),
});
export type PersonDetails = z.infer<typeof personDetails>;

export const peopleOperatorAnswers = {
  PlayersOnline: playersOnline,
  Ban: ban,
  BanList: bans,
  ReportList: operatorReports,
  HostedPeople: hostedPeople,
  PersonDetails: personDetails,
} as const;

export const peopleOperatorParts = {
  PlayerOnline: playerOnline,
  Place: place,
  OperatorReport: operatorReport,
  HostedPerson: hostedPerson,
  HeldBan: heldBan,
  Device: device,
} as const;

export const peopleOperatorRoutes = {
  listPlayersOnline: {
    about: 'the connected players, and their matches',
    token: 'operator',
    answer: 'PlayersOnline',
  },
  findPeople: {
    about: 'players by name or id, a page at a time',
    token: 'operator',
    query: 'people',
    answer: 'HostedPeople',
  },
  getPerson: {
    about: 'one player, with devices, ban, reports and unfinished matches',
    token: 'operator',
    answer: 'PersonDetails',
    codes: ['no-such-player'],
  },
  exportPerson: {
    about: 'everything that is kept about a player, at their request',
    token: 'operator',
    answer: 'PersonalData',
    codes: ['no-such-player'],
  },
  deletePerson: {
    about: 'deletes a player, at their request; records keep the id',
    token: 'operator',
    answer: 'Deleted',
    codes: ['no-such-player'],
  },
  kickPlayer: {
    about: 'signs a player out on all devices, and ends all of their connections; seats are kept',
    token: 'operator',
    answer: 'SignedOut',
    codes: ['no-such-player'],
  },
  listBans: {
    about: 'the bans of players, the newest first',
    token: 'operator',
    answer: 'BanList',
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
  listReports: {
    about: 'the reports of players: first those to settle, the newest first, at most 100',
    token: 'operator',
    answer: 'ReportList',
  },
} as const satisfies RoutesOf;

// Banned networks, bulletins to all connected people, and the audit.

const network = z
  .string()
  .trim()
  .min(2)
  .max(49)
  .describe('An address, or a network like `203.0.113.0/24`. One address of IPv6 stands for its /64.');

export const networkBodies = {
  banNetwork: z.strictObject({ network, reason: banReason, days: banDays }),
  unbanNetwork: z.strictObject({ network }),
  bulletin: z.strictObject({ text: bulletinText }),
} as const;

const MOST_LINES = 200;
const USUAL_LINES = 50;

export const auditQuery = z.strictObject({
  before: digits(z.number().min(1)).describe('`next` of the page before.').optional(),
  limit: limitOf(MOST_LINES, USUAL_LINES),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const networkBan = z.object({
  network: z.string().describe('As CIDR.'),
  at: time,
  reason: z.string(),
  until: time.describe('When the ban ends by itself, in milliseconds since 1970.').exactOptional(),
});
export type NetworkBan = z.infer<typeof networkBan>;
const networkBans = z.object({ networks: z.array(networkBan) });

const auditLine = z.object({
  n: amount.describe('Lines are numbered in their order, perhaps with gaps.'),
  at: time,
  operator: z
    .string()
    .describe("The first letters of the SHA-256 of the operator's token, or the id of the moderator."),
  process: name.describe('The name of the process that was asked.'),
  action: z.string().describe('The id of the route.'),
  about: z.string().describe('The player, match, network or process; empty if the action is about everything.'),
  detail: z.record(z.string(), z.unknown()).describe('What else the operator said.'),
  outcome: z
    .string()
    .describe('`done`, or the code of the refusal. Absent if the process ended before it knew.')
    .exactOptional(),
});
export type AuditLine = z.infer<typeof auditLine>;
const auditLines = z.object({
  lines: z.array(auditLine),
  next: amount.describe('Send it as `before`. It is absent on the last page.').exactOptional(),
});
export type AuditLines = z.infer<typeof auditLines>;

export const networkAnswers = {
  NetworkBanList: networkBans,
  ToldAll: z.object({
    connections: amount.describe(
      'How many connections were told: those of other processes as these counted them a moment ago.',
    ),
  }),
  AuditLines: auditLines,
} as const;

export const networkParts = { NetworkBan: networkBan, AuditLine: auditLine } as const;

export const networkRoutes = {
  listNetworkBans: {
    about: 'the banned networks, the newest first',
    token: 'operator',
    answer: 'NetworkBanList',
  },
  banNetwork: {
    about: 'bans an address or a network from everything but the routes of the host',
    token: 'operator',
    body: 'banNetwork',
    answer: 'NetworkBanList',
    codes: ['bad-network', 'limit-reached'],
  },
  unbanNetwork: {
    about: 'takes the ban of a network back',
    token: 'operator',
    body: 'unbanNetwork',
    answer: 'NetworkBanList',
    codes: ['bad-network'],
  },
  tellAll: {
    about: 'shows a bulletin to all who are connected',
    token: 'operator',
    body: 'bulletin',
    answer: 'ToldAll',
  },
  listAudit: {
    about: 'what operators did, the newest first',
    token: 'operator',
    query: 'audit',
    answer: 'AuditLines',
  },
} as const satisfies RoutesOf;
