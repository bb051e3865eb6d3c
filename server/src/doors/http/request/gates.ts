/** What every request passes before anybody looks closer: whether the server can take it, and how often it was asked. */
import { READING, type Route } from '@flower-war/protocol';
import type { Request, RequestHandler, Response } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { House } from '../../services.ts';
import { addressOf } from './callers.ts';
import { claimsOf } from './route.ts';
import { routeOf } from './routeOf.ts';

/** Notes which route was asked for, and counts how it was answered. */
export function counting({ metrics }: House): RequestHandler {
  return (request, response, next) => {
    const route = routeOf(request.method, request.path);
    response.locals.route = route;
    response.on('finish', () => metrics.countRequest(route?.id ?? 'none', response));
    next();
  };
}

/** While it stops, the server says where it stands and nothing else, and lets go of each caller. */
export function whileStopping({ readiness }: House): RequestHandler {
  return (request, response, next) => {
    if (readiness.phase !== 'stopping') return next();
    response.setHeader('Connection', 'close');
    if (request.path.startsWith('/health/')) return next();
    throw new Refused('unavailable', readiness.state);
  };
}

/** Whatever makes something is limited, and waits while nothing can be kept. */
export function limiting(house: House): RequestHandler {
  return async (request, response, next) => {
    const route = response.locals.route as Route | undefined;
    if (route?.limit !== undefined) await admit(house, route.limit, { request, response });
    next();
  };
}

async function admit(
  house: House,
  limit: NonNullable<Route['limit']>,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const { limits, readiness } = house;
  if (readiness.isDiskFull && !READING.includes(limit)) throw new Refused('unavailable', readiness.state);
  const now = house.now();
  const caller = { address: addressOf(request), player: (await claimsOf(house, request))?.player };
  const wait = limits.wait(limit, caller, now);
  if (wait > 0) refuseFor(response, wait, limit);
  limits.charge(limit, caller, now);
}

export function refuseFor(response: Response, seconds: number, what: string): never {
  response.setHeader('Retry-After', String(seconds));
  throw new Refused('too-many', what);
}
