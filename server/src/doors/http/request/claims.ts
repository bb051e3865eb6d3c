/** Who sends a request: what its token says is verified once, and whether that still holds is looked up at each gate. */
import type { Request } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import type { Services } from '../../services.ts';
import { bearerOf } from './callers.ts';

const verified = new WeakMap<Request, Promise<Claims | undefined>>();

/** Who calls, and on which device; nothing if the token is none, or if they have signed out there. */
export async function claimsOf(services: Services, request: Request): Promise<Claims | undefined> {
  const reading = verified.get(request) ?? read(services, request);
  verified.set(request, reading);
  const claims = await reading;
  if (claims === undefined || !services.identity.sessions.has(claims)) return undefined;
  refuseBanned(services, claims.player);
  return claims;
}

async function read({ tokens, now }: Services, request: Request): Promise<Claims | undefined> {
  const token = bearerOf(request);
  return token === undefined ? undefined : tokens.read(token, 'access', now());
}

/** After a handler has waited for something: the player may have left meanwhile. */
export function refuseGone(services: Services, caller: Claims): void {
  if (!services.identity.sessions.has(caller)) throw new Refused('unauthorized');
  refuseBanned(services, caller.player);
}

/** A player who is banned is told so by every route that learns who calls. */
export function refuseBanned({ bans, now }: Services, player: string): void {
  if (bans.has(player, now())) throw new Refused('banned');
}
