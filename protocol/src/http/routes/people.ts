/** Players: names, devices, codes, their data, and reports about others. */
import * as z from 'zod';
import { templeId } from '../../temple/beads.ts';
import { printable, prose } from '../../wire/printable.ts';
import { ownLine, phraseId } from '../../wire/talk.ts';
import { amount, gameId, matchId, name, playerId, presetId, seat, sessionId, time } from './fields.ts';
import { challenge } from './matches.ts';
import { ownPuzzleAnswer } from './puzzles.ts';
import type { RoutesOf } from './route.ts';
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
  guest: z.strictObject({ name: displayName.optional(), label }),
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

export const me = z.object({ player: playerId, name, createdAt: time, hasRecoveryCode: z.boolean() });
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
  matches: z
    .array(matchId)
    .describe("Matches that the player created or sat at. Their records hold the player's opaque id and no name."),
  ratings: z.array(exactRating),
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
  challenges: z.array(challenge).describe('Challenges that this player has sent, or that wait for this player.'),
  tournaments: z.array(ownTournament).describe('Tournaments that this player has made or entered.'),
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
} as const;

export const peopleParts = {
  Session: session,
  Report: report,
  ReportReason: reason,
  ReportOfPlayer: reportOfPlayer,
  ReportOfMatch: reportOfMatch,
  ExactRating: exactRating,
  SeatLuck: seatLuck,
  KeptTie: keptTie,
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
    codes: ['name-refused'],
  },
  refreshToken: {
    about: 'a new token, before the old one ends after an hour',
    body: 'refresh',
    answer: 'SignedIn',
    codes: ['unauthorized', 'banned'],
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
    answer: 'Me',
  },
  chooseName: {
    about: 'chooses a name; the first time a recovery code comes with it',
    token: 'must',
    body: 'choose',
    answer: 'Chosen',
    limit: 'identity',
    codes: ['name-refused'],
  },
  deleteMe: {
    about: 'deletes my name, devices and codes; records keep my id',
    token: 'must',
    answer: 'Deleted',
    limit: 'identity',
  },
  exportMe: {
    about: 'everything that is kept about me',
    token: 'must',
    answer: 'PersonalData',
  },
  renewRecoveryCode: {
    about: 'a new recovery code, shown once; the old one ends',
    token: 'must',
    answer: 'RecoveryCode',
    limit: 'identity',
  },
  listSessions: {
    about: 'my devices, the one used last first',
    token: 'must',
    answer: 'SessionList',
  },
  createLink: {
    about: 'a code that signs in another device, once, for 5 minutes',
    token: 'must',
    answer: 'Link',
    limit: 'links',
  },
  signOut: {
    about: 'ends this session, or another one of mine',
    token: 'must',
    body: 'signOut',
    answer: 'SignedOut',
    limit: 'identity',
  },
  signOutEverywhere: {
    about: 'ends all sessions of mine',
    token: 'must',
    answer: 'SignedOut',
    limit: 'identity',
  },
  report: {
    about: 'tells the host about a player or a match',
    token: 'must',
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
    answer: 'People',
    limit: 'people',
  },
  showOnline: {
    about: 'whether my friends see when I am online',
    token: 'must',
    body: 'showOnline',
    answer: 'People',
    limit: 'people',
  },
  getTie: {
    about: 'whether I follow a player or have blocked the player',
    token: 'must',
    answer: 'Tie',
    codes: ['no-such-player'],
  },
  followPlayer: {
    about: 'follows a player',
    token: 'must',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player', 'blocked-by-you', 'limit-reached'],
  },
  unfollowPlayer: {
    about: 'follows a player no longer',
    token: 'must',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player'],
  },
  blockPlayer: {
    about: 'blocks a player, who does not learn of it; we part at tables that have not begun',
    token: 'must',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player', 'limit-reached'],
  },
  unblockPlayer: {
    about: 'lifts a block',
    token: 'must',
    answer: 'Tie',
    limit: 'people',
    codes: ['no-such-player'],
  },
} as const satisfies RoutesOf;
