/** What hosts sign and believe: a text with its signature and its key, which says from whom it is and how long it holds. */
import { createPublicKey, verify } from 'node:crypto';
import type { SignedTables, Signer } from '@flower-war/protocol';
import type { z } from 'zod';

/** The clocks of two hosts may differ by this. */
export const MOST_AHEAD_MS = 5000;

/** A text that a host has signed. */
export type Signed = SignedTables;

export function signedBy(signer: Signer, told: object): Signed {
  const signed = JSON.stringify(told);
  return { signed, signature: signer.sign(signed), key: signer.key };
}

/** Why it is not believed. */
export type Amiss =
  | 'form'
  | 'signature'
  | 'other-key'
  | 'other-host'
  | 'other-receiver'
  | 'future'
  | 'over'
  | 'too-long'
  | 'old';

export type Judged<Told> =
  | { readonly ok: true; readonly told: Told; readonly key: string }
  | { readonly ok: false; readonly amiss: Amiss; readonly key?: string };

export interface SignedBy {
  /** The key of the host; undefined before it is known. */
  readonly key: string | undefined;
  readonly now: number;
}

interface Terms<Told> extends SignedBy {
  /** Whether it is from another host, or for another one. */
  readonly isOther: (told: Told) => Amiss | undefined;
  /** The longest time that it may hold. */
  readonly mostMs: number;
}

const not = (amiss: Amiss) => ({ ok: false, amiss }) as const;

export function judgeSigned<Told extends { readonly at: number; readonly until: number }>(
  sent: Signed | undefined,
  schema: z.ZodType<Told>,
  { key, now, isOther, mostMs }: Terms<Told>,
): Judged<Told> {
  if (sent === undefined) return not('form');
  if (!isSigned(sent)) return not('signature');
  if (key !== undefined && sent.key !== key) return { ok: false, amiss: 'other-key', key: sent.key };
  const told = readAs(schema, sent.signed);
  if (told === undefined) return not('form');
  const other = isOther(told);
  if (other !== undefined) return not(other);
  if (told.at > now + MOST_AHEAD_MS) return not('future');
  if (told.until <= now) return not('over');
  return told.until > told.at + mostMs ? not('too-long') : { ok: true, told, key: sent.key };
}

export function readAs<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function isSigned({ signed, signature, key }: Signed): boolean {
  try {
    const x = Buffer.from(key, 'hex').toString('base64url');
    const of = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(signed), of, Buffer.from(signature, 'hex'));
  } catch {
    return false; // these 32 bytes are not a key
  }
}
