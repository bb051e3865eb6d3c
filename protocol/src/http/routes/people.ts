/** Players: names, devices, codes, their data, and reports about others. */
import * as z from 'zod';
import { templeId } from '../../temple/beads.ts';
import { printable, prose } from '../../wire/printable.ts';
import { ownLine } from '../../wire/talk.ts';
import type { RoutesOf } from './route.ts';
import { webhook } from './webhooks.ts';

const id = z.string().min(1).max(64);

/** The name that other people see. */
const displayName = printable(24);
/** The player's own name for this device. No other player sees it. */
const label = printable(40).optional();
/** A code as a player typed it. Case, spaces and dashes do not matter. */
const typedCode = z.string().min(1).max(64);
/** A text for the host, which may have several lines. */
const reportText = prose(1000);
const reason = z.enum(['name', 'abuse', 'cheating', 'other']);

export const peopleBodies = {
  guest: z.strictObject({ name: displayName.optional(), label }),
  refresh: z.strictObject({ refresh: z.string().min(1).max(2048) }),
  choose: z.strictObject({ name: displayName }),
  recover: z.strictObject({ code: typedCode, label }),
  redeem: z.strictObject({ code: typedCode, label }),
  /** Which of the player's sessions ends; by default the session that sends the request. */
  signOut: z.strictObject({ session: id.optional() }),
  report: z.union([
    z.strictObject({ player: id, match: id.optional(), reason, text: reportText.optional() }),
    z.strictObject({ match: id, reason, text: reportText.optional() }),
  ]),
} as const;
export type NewReport = z.infer<typeof peopleBodies.report>;

export const signedIn = z.object({
  player: id,
  name: z.string(),
  /** Sent as `Authorization: Bearer …`. */
  token: z.string(),
  /** When the token ends, in milliseconds since 1970. */
  expiresAt: z.int(),
  /** Gets a new token at `POST /api/tokens`. */
  refresh: z.string(),
});
export type SignedIn = z.infer<typeof signedIn>;

export const me = z.object({
  player: id,
  name: z.string(),
  createdAt: z.int(),
  hasRecoveryCode: z.boolean(),
});
export type Me = z.infer<typeof me>;

/** The recovery code comes only with the first choice of a name, and is shown once. */
export const chosen = me.extend({ recoveryCode: z.string().exactOptional() });
export type Chosen = z.infer<typeof chosen>;

export const recoveryCode = z.object({ recoveryCode: z.string() });
export type RecoveryCode = z.infer<typeof recoveryCode>;

export const link = z.object({
  code: z.string(),
  /** The code as a QR code holds it, after `LINK_PREFIX`. */
  text: z.string(),
  expiresAt: z.int(),
});
export type Link = z.infer<typeof link>;

export const session = z.object({
  session: id,
  label: z.string(),
  createdAt: z.int(),
  /** When the session last got a token. */
  lastUsedAt: z.int(),
  /** Whether this session sends the request. */
  isThis: z.boolean(),
});
export type Session = z.infer<typeof session>;
export const sessions = z.object({ sessions: z.array(session) });

export const signedOut = z.object({ ended: z.int() });
export type SignedOut = z.infer<typeof signedOut>;

export const report = z.object({
  at: z.int(),
  player: id.exactOptional(),
  match: id.exactOptional(),
  reason,
  text: z.string(),
});
export type Report = z.infer<typeof report>;

export const personalData = z.object({
  ...me.shape,
  recoveryCodeCreatedAt: z.int().exactOptional(),
  sessions: z.array(session),
  /** Matches that the player created or sat at. Their records hold the player's opaque id and no name. */
  matches: z.array(id),
  ratings: z.array(
    z.object({
      game: id,
      preset: id,
      rating: z.number(),
      deviation: z.number(),
      volatility: z.number(),
      matches: z.int(),
      at: z.int(),
    }),
  ),
  /** Reports that this player has sent. */
  reports: z.array(report),
  /** Without their secrets. */
  webhooks: z.array(webhook),
  temples: z.array(templeId),
  /** What this player said at tables, as far as it is still kept. */
  talk: z.array(ownLine),
  /** The matches whose host has silenced this player. */
  silencedIn: z.array(id),
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
  Sessions: sessions,
  SignedOut: signedOut,
  PersonalData: personalData,
  Deleted: deleted,
  Received: received,
} as const;

export const peopleRoutes = {
  signInAsGuest: {
    about: 'signs in a new player',
    needs: 'nothing',
    body: 'guest',
    answer: 'SignedIn',
    limit: 'guests',
    codes: ['name-refused'],
  },
  refreshToken: {
    about: 'a new token, before the old one ends after an hour',
    needs: 'nothing',
    body: 'refresh',
    answer: 'SignedIn',
    codes: ['unauthorized', 'banned'],
  },
  recover: {
    about: 'signs in by the recovery code of a player',
    needs: 'nothing',
    body: 'recover',
    answer: 'SignedIn',
    limit: 'identity',
    codes: ['unknown-recovery-code', 'too-many-guesses', 'banned'],
  },
  redeemLink: {
    about: 'signs in by a code that another device shows',
    needs: 'nothing',
    body: 'redeem',
    answer: 'SignedIn',
    limit: 'links',
    codes: ['unknown-link-code', 'too-many-guesses', 'banned'],
  },
  getMe: {
    about: 'who I am here',
    needs: 'nothing',
    token: 'must',
    answer: 'Me',
  },
  chooseName: {
    about: 'chooses a name; the first time a recovery code comes with it',
    needs: 'nothing',
    token: 'must',
    body: 'choose',
    answer: 'Chosen',
    limit: 'identity',
    codes: ['name-refused'],
  },
  deleteMe: {
    about: 'deletes my name, devices and codes; records keep my id',
    needs: 'nothing',
    token: 'must',
    answer: 'Deleted',
    limit: 'identity',
  },
  exportMe: {
    about: 'everything that is kept about me',
    needs: 'nothing',
    token: 'must',
    answer: 'PersonalData',
  },
  renewRecoveryCode: {
    about: 'a new recovery code, shown once; the old one ends',
    needs: 'nothing',
    token: 'must',
    answer: 'RecoveryCode',
    limit: 'identity',
  },
  listSessions: {
    about: 'my devices, the one used last first',
    needs: 'nothing',
    token: 'must',
    answer: 'Sessions',
  },
  createLink: {
    about: 'a code that signs in another device, once, for 5 minutes',
    needs: 'nothing',
    token: 'must',
    answer: 'Link',
    limit: 'links',
  },
  signOut: {
    about: 'ends this session, or another one of mine',
    needs: 'nothing',
    token: 'must',
    body: 'signOut',
    answer: 'SignedOut',
    limit: 'identity',
  },
  signOutEverywhere: {
    about: 'ends all sessions of mine',
    needs: 'nothing',
    token: 'must',
    answer: 'SignedOut',
    limit: 'identity',
  },
  report: {
    about: 'tells the host about a player or a match',
    needs: 'nothing',
    token: 'must',
    body: 'report',
    answer: 'Received',
    limit: 'reports',
    codes: ['no-such-player', 'no-such-match', 'too-many-reports'],
  },
} as const satisfies RoutesOf;
