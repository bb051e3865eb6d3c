/** Which routes a web page may call. */
import { PROTOCOL_HEADER } from '@flower-war/protocol';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../../../base/config.ts';
import { Refused } from '../../../base/refused.ts';
import { foundWay } from './findRoute.ts';

/**
 * Any web page may call the routes for players, never with credentials: only the token says which player calls.
 * `ORIGINS` narrows this. The routes for operators and bridges are for programs, so no page may call them.
 */
export function allowOrigins({ ORIGINS }: Pick<Config, 'ORIGINS'>): RequestHandler {
  return (request, response, next) => {
    const isPreflight = request.method === 'OPTIONS';
    if (foundWay(response).isForHost) {
      if (isPreflight) throw new Refused('forbidden', 'origin');
      return next();
    }
    const { origin } = request.headers;
    const allowed = allowedOrigin(ORIGINS, origin);
    if (ORIGINS.length > 0) response.vary('Origin');
    if (allowed !== undefined) response.setHeader('Access-Control-Allow-Origin', allowed);
    response.setHeader('Access-Control-Expose-Headers', `Retry-After, ${PROTOCOL_HEADER}`);
    if (!isPreflight) return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
    response.setHeader('Access-Control-Allow-Headers', `Authorization, Content-Type, ${PROTOCOL_HEADER}`);
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}

export function allowedOrigin(origins: readonly string[], origin: string | undefined): string | undefined {
  if (origins.length === 0) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : undefined;
}

/**
 * Whether the request comes from a web page that this server did not serve. A browser says so in `Origin`, also by
 * `null`, or else in `Sec-Fetch-Site`. The host name in a request proves nothing, so only `PUBLIC_URL` counts as our
 * own.
 */
export function isForeignPage({ headers }: Pick<Request, 'headers'>, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (origin !== undefined) return PUBLIC_URL === '' || origin !== PUBLIC_URL;
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate';
}
