/** The address and the credentials of a request. */
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { forwardedIn } from '../../peers/forwardedRequests.ts';

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
