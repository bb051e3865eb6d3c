/** Players: names, devices, codes, their data, and reports about others. */
import * as z from 'zod';
import { MOST_VACATION_DAYS } from '../../record/table/absence.ts';
import { templeId } from '../../temple/beads.ts';
import { printable, prose } from '../../wire/printable.ts';
import { ownLine, phraseId, quotedLine } from '../../wire/talk.ts';
import { amount, gameId, matchId, name, playerId, presetId, type RoutesOf, seat, sessionId, time } from './route.ts';
import { ownBot, pool } from './bots.ts';
import { answersAhead, challenge } from './matches.ts';
import { vouchedFor } from './hosts.ts';
import { ownPenalty, right, settledReport } from './order.ts';
import { ownPuzzleAnswer } from './puzzles.ts';
import { passkey } from './passkeys.ts';
import { programToken } from './programs.ts';
import { ownTournament } from './tournaments.ts';
import { webhook } from './webhooks.ts';

const displayName = printable(24).describe('The name that other people see.');
const label = printable(40).describe("The player's own name for this device. No other player sees it.").optional();
const typedCode = z
  .string()
  .min(1)
  .max(64)
  .describe('A code as a player typed it. Case, spaces and dashes do not matter.');
const reportText = prose(1000).describe('A text for the host, which may have several lines.');
const reason = z.enum(['name', 'abuse', 'cheating', 'other']);

const reportOfPlayer = z.strictObject({
  player: playerId,
  match: matchId.optional(),
  reason,
  text: reportText.optional(),
});
const reportOfMatch = z.strictObject({ match: matchId, reason, text: reportText.optional() });

const showsOnline = z.boolean().describe('Whether my friends see when I am online. By default they do not.');

export const peopleBodies = {
  guest: z.strictObject({
    name: displayName.optional(),
    label,
    invitation: typedCode.describe('The code of an invitation, where new players need one.').optional(),
  }),
  refresh: z.strictObject({ refresh: z.string().min(1).max(2048).describe('The `refresh` of the last sign-in.') }),
  choose: z.strictObject({ name: displayName }),
  recover: z.strictObject({ code: typedCode, label }),
  redeem: z.strictObject({ code: typedCode, label }),
  signOut: z.strictObject({
    session: sessionId
      .describe("Which of the player's sessions ends; by default the session that sends the request.")
      .optional(),
  }),
  report: z.union([reportOfPlayer, reportOfMatch]),
  showOnline: z.strictObject({ showsOnline }),
  vacation: z.strictObject({
    days: z
      .int()
      .min(1)
      .max(MOST_VACATION_DAYS)
      .describe('How long it is to last. GET /api/me/vacation says what is possible.'),
  }),
} as const;
export type NewReport = z.infer<typeof peopleBodies.report>;

export const signedIn = z.object({
  player: playerId,
  name,
  token: z.string().describe('Sent as `Authorization: Bearer …`.'),
  expiresAt: time.describe('When the token ends, in milliseconds since 1970.'),
  refresh: z.string().describe('Gets a new token at `POST /api/tokens`.'),
});
export type SignedIn = z.infer<typeof signedIn>;

export const me = z.object({
  player: playerId,
  name,
  createdAt: time,
  hasRecoveryCode: z.boolean(),
  showsName: z.boolean().describe('Whether open data names the player. Absent: it does not.').exactOptional(),
  rights: z.array(right).describe('What a moderator may do. Absent: the player is none.').exactOptional(),
});
export type Me = z.infer<typeof me>;

export const chosen = me.extend({
  recoveryCode: z.string().describe('Comes only with the first choice of a name, and is shown once.').exactOptional(),
});
export type Chosen = z.infer<typeof chosen>;

export const recoveryCode = z.object({ recoveryCode: z.string() });
export type RecoveryCode = z.infer<typeof recoveryCode>;

export const link = z.object({
  code: z.string(),
  text: z.string().describe('The code as a QR code holds it.'),
  expiresAt: time,
});
export type Link = z.infer<typeof link>;

export const session = z.object({
  session: sessionId,
  label: z.string(),
  createdAt: time,
  lastUsedAt: time.describe('When the session last got a token, in milliseconds since 1970.'),
  isThis: z.boolean().describe('Whether this session sends the request.'),
});
export type Session = z.infer<typeof session>;
export const sessions = z.object({ sessions: z.array(session) });

export const signedOut = z.object({ ended: amount.describe('How many sessions ended.') });
export type SignedOut = z.infer<typeof signedOut>;

export const report = z.object({
  at: time,
  player: playerId.exactOptional(),
  match: matchId.exactOptional(),
  reason,
  text: z.string(),
});
export type Report = z.infer<typeof report>;

/** A report as a moderator reads it: without its sender. Those about the moderator are not shown. */
export const heardReport = report.extend({
  id: z.string().describe('The id of the report.'),
  name: name.describe('Of the player whom it is about.').exactOptional(),
  lines: z.array(quotedLine).describe('The last lines that the reporter could hear.').exactOptional(),
  settled: settledReport.exactOptional(),
});
export type HeardReport = z.infer<typeof heardReport>;
const heardReports = z.object({ reports: z.array(heardReport) });

const tieKind = z.enum(['follow', 'block']);
const ownTie = z
  .enum(['none', ...tieKind.options])
  .describe('Whether I follow the player, or have blocked the player.');

/** What I have chosen about a player. It does not tell what that player has chosen, but for a friend. */
export const tie = z.object({
  player: playerId,
  name,
  kind: ownTie,
  isFriend: z.boolean().describe('Whether we follow each other.'),
});
export type Tie = z.infer<typeof tie>;

const tiedPlayer = z.object({ player: playerId, name, at: time });
const followedPlayer = tiedPlayer.extend({
  isFriend: tie.shape.isFriend,
  isOnline: z
    .boolean()
    .describe('Whether the friend is connected now; only of friends who want it told.')
    .exactOptional(),
});

export const people = z.object({
  showsOnline,
  follows: z.array(followedPlayer).describe('Whom I follow, the newest first.'),
  followers: z.array(tiedPlayer).describe('Who follows me, the newest first, at most 300.'),
  blocks: z.array(tiedPlayer).describe('Whom I have blocked, the newest first.'),
});
export type People = z.infer<typeof people>;

/** Of the player who asks. */
export const vacationBalance = z.object({
  daysAYear: amount.describe('How many days of vacation each player has here in a calendar year (UTC); 0: none.'),
  left: amount.describe('What is left of them this year, in milliseconds.'),
  mostDays: amount.describe('The most whole days for which a vacation can begin now; 0: none can.'),
  until: time.describe('When the vacation ends that the player is on. Absent: the player is on none.').exactOptional(),
});
export type VacationBalance = z.infer<typeof vacationBalance>;

const keptAhead = z.object({ match: matchId, ...answersAhead.shape });
const keptVacation = z.object({ began: time, until: time });
const providerSubject = z.object({ issuer: z.string(), subject: z.string(), createdAt: time });

const keptTie = z.object({ player: playerId, kind: tieKind, at: time });

const exactRating = z.object({
  game: gameId,
  preset: presetId,
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number(),
  matches: amount,
  at: time,
});

const poolRating = exactRating.extend({ pool });

const seasonRating = exactRating.extend({ season: z.string() });

const seatLuck = z.object({
  match: matchId,
  seat,
  game: gameId,
  preset: presetId,
  at: time,
  luck: z.int(),
  own: z.int(),
  others: z.int(),
});

export const personalData = z.object({
  ...me.shape,
  recoveryCodeCreatedAt: time.exactOptional(),
  sessions: z.array(session),
  passkeys: z.array(passkey),
  tokens: z.array(programToken).describe('The tokens of programs that this player has made, without their secrets.'),
  providers: z
    .array(providerSubject)
    .describe(
      'Who the player is for the OpenID provider of the host, or, with `host ` before its address, for the host at home.',
    ),
  vouched: z.array(vouchedFor).describe('The other hosts to which this one has said who the player is.'),
  matches: z
    .array(matchId)
    .describe("Matches that the player created or sat at. Their records hold the player's opaque id and no name."),
  ratings: z.array(exactRating),
  seasonRatings: z.array(seasonRating).describe('The ratings of each season, by its matches alone.'),
  poolRatings: z.array(poolRating).describe('The ratings of matches in which bot accounts sat.'),
  bots: z.array(ownBot).describe('The bot accounts of this player.'),
  luck: z
    .array(seatLuck)
    .describe('What the accounts of rated matches say of the player, in millionths of a victory. See docs/luck.md.'),
  reports: z.array(report).describe('Reports that this player has sent.'),
  webhooks: z.array(webhook).describe('Without their secrets.'),
  temples: z.array(templeId),
  puzzles: z
    .array(ownPuzzleAnswer)
    .describe("The player's first answers to puzzles, each with the player's rating after it."),
  talk: z.array(ownLine).describe('What this player said at tables, as far as it is still kept.'),
  silencedIn: z.array(matchId).describe('The matches whose host has silenced this player.'),
  people: z.array(keptTie).describe('Whom this player follows or has blocked.'),
  showsOnline,
  vacations: z.array(keptVacation).describe('The vacations of this player, for a year after their end.'),
  ahead: z.array(keptAhead).describe('Answers that this player has left ahead in running matches.'),
  challenges: z.array(challenge).describe('Challenges that this player has sent, or that wait for this player.'),
  tournaments: z.array(ownTournament).describe('Tournaments that this player has made or entered.'),
  penalties: z.array(ownPenalty).describe('What moderators and the operator did about this player, and the answers.'),
});
export type PersonalData = z.infer<typeof personalData>;

export const deleted = z.object({ deleted: z.literal(true) });
export const received = z.object({ received: z.literal(true) });

export const peopleAnswers = {
  SignedIn: signedIn,
  Me: me,
  Chosen: chosen,
  RecoveryCode: recoveryCode,
  Link: link,
  SessionList: sessions,
  SignedOut: signedOut,
  PersonalData: personalData,
  Deleted: deleted,
  Received: received,
  Tie: tie,
  People: people,
  VacationBalance: vacationBalance,
  HeardReports: heardReports,
} as const;

export const peopleParts = {
  Session: session,
  Report: report,
  HeardReport: heardReport,
  QuotedLine: quotedLine,
  ReportReason: reason,
  ReportOfPlayer: reportOfPlayer,
  ReportOfMatch: reportOfMatch,
  ExactRating: exactRating,
  SeasonRating: seasonRating,
  ExactPoolRating: poolRating,
  SeatLuck: seatLuck,
  KeptTie: keptTie,
  KeptVacation: keptVacation,
  KeptAhead: keptAhead,
  ProviderSubject: providerSubject,
  TieKind: tieKind,
  OwnTie: ownTie,
  TiedPlayer: tiedPlayer,
  FollowedPlayer: followedPlayer,
  OwnLine: ownLine,
  PhraseId: phraseId,
  OwnTournamentRecord: ownTournament,
} as const;

export const peopleRoutes = {
  signInAsGuest: {
    about: 'signs in a new player',
    body: 'guest',
    answer: 'SignedIn',
    limit: 'guests',
    codes: ['name-refused', 'invitation-needed', 'unknown-invitation', 'sign-up-closed', 'too-many-guesses'],
  },
  refreshToken: {
    about: 'a new token, before the old one ends after an hour',
    body: 'refresh',
    admits: 'banned',
    answer: 'SignedIn',
    codes: ['unauthorized'],
  },
  recover: {
    about: 'signs in by the recovery code of a player',
    body: 'recover',
    answer: 'SignedIn',
    limit: 'identity',
    codes: ['unknown-recovery-code', 'too-many-guesses', 'banned'],
  },
  redeemLink: {
    about: 'signs in by a code that another device shows',
    body: 'redeem',
    answer: 'SignedIn',
    limit: 'links',
    codes: ['unknown-link-code', 'too-many-guesses', 'banned'],
  },
  getMe: {
    about: 'who I am here',
    token: 'must',
    scope: 'any',
    answer: 'Me',
  },
  chooseName: {
    about: 'chooses a name; the first time a recovery code comes with it',
    token: 'must',
    scope: 'account',
    body: 'choose',
    answer: 'Chosen',
    limit: 'identity',
    codes: ['name-refused'],
  },
  deleteMe: {
    about: 'deletes my name, devices and codes; records keep my id',
    token: 'must',
    scope: 'account',
    answer: 'Deleted',
    limit: 'identity',
  },
  exportMe: {
    about: 'everything that is kept about me',
    token: 'must',
    scope: 'account',
    answer: 'PersonalData',
  },
  renewRecoveryCode: {
    about: 'a new recovery code, shown once; the old one ends',
    token: 'must',
    scope: 'account',
    answer: 'RecoveryCode',
    limit: 'identity',
  },
  listSessions: {
    about: 'my devices, the one used last first',
    token: 'must',
    scope: 'account',
    answer: 'SessionList',
  },
  createLink: {
    about: 'a code that signs in another device, once, for 5 minutes',
    token: 'must',
    scope: 'account',
    answer: 'Link',
    limit: 'links',
  },
  signOut: {
    about: 'ends this session, or another one of mine',
    token: 'must',
    scope: 'account',
    body: 'signOut',
    answer: 'SignedOut',
    limit: 'identity',
  },
  signOutEverywhere: {
    about: 'ends all sessions of mine',
    token: 'must',
    scope: 'account',
    answer: 'SignedOut',
    limit: 'identity',
  },
  report: {
    about: 'tells the host about a player or a match',
    token: 'must',
    scope: 'account',
    body: 'report',
    answer: 'Received',
    limit: 'reports',
    codes: ['no-such-player', 'no-such-match', 'too-many-reports'],
  },
} as const satisfies RoutesOf;

export const tieRoutes = {
  listPeople: {
    about: 'whom I follow, who follows me, and whom I have blocked',
    token: 'must',
    scope: 'read',
    answer: 'People',
    limit: 'people',
  },
  showOnline: {
    about: 'whether my friends see when I am online',
    token: 'must',
    scope: 'account',
    body: 'showOnline',
    answer: 'People',
    limit: 'people',
  },
  getTie: {
    about: 'whether I follow a player or have blocked the player',
    token: 'must',
    scope: 'read',
    answer: 'Tie',
    codes: ['no-such-player'],
  },
  followPlayer: {
    about: 'follows a player',
    token: 'must',
    scope: 'account',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player', 'blocked-by-you', 'limit-reached'],
  },
  unfollowPlayer: {
    about: 'follows a player no longer',
    token: 'must',
    scope: 'account',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player'],
  },
  blockPlayer: {
    about: 'blocks a player, who does not learn of it; we part at tables that have not begun',
    token: 'must',
    scope: 'account',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player', 'limit-reached'],
  },
  unblockPlayer: {
    about: 'lifts a block',
    token: 'must',
    scope: 'account',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player'],
  },
} as const satisfies RoutesOf;

export const vacationRoutes = {
  getVacation: {
    about: 'whether I am on vacation, and how much is left of this year',
    token: 'must',
    scope: 'read',
    answer: 'VacationBalance',
    limit: 'people',
  },
  beginVacation: {
    about: 'begins a vacation in all my matches whose clock counts days and whose table allows it',
    token: 'must',
    scope: 'play',
    isForPeople: true,
    body: 'vacation',
    answer: 'VacationBalance',
    limit: 'people',
    codes: ['vacation-refused'],
  },
  endVacation: {
    about: 'ends my vacation before its time; one of less than a day counts for a day',
    token: 'must',
    scope: 'play',
    answer: 'VacationBalance',
    limit: 'people',
  },
} as const satisfies RoutesOf;
