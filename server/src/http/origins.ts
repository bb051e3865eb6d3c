import type { RequestHandler } from 'express';
import type { Config } from '../config.ts';

/** Any web page may call, never with credentials: who calls is in the token alone. `ORIGINS` narrows it. */
export function allowOrigins({ ORIGINS }: Pick<Config, 'ORIGINS'>): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const allowed = allowedOrigin(ORIGINS, origin);
    if (ORIGINS.length > 0) response.vary('Origin');
    if (allowed !== undefined) response.setHeader('Access-Control-Allow-Origin', allowed);
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}

export function allowedOrigin(origins: readonly string[], origin: string | undefined): string | undefined {
  if (origins.length === 0) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : undefined;
}
