/** What the operator sees of players, and what the operator can do about one. */
import * as z from 'zod';
import { prose } from '../../../wire/printable.ts';
import { quotedLine } from '../../../wire/talk.ts';
import { amount, limitOf, matchId, name, playerId, seat, sessionId, time } from '../fields.ts';
import { report } from '../people.ts';
import type { RoutesOf } from '../route.ts';

const MOST_SHOWN = 100;
const USUAL = 50;

export const banReason = prose(200).describe('Only operators see it.').optional();
export const banDays = z.int().min(1).max(3650).describe('Without it, the ban lasts for ever.').optional();

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
const operatorReport = report.extend({
  reporter: playerId.describe('Absent once the reporter has deleted their account.').exactOptional(),
  lines: z.array(quotedLine).describe('The last lines that the reporter could hear.').exactOptional(),
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
  QuotedLine: quotedLine,
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
    about: 'the reports of players, the newest first, at most 100',
    token: 'operator',
    answer: 'ReportList',
  },
} as const satisfies RoutesOf;
