/** The address and the credentials of a request. */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { forwardedIn } from '../../peers/forwarder.ts';
import type { Services } from '../../services.ts';

/**
 * The address of the caller. Proxies may name it only as far as `TRUST_PROXY` says, so no caller can choose its
 * address. Of a request that another process passed on, it is the address that this process found.
 */
export function addressOf(request: Request): string {
  return forwardedIn(request)?.caller ?? request.ip ?? '';
}

/** The same for a request that express does not handle. `trusts` is express' own check of a proxy. */
export function addressBehind(trusts: (address: string, hop: number) => boolean, request: IncomingMessage): string {
  const named = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
    .reverse();
  const way = [request.socket.remoteAddress ?? '', ...named];
  return way.find((address, hop) => !trusts(address, hop)) ?? way.at(-1) ?? '';
}

export function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer (\S{1,2048})$/.exec(headers.authorization ?? '')?.[1];
}

/** The password that a person typed when the browser asked for it. */
export function passwordOf({ headers }: Request): string | undefined {
  const encoded = /^Basic (\S{1,2048})$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password;
}

// Which player sends a request. The token is verified once a request. Whether it still holds is looked up again if the body came after the
// first look: it may come slowly, and the player may have left in the meantime. Most bodies come in one packet with the head, and need one
// look.

type Standing = Awaited<ReturnType<Services['identity']['standingOf']>>;
const verified = new WeakMap<Request, { readonly claims: Claims | undefined }>();

/** What was found after the whole request had come. */
const found = new WeakMap<Request, Standing>();

/**
 * The calling player and device; `undefined` if the token is not valid, or if the player has signed out on that device.
 */
export async function claimsOf(services: Services, request: Request): Promise<Claims | undefined> {
  const read = verified.get(request) ?? { claims: claimsIn(services, request) };
  verified.set(request, read);
  const { claims } = read;
  if (claims === undefined) return undefined;
  const standing = await lookOf(services, request, claims);
  if (standing === 'banned') throw new Refused('banned');
  return standing === 'unauthorized' ? undefined : claims;
}

function claimsIn({ tokens, now }: Services, request: Request): Claims | undefined {
  const token = bearerOf(request);
  return token === undefined ? undefined : tokens.read(token, 'access', now());
}

async function lookOf({ identity, now }: Services, request: Request, claims: Claims): Promise<Standing> {
  const known = found.get(request);
  if (known !== undefined) return known;
  if (!request.complete) await nextTurn(); // until the rest of the packet is read
  const standing = await identity.standingOf(claims, now());
  if (request.complete) found.set(request, standing);
  return standing;
}

/** A handler calls this after it has waited for something, because the player may have left in the meantime. */
export async function refuseGone({ identity, now }: Services, caller: Claims): Promise<void> {
  const standing = await identity.standingOf(caller, now());
  if (standing !== 'fine') throw new Refused(standing);
}

/** Every route that learns which player calls refuses a banned one. */
export async function refuseBanned({ bans, now }: Services, player: string): Promise<void> {
  if (await bans.has(player, now())) throw new Refused('banned');
}
