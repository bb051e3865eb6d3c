/**
 * Which player sends a request. The token is verified once a request; whether it still holds is looked up at each gate.
 */
import type { Request } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import type { Services } from '../../services.ts';
import { bearerOf } from './callers.ts';

const verified = new WeakMap<Request, Promise<Claims | undefined>>();

/**
 * The calling player and device; `undefined` if the token is not valid, or if the player has signed out on that device.
 */
export async function claimsOf(services: Services, request: Request): Promise<Claims | undefined> {
  const reading = verified.get(request) ?? read(services, request);
  verified.set(request, reading);
  const claims = await reading;
  if (claims === undefined || !(await services.identity.sessions.has(claims))) return undefined;
  await refuseBanned(services, claims.player);
  return claims;
}

async function read({ tokens, now }: Services, request: Request): Promise<Claims | undefined> {
  const token = bearerOf(request);
  return token === undefined ? undefined : tokens.read(token, 'access', now());
}

/** A handler calls this after it has waited for something, because the player may have left in the meantime. */
export async function refuseGone(services: Services, caller: Claims): Promise<void> {
  if (!(await services.identity.sessions.has(caller))) throw new Refused('unauthorized');
  await refuseBanned(services, caller.player);
}

/** Every route that learns which player calls refuses a banned one. */
export async function refuseBanned({ bans, now }: Services, player: string): Promise<void> {
  if (await bans.has(player, now())) throw new Refused('banned');
}
