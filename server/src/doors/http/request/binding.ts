/** Binds the handlers to the table of routes. */
import type { IncomingMessage } from 'node:http';
import { BODIES, NAMED_BY, QUERIES, type Route, type RouteId } from '@flower-war/protocol';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { z } from 'zod';
import { amissIn } from '../../../base/amiss.ts';
import { Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { atOwner, type Need } from '../../peers/atOwner.ts';
import type { Services } from '../../services.ts';
import { addressOf } from './callers.ts';
import { claimsOf } from './claims.ts';
import { foundWay } from './findRoute.ts';
import type { Handlers } from './handler.ts';
import { type Doors, doorsOf } from './hostTokens.ts';
import { auditingUnread, auditMeaningless } from './refusedActs.ts';
import { sendAnswer } from './unchanging.ts';

const MOST_BODY = '8kb';

/** The bodies as they came, for the process that answers. */
const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The router of all routes. It reads the body of a request first, then checks the token. */
export function routerOf(services: Services, handlers: Handlers): Router {
  const router = express.Router();
  const verify = (request: IncomingMessage, _response: unknown, body: Buffer) => void bodies.set(request, body);
  const readBody = express.json({ limit: MOST_BODY, type: () => true, verify });
  const doors = doorsOf(services);
  router.use(readBody, auditingUnread(services, doors), answering(services, handlers, doors));
  return router;
}

function answering(services: Services, handlers: Handlers, doors: Doors): RequestHandler {
  return async (request, response, next) => {
    const { route, params } = foundWay(response);
    if (params === undefined) throw new Refused('bad-request', 'path');
    if (route === undefined) return next();
    const caller = await callerOf({ services, doors, route }, request, response);
    const asked = askedBy(request, { route, params, caller });
    const run = async () => {
      if (route.token === 'operator') await auditMeaningless(services, { route, asked });
      const answer = await handlerOf(handlers, route.id)(asked);
      if (typeof answer === 'function') await answer(response);
      else sendAnswer(response, answer);
    };
    const passing = { request, response, caller: asked.address, body: bodies.get(request) };
    await atOwner(services, needOf(route, asked), { ...passing, run });
  };
}

/** What the route needs in the memory of one process. */
function needOf({ ownedBy, claims }: Route, asked: Asking): Need | undefined {
  if (ownedBy === undefined) return undefined;
  const name = NAMED_BY[ownedBy];
  const id = name && (asked.params[name] ?? (asked.body as Readonly<Record<string, string>>)[name]);
  return { kind: ownedBy, id: id ?? '', mayClaim: claims !== 'nothing' };
}

/** This cast is safe: the same table gives the types of a handler and makes what the handler gets. */
function handlerOf(handlers: Handlers, id: RouteId): (asked: object) => unknown {
  return handlers[id] as (asked: object) => unknown;
}

interface Passing {
  readonly services: Services;
  readonly doors: Doors;
  readonly route: Route;
}

/** The calling player, if the route asks for one. Refuses a request without the token that the route needs. */
async function callerOf(
  { services, doors, route: { token } }: Passing,
  request: Request,
  response: Response,
): Promise<Claims | undefined> {
  if (token === undefined) return undefined;
  if (token !== 'may' && token !== 'must') return void doors[token](request, response);
  const claims = await claimsOf(services, request);
  if (claims === undefined && token === 'must') throw new Refused('unauthorized');
  return claims;
}

interface Known {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Claims | undefined;
}

interface Asking extends Omit<Known, 'route'> {
  readonly address: string;
  readonly body: unknown;
  readonly query: unknown;
}

function askedBy(request: Request, { route, params, caller }: Known): Asking {
  return {
    params,
    caller,
    address: addressOf(request),
    get body() {
      return route.body && parsed(BODIES[route.body], request.body);
    },
    get query() {
      return route.query && parsed(QUERIES[route.query], request.query);
    },
  };
}

function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const { reason, detail } = amissIn(result.error, 'body');
  throw new Refused('bad-request', reason, detail);
}
