/** Who somebody is, over HTTP: names, devices, codes, reports. The bodies are part of `bodies` in http.ts. */
import { z } from 'zod';
import { templeId } from '../../temple/payloads.ts';
import { printable, prose } from '../../wire/printable.ts';
import { ownLine } from '../../wire/talk.ts';
import { webhook } from './notices.ts';

const id = z.string().min(1).max(64);

/** Shown to people. */
const displayName = printable(24);
/** What a person calls this device, to know it again among their own. Nobody else sees it. */
const label = printable(40).optional();
/** A secret as somebody typed it: case, spaces and dashes do not matter. */
const typedCode = z.string().min(1).max(64);
/** Read by the host: may have several lines. */
const reportText = prose(1000);
const reason = z.enum(['name', 'abuse', 'cheating', 'other']);

export const identityBodies = {
  guest: z.strictObject({ name: displayName.optional(), label }),
  refresh: z.strictObject({ refresh: z.string().min(1).max(2048) }),
  choose: z.strictObject({ name: displayName }),
  recover: z.strictObject({ code: typedCode, label }),
  redeem: z.strictObject({ code: typedCode, label }),
  /** One's own session that ends; by default the one that asks. */
  signOut: z.strictObject({ session: id.optional() }),
  report: z.union([
    z.strictObject({ player: id, match: id.optional(), reason, text: reportText.optional() }),
    z.strictObject({ match: id, reason, text: reportText.optional() }),
  ]),
} as const;
export type NewReport = z.infer<typeof identityBodies.report>;

export const signedIn = z.object({
  player: id,
  name: z.string(),
  /** Sent as `Authorization: Bearer …`. */
  token: z.string(),
  /** When the token ends, in milliseconds since 1970. */
  expiresAt: z.int(),
  /** Buys a new token at `POST /api/tokens`. */
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

/** The code comes with the first choice alone, and is shown once. */
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
  /** When it last bought a token. */
  lastUsedAt: z.int(),
  /** The one that asks. */
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
  /** Of matches made or sat at; their records name the opaque id alone. */
  matches: z.array(id),
  ratings: z.array(
    z.object({
      ...{ game: id, preset: id, rating: z.number(), deviation: z.number(), volatility: z.number() },
      ...{ matches: z.int(), at: z.int() },
    }),
  ),
  /** Those that this player has sent. */
  reports: z.array(report),
  /** Without their secrets. */
  webhooks: z.array(webhook),
  temples: z.array(templeId),
  /** What this player said at tables, as far as it is still kept. */
  talk: z.array(ownLine),
  /** The matches whose host lets nobody hear this player. */
  silencedIn: z.array(id),
});
export type PersonalData = z.infer<typeof personalData>;

export const deleted = z.object({ deleted: z.literal(true) });
export const received = z.object({ received: z.literal(true) });
