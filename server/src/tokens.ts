/** Short-lived tokens that say who calls, and long-lived ones that buy the next. */
import { jwtVerify, SignJWT } from 'jose';

const TOKEN_MS = 60 * 60 * 1000;
const REFRESH_MS = 90 * 24 * 60 * 60 * 1000;

type Use = 'access' | 'refresh';

export class Tokens {
  private readonly key: Uint8Array;

  constructor(key: Uint8Array) {
    this.key = key;
  }

  async issue(player: string, now: number): Promise<{ token: string; refresh: string; expiresAt: number }> {
    const expiresAt = now + TOKEN_MS;
    const token = await this.sign(player, 'access', expiresAt);
    return { token, expiresAt, refresh: await this.sign(player, 'refresh', now + REFRESH_MS) };
  }

  /** The player a token stands for, or nothing if it is forged, over, or made for another use. */
  async read(token: string, use: Use, now: number): Promise<string | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.key, {
        audience: use,
        algorithms: ['HS256'],
        currentDate: new Date(now),
      });
      return payload.sub;
    } catch {
      return undefined;
    }
  }

  private sign(player: string, use: Use, expiresAt: number): Promise<string> {
    const jwt = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setSubject(player).setAudience(use);
    return jwt.setExpirationTime(Math.floor(expiresAt / 1000)).sign(this.key);
  }
}
