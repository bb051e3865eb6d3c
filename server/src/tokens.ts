/** Short-lived tokens that say who calls, and long-lived ones that buy the next. Both end with their session. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';

const TOKEN_MS = 60 * 60 * 1000;
export const REFRESH_MS = 90 * 24 * 60 * 60 * 1000;

type Use = 'access' | 'refresh';

/** What a token says: who, and on which device. */
export interface Claims {
  readonly player: string;
  readonly session: string;
}

const payload = z.object({ sub: z.string(), sid: z.string().optional(), aud: z.string(), exp: z.number() });

export class Tokens {
  private readonly key: Uint8Array;

  constructor(key: Uint8Array) {
    this.key = key;
  }

  async issue(claims: Claims, now: number): Promise<{ token: string; refresh: string; expiresAt: number }> {
    const expiresAt = now + TOKEN_MS;
    const token = await this.sign(claims, 'access', expiresAt);
    return { token, expiresAt, refresh: await this.sign(claims, 'refresh', now + REFRESH_MS) };
  }

  /** What a token says, or nothing if it is forged, over, or made for another use. */
  read(token: string, use: Use, now: number): Claims | undefined {
    const signed = this.signedText(token);
    if (signed === undefined) return undefined;
    const { data } = payload.safeParse(JSON.parse(signed));
    if (data === undefined || data.aud !== use || data.exp <= Math.floor(now / 1000)) return undefined;
    const { sub: player, sid } = data;
    return { player, session: sid ?? player }; // without: made before format 2 of the data
  }

  /**
   * What nobody else can have signed, so it has the form that `sign` gave it. Checked here and at once: the library would
   * send each token to the thread pool, which costs more than all else that a call does.
   */
  private signedText(token: string): string | undefined {
    const [, head, body, signature] = /^([\w-]+)\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
    if (head === undefined || body === undefined || signature === undefined) return undefined;
    const right = createHmac('sha256', this.key).update(`${head}.${body}`).digest('base64url');
    return timingSafeEqual(Buffer.from(right), Buffer.from(signature))
      ? Buffer.from(body, 'base64url').toString()
      : undefined;
  }

  private sign({ player, session }: Claims, use: Use, expiresAt: number): Promise<string> {
    const jwt = new SignJWT({ sid: session }).setProtectedHeader({ alg: 'HS256' }).setSubject(player).setAudience(use);
    return jwt.setExpirationTime(Math.floor(expiresAt / 1000)).sign(this.key);
  }
}
