/**
 * What every request passes first: the server must be able to take it, and the caller must not have asked too often.
 */
import { type BucketName, READING } from '@flower-war/protocol';
import type { Request, RequestHandler, Response } from 'express';
import { Refused } from '../../../base/refused.ts';
import type { Services } from '../../services.ts';
import { addressOf } from './callers.ts';
import { claimsOf } from './claims.ts';
import { foundWay } from './findRoute.ts';
import { refuseFor } from './refusals.ts';

/** Counts the answers, by route. */
export function counting({ metrics }: Services): RequestHandler {
  return (_request, response, next) => {
    const { route } = foundWay(response);
    response.on('finish', () => metrics.countRequest(route?.id ?? 'none', response));
    next();
  };
}

/** While it stops, the server answers only health checks, and closes each connection. */
export function whileStopping({ readiness }: Services): RequestHandler {
  return (request, response, next) => {
    if (readiness.phase !== 'stopping') return next();
    response.setHeader('Connection', 'close');
    if (request.path.startsWith('/health/')) return next();
    throw new Refused('unavailable', readiness.state);
  };
}

/** Checks the limit of a route. A route that stores something also refuses while the disk is full. */
export function limiting(services: Services): RequestHandler {
  return async (request, response, next) => {
    const { route } = foundWay(response);
    if (route?.limit !== undefined) await admit(services, route.limit, { request, response });
    next();
  };
}

async function admit(
  services: Services,
  limit: BucketName,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const { limits, readiness } = services;
  if (readiness.isDiskFull && !READING.includes(limit)) throw new Refused('unavailable', readiness.state);
  const now = services.now();
  const caller = { address: addressOf(request), player: (await claimsOf(services, request))?.player };
  const wait = limits.wait(limit, caller, now);
  if (wait > 0) refuseFor(response, wait, limit);
  limits.charge(limit, caller, now);
}
