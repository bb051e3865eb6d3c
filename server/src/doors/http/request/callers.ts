/** Where a request comes from, and what it carries to say who sends it. */
import type { Request } from 'express';

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
