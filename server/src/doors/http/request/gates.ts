/**
 * What every request passes first: the server must be able to take it, and the caller must not have asked too often.
 */
import { type BucketName, bucketOf, PROTOCOL, PROTOCOL_HEADER, READING } from '@flower-war/protocol';
import type { Request, RequestHandler } from 'express';
import { Refused, RefusedFor } from '../../../base/refused.ts';
import { forwardedIn } from '../../peers/forwardedRequests.ts';
import type { Services } from '../../services.ts';
import { addressOf } from './callers.ts';
import { claimsOf } from './claims.ts';
import { foundWay } from './findRoute.ts';

/** Counts the answers, by route. The process to which the caller came counts, and no other. */
export function counting({ metrics }: Services): RequestHandler {
  return (request, response, next) => {
    if (forwardedIn(request) !== undefined) return next();
    const { route } = foundWay(response);
    response.on('finish', () => metrics.countRequest(route?.id ?? 'none', response));
    next();
  };
}

/** Tells the version of the protocol, and refuses a client that names another one. */
export const speaking: RequestHandler = (request, response, next) => {
  response.setHeader(PROTOCOL_HEADER, PROTOCOL);
  if (isOtherProtocol(request.headers[PROTOCOL_HEADER])) throw new Refused('other-protocol', String(PROTOCOL));
  next();
};

/** A client that names no version is taken to speak ours. */
export function isOtherProtocol(named: unknown): boolean {
  return named !== undefined && named !== null && named !== String(PROTOCOL);
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

/** Refuses requests from networks that are banned. The routes of the host need its token, so they stay open to it. */
export function banningNetworks({ networks }: Services): RequestHandler {
  return (request, response, next) => {
    const isOpen = foundWay(response).isForHost || request.path.startsWith('/health/');
    if (!isOpen && networks.has(addressOf(request))) throw new Refused('banned', 'network');
    next();
  };
}

/** Checks the limit of a request. A route that stores something also refuses while the disk is full. */
export function limiting(services: Services): RequestHandler {
  return async (request, response, next) => {
    const { route } = foundWay(response);
    const limit = route === undefined ? 'reading' : bucketOf(route);
    if (limit !== undefined) await admit(services, limit, request);
    next();
  };
}

/** The process to which the caller came charges the limit, and no other. */
async function admit(services: Services, limit: BucketName, request: Request): Promise<void> {
  const { limits, readiness } = services;
  if (readiness.isDiskFull && !READING.includes(limit)) throw new Refused('unavailable', readiness.state);
  if (forwardedIn(request) !== undefined) return;
  const now = services.now();
  const caller = { address: addressOf(request), player: (await claimsOf(services, request))?.player };
  const wait = await limits.admit(limit, caller, now);
  if (wait > 0) throw new RefusedFor('too-many', wait, limit);
}
