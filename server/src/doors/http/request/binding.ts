/** Binds the handlers to the table of routes. */
import type { IncomingMessage } from 'node:http';
import { BODIES, NAMED_BY, QUERIES, type Route, type RouteId } from '@flower-war/protocol';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { z } from 'zod';
import { amissIn, Refused } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';
import { atOwner, type Need } from '../../peers/forwarder.ts';
import type { Services } from '../../services.ts';
import { sendAnswer } from './answers.ts';
import { addressOf, claimsOf } from './callers.ts';
import { foundWay, type Handlers } from './findRoute.ts';
import { type Doors, doorsOf } from './hostTokens.ts';
import { unread } from './refusals.ts';

const MOST_BODY = '8kb';

/** The bodies as they came, for the process that answers. */
const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The router of all routes. It reads the body of a request first, then checks the token. */
export function routerOf(services: Services, handlers: Handlers): Router {
  const router = express.Router();
  const verify = (request: IncomingMessage, _response: unknown, body: Buffer) => void bodies.set(request, body);
  const type = (request: IncomingMessage) => !hasAnyBody(request as Request);
  const readBody = express.json({ limit: MOST_BODY, type, verify });
  const doors = doorsOf(services);
  router.use(readBody, auditingUnread(services, doors), answering(services, handlers, doors));
  return router;
}

function hasAnyBody({ res }: Request): boolean {
  return res !== undefined && foundWay(res).route?.hasAnyBody === true;
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

// What an operator asked for is in the audit, also if its body cannot be read or says nothing that can be done.

type Params = Readonly<Record<string, string>>;

/** Comes behind the reader of bodies. */
function auditingUnread(services: Services, doors: Doors): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    const { route, params } = foundWay(response);
    const refused = unread(error) ?? error;
    if (params === undefined || route?.token !== 'operator' || request.method === 'GET') throw refused;
    doors.operator(request, response);
    await auditRefused(services, { route, params }, refused);
  };
}

interface Meaning {
  readonly route: Route;
  readonly asked: { readonly params: Params; readonly body: unknown };
}

async function auditMeaningless(services: Services, { route, asked }: Meaning): Promise<void> {
  try {
    void asked.body;
  } catch (error) {
    await auditRefused(services, { route, params: asked.params }, error);
  }
}

interface AuditedRequest {
  readonly route: Route;
  readonly params: Params;
}

/** Throws the error when the line is written. */
async function auditRefused({ audit }: Services, { route, params }: AuditedRequest, error: unknown): Promise<void> {
  const [about = ''] = Object.values(params);
  const detail = error instanceof Refused ? { refused: error.reason ?? error.code } : {};
  await audit.record({ action: route.id, about, detail }, () => Promise.reject(error));
}
