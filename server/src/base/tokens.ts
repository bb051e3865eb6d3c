/** Short-lived access tokens, and long-lived refresh tokens to get new ones. Both end with their session. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Scope } from '@flower-war/protocol';

const TOKEN_MS = 60 * 60 * 1000;
export const REFRESH_MS = 90 * 24 * 60 * 60 * 1000;

/** A token is a JSON Web Token: header, payload and signature (RFC 7519). This is the header of all our tokens. */
const HEADER = encoded({ alg: 'HS256' });

type Use = 'access' | 'refresh';

/** The content of a token: the player, and the session of one device or the id of a program's token. */
export interface Claims {
  readonly player: string;
  readonly session: string;
  /** What a program may do. Absent for a session of the player, which may do all. */
  readonly scopes?: readonly Scope[];
}

/** The claims by their names in a token. The time is in seconds. */
interface Payload {
  /** Absent in tokens older than data format 2. */
  readonly sid?: string;
  readonly sub: string;
  readonly aud: Use;
  readonly exp: number;
}

/** Signs and verifies at once: a way over another thread would cost more than the few microseconds of the hash. */
export class Tokens {
  private readonly key: KeyObject;

  constructor(key: Uint8Array) {
    this.key = createSecretKey(key);
  }

  issue(claims: Claims, now: number): { token: string; refresh: string; expiresAt: number } {
    const expiresAt = now + TOKEN_MS;
    const token = this.sign(claims, 'access', expiresAt);
    return { token, expiresAt, refresh: this.sign(claims, 'refresh', now + REFRESH_MS) };
  }

  /** The content of a token. Undefined if it is forged, expired, or made for another use. */
  read(token: string, use: Use, now: number): Claims | undefined {
    const end = token.lastIndexOf('.');
    const signed = token.slice(0, end);
    if (!signed.startsWith(`${HEADER}.`) || !this.isSignatureOf(signed, token.slice(end + 1))) return undefined;
    // Only this class has the key, so what it signed is a payload.
    const { sid, sub, aud, exp } = JSON.parse(decoded(signed.slice(HEADER.length + 1))) as Payload;
    return aud === use && exp > seconds(now) ? { player: sub, session: sid ?? sub } : undefined;
  }

  private sign({ player, session }: Claims, use: Use, expiresAt: number): string {
    const payload: Payload = { sid: session, sub: player, aud: use, exp: seconds(expiresAt) };
    const signed = `${HEADER}.${encoded(payload)}`;
    return `${signed}.${this.signatureOf(signed)}`;
  }

  /** The time that this takes tells nothing of the right signature. */
  private isSignatureOf(signed: string, signature: string): boolean {
    const [right, given] = [Buffer.from(this.signatureOf(signed)), Buffer.from(signature)];
    return right.length === given.length && timingSafeEqual(right, given);
  }

  private signatureOf(signed: string): string {
    return createHmac('sha256', this.key).update(signed).digest('base64url');
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64url').toString();
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
