/** Short-lived access tokens, and long-lived refresh tokens to get new ones. Both end with their session. */
import { jwtVerify, SignJWT } from 'jose';

const TOKEN_MS = 60 * 60 * 1000;
export const REFRESH_MS = 90 * 24 * 60 * 60 * 1000;

type Use = 'access' | 'refresh';

/** The content of a token: the player, and the session of one device. */
export interface Claims {
  readonly player: string;
  readonly session: string;
}

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

  /** The content of a token. Undefined if it is forged, expired, or made for another use. */
  async read(token: string, use: Use, now: number): Promise<Claims | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        audience: use,
        algorithms: ['HS256'],
        currentDate: new Date(now),
      });
      const { sub: player, sid } = payload;
      if (player === undefined) return undefined;
      return { player, session: typeof sid === 'string' ? sid : player }; // tokens older than data format 2 have no sid
    } catch {
      return undefined;
    }
  }

  private sign({ player, session }: Claims, use: Use, expiresAt: number): Promise<string> {
    const jwt = new SignJWT({ sid: session }).setProtectedHeader({ alg: 'HS256' }).setSubject(player).setAudience(use);
    return jwt.setExpirationTime(Math.floor(expiresAt / 1000)).sign(this.key);
  }
}
