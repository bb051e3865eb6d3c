/** Where a request comes from, and what it carries to say who sends it. */
import type { Request } from 'express';
import { isLoopback } from '@flower-war/protocol/sharing';

/** As `TRUST_PROXY` lets it be seen: without it nobody can choose an address. */
export function addressOf(request: Request): string {
  return request.ip ?? '';
}

export function bearerOf({ headers }: Request): string | undefined {
  return /^Bearer (\S{1,2048})$/.exec(headers.authorization ?? '')?.[1];
}

/** The password of whoever a browser has asked for one. */
export function passwordOf({ headers }: Request): string | undefined {
  const encoded = /^Basic (\S{1,2048})$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password;
}

/**
 * Whether a program on this machine asks. A proxy on this machine asks for others, and a web page for its author: what
 * shows either is not one.
 */
export function isLocal(request: Request): boolean {
  const { origin, host = '', forwarded, via, 'x-forwarded-for': forwardedFor, 'x-real-ip': realIp } = request.headers;
  const tells = [origin, forwarded, via, forwardedFor, realIp];
  return tells.every((one) => one === undefined) && isLoopback(addressOf(request)) && isLocalName(host);
}

/** Any other name may have been pointed at this machine. */
function isLocalName(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return name === 'localhost' || isLoopback(name);
}
