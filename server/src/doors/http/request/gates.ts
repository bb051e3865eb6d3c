/**
 * What every request passes first: the server must be able to take it, and the caller must not have asked too often.
 */
import {
  type BucketName,
  bucketOf,
  isBotAccount,
  isInScope,
  PROTOCOL,
  PROTOCOL_HEADER,
  READING,
} from '@flower-war/protocol';
import type { Request, RequestHandler } from 'express';
import type { Config } from '../../../base/config.ts';
import { Refused, RefusedFor } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { isEmbedding } from '../../pageHeads.ts';
import { forwardedIn } from '../../peers/forwarder.ts';
import type { Services } from '../../services.ts';
import { addressOf, claimsOf, isOwnPage } from './callers.ts';
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

/**
 * Checks the limit of a request, and then the scope of a program, before anything else is looked at. A route that stores something also
 * refuses while the disk is full.
 */
export function limiting(services: Services): RequestHandler {
  return async (request, response, next) => {
    const { route } = foundWay(response);
    const limit = route === undefined ? 'reading' : bucketOf(route);
    const claims = limit === undefined ? undefined : await admit(services, limit, request);
    if (route !== undefined && !isInScope(route, claims?.scopes)) throw new Refused('scope-missing', route.scope);
    if (route?.isForPeople && claims !== undefined && isBotAccount(claims.player))
      throw new Refused('bots-not-allowed', 'people');
    next();
  };
}

/** The process to which the caller came charges the limit and finds the scopes, and no other. */
async function admit(services: Services, limit: BucketName, request: Request): Promise<Claims | undefined> {
  const { limits, readiness } = services;
  if (readiness.isDiskFull && !READING.includes(limit)) throw new Refused('unavailable', readiness.state);
  if (forwardedIn(request) !== undefined) return undefined;
  const now = services.now();
  const claims = await claimsOf(services, request);
  const caller = { address: addressOf(request), player: claims && countedAs(claims) };
  const wait = await limits.admit(limit, caller, now);
  if (wait > 0) throw new RefusedFor('too-many', wait, limit);
  return claims;
}

/** All programs of a player count together, apart from the player: they take nothing from the page, and more tokens give no more. */
function countedAs({ player, scopes }: Claims): string {
  return scopes === undefined ? player : `${player}/programs`;
}

// Which routes a web page may call.

/** Beside those that browsers show and send anyway: what docs/ tells of how long to wait, of what is new, and of parts of files. */
const READ_BY_PAGES = `Retry-After, ETag, Accept-Ranges, Content-Range, Content-Disposition, ${PROTOCOL_HEADER}`;
const SENT_BY_PAGES = `Authorization, Content-Type, If-None-Match, Range, If-Range, ${PROTOCOL_HEADER}`;

/**
 * Any web page may call the routes for players, never with credentials: only the token says which player calls.
 * `ORIGINS` narrows this, and `EMBED` lets boards in frames read. The routes for operators and bridges are for programs, so no page may call them.
 */
export function allowOrigins(config: PageRules & Pick<Config, 'EMBED' | 'WEB'>): RequestHandler {
  return (request, response, next) => {
    const isPreflight = request.method === 'OPTIONS';
    if (foundWay(response).isForHost) {
      if (isPreflight) throw new Refused('forbidden', 'origin');
      return next();
    }
    const isOpen = config.ORIGINS.length === 0;
    const isKnown = isKnownPage(request, config) || (isEmbedding(config) && isReadInSandbox(request));
    const allowed = isOpen ? '*' : isKnown ? request.headers.origin : undefined;
    if (!isOpen) response.vary('Origin');
    if (allowed !== undefined) response.setHeader('Access-Control-Allow-Origin', allowed);
    response.setHeader('Access-Control-Expose-Headers', READ_BY_PAGES);
    if (!isPreflight) return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
    response.setHeader('Access-Control-Allow-Headers', SENT_BY_PAGES);
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}

/** Many sites keep a board in a frame that has no origin of its own. It only reads. */
function isReadInSandbox({ method, headers }: Request): boolean {
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
  return headers.origin === 'null' && wanted === 'GET';
}

type PageRules = Pick<Config, 'ORIGINS' | 'PUBLIC_URL'>;

/** Programs name no origin. `ORIGINS` names pages of others, and the page of this server needs no mention. */
export function isKnownPage(request: Pick<Request, 'headers'>, { ORIGINS, PUBLIC_URL }: PageRules): boolean {
  const { origin } = request.headers;
  if (origin === undefined || origin === PUBLIC_URL || ORIGINS.includes(origin)) return true;
  return isOwnPage(request);
}
