/** The whole HTTP interface. Colyseus' own HTTP routes are never bound. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { BODIES, NAMED_BY, QUERIES, type Route, type RouteId } from '@flower-war/protocol';
import express, {
  type Express,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { z } from 'zod';
import { amissIn, isWhole, NOT_WHOLE, Refused } from '../../base/refused.ts';
import { Crowd } from '../../base/scheduling.ts';
import type { Claims } from '../../base/tokens.ts';
import { crawlerPages, pageHeads, previewPages } from '../pageHeads.ts';
import { embedPages } from '../embedding.ts';
import { atOwner, type Need } from '../peers/forwarder.ts';
import { BRIDGE_ROOM } from '../rooms/bridgeDesk.ts';
import { SERVICE } from '../rooms/connections.ts';
import { reserveIn } from '../rooms/roomPlaces.ts';
import { BROKER_PATH } from '../sockets/socketTransport.ts';
import type { Services } from '../services.ts';
import type { WebClient } from '../webClient.ts';
import { lostPages, webPages } from '../webPages.ts';
import { accountHandlers, tieHandlers, vacationHandlers } from './handlers/account.ts';
import { actionHandlers, lobbyHandlers, matchHandlers, plainHandlers } from './handlers/matches.ts';
import { hostHandlers } from './handlers/hosts.ts';
import { operatorHandlers } from './handlers/operator.ts';
import { orderHandlers } from './handlers/order.ts';
import { pastMatchHandlers } from './handlers/pastMatches.ts';
import { gameHandlers, serverHandlers } from './handlers/server.ts';
import { botHandlers } from './handlers/bots.ts';
import { passkeyHandlers, programHandlers, providerHandlers, signInHandlers } from './handlers/signIn.ts';
import { templeHandlers } from './handlers/temples.ts';
import { tournamentHandlers } from './handlers/tournaments.ts';
import { webhookHandlers } from './handlers/webhooks.ts';
import { type AskedAt, finding, foundWay, type Handlers, type SomeHandlers } from './request/findRoute.ts';
import { allowOrigins, banningNetworks, counting, limiting, speaking, whileStopping } from './request/gates.ts';
import { LongAnswers, refusing, refusingAddress, sendAnswer, sendRefusal, unread } from './request/answers.ts';
import { addressOf, claimsOf, type Doors, doorsOf } from './request/callers.ts';

export function createApp(services: Services, web: WebClient): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', services.config.TRUST_PROXY);
  app.use(finding, counting(services), allowOrigins(services.config), speaking, whileStopping(services));
  app.use(banningNetworks(services), limiting(services));
  const heads = pageHeads(services);
  if (services.config.WEB === 'on') app.use(previewPages(services, addressOf), crawlerPages(services));
  app.use(embedPages(services, web), webPages(web, heads));
  app.use('/matchmake', (_request, response) => sendRefusal(response, 'matchmaking-closed'));
  // A page cannot read why its socket was refused, but asks here whether there is a broker.
  if (services.config.TEMPLE_BROKER !== '')
    app.use(BROKER_PATH, (_request, response) => sendRefusal(response, 'bad-request', 'subprotocol'));
  app.use(routerOf(services, handlersOf(services)));
  app.use(refusingAddress);
  app.use(lostPages(web, heads), refusing(services));
  return app;
}

/** All bridges share one room, because they all get the same messages. */
const THE_ROOM = { name: BRIDGE_ROOM, id: BRIDGE_ROOM, options: { id: BRIDGE_ROOM } };

function bridgeHandlers() {
  return {
    connectBridge: async () => ({ connection: await reserveIn(THE_ROOM, SERVICE) }),
  } satisfies SomeHandlers;
}

function handlersOf(services: Services): Handlers {
  return {
    ...signInHandlers(services),
    ...accountHandlers(services),
    ...passkeyHandlers(services),
    ...programHandlers(services),
    ...botHandlers(services),
    ...providerHandlers(services),
    ...tieHandlers(services),
    ...vacationHandlers(services),
    ...webhookHandlers(services),
    ...gameHandlers(services),
    ...matchHandlers(services),
    ...plainHandlers(services),
    ...actionHandlers(services),
    ...pastMatchHandlers(services),
    ...lobbyHandlers(services),
    ...hostHandlers(services),
    ...orderHandlers(services),
    ...tournamentHandlers(services),
    ...templeHandlers(services),
    ...serverHandlers(services),
    ...operatorHandlers(services),
    ...bridgeHandlers(),
  };
}

// The handlers are bound to the table of routes.

const MOST_BODY = 8 * 1024;

/** The bodies as they came, for the process that answers. */
const bodies = new WeakMap<IncomingMessage, Buffer>();

/** The router of all routes. It reads the body of a request first, then checks the token. */
function routerOf(services: Services, handlers: Handlers): Router {
  const router = express.Router();
  // The reader would put a mark in the place of each wrong byte, and so change names and talk without a word.
  const verify = (request: IncomingMessage, _response: unknown, body: Buffer) => {
    if (!isUtf8(body)) throw new SyntaxError('not UTF-8');
    bodies.set(request, body);
  };
  const type = (request: IncomingMessage) => readerOf(request as Request) === 'json';
  // The checks of bodies leave such a field out without a word, where any name may stand.
  const reviver = (name: string, value: unknown) => {
    if (name === '__proto__') throw new SyntaxError('no field has this name');
    return value;
  };
  const readBody = express.json({ limit: MOST_BODY, type, verify, reviver });
  const isForm = (request: IncomingMessage) =>
    readerOf(request as Request) === 'form' && (request as Request).is('urlencoded') !== false;
  const readForm = express.urlencoded({ limit: MOST_BODY, type: isForm, extended: false });
  const doors = doorsOf(services);
  router.use(refusingLarge, readBody, readForm, auditingUnread(services, doors), answering(services, handlers, doors));
  return router;
}

/**
 * A body that says that it is too large is refused before it comes. What comes of it is thrown away, and the connection stays open: one that
 * closes at once could take the answer with it. What comes in chunks has said nothing, and its reader tells only in the end that it was too large.
 */
const refusingLarge: RequestHandler = (request, _response, next) => {
  const isLarge = Number(request.headers['content-length']) > MOST_BODY;
  if (isLarge && readerOf(request) !== undefined) throw new Refused('too-large');
  next();
};

function readerOf({ res }: Request): 'json' | 'form' | undefined {
  const { route, methods = [] } = res ? foundWay(res) : {};
  const isOtherMethod = route === undefined && methods.length > 0;
  if (isOtherMethod || route?.hasAnyBody === true) return undefined;
  return route?.speaks === 'oauth' ? 'form' : 'json';
}

/** Moves on open sockets are played between, also when hundreds of players come to their tables at once. */
const BEGUN_IN_A_TURN = 2;

function answering(services: Services, handlers: Handlers, doors: Doors): RequestHandler {
  const crowd = new Crowd(BEGUN_IN_A_TURN);
  const long = new LongAnswers();
  return async (request, response, next) => {
    const { route, params } = foundWay(response);
    if (params === undefined) throw new Refused('bad-request', 'path');
    if (route === undefined) return next();
    const turn = crowd.turn();
    if (turn !== undefined) await turn;
    // A token is in the answer, and an old program may read the older header.
    if (route.speaks === 'oauth') response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    const caller = await callerOf({ services, doors, route }, request, response);
    const asked = askedBy(request, { route, params, caller });
    const need = needOf(route, asked);
    const run = async () => {
      if (route.token === 'operator') await auditMeaningless(services, { route, asked });
      const handle = async () => handlerOf(handlers, route.id)(asked);
      const isLong = await opensEnded(services, need);
      const answer = await (isLong ? long.make(asked.address, 'ended-matches', handle) : handle());
      if (typeof answer === 'function') await answer(response);
      else sendAnswer(response, answer);
    };
    const passing = { request, response, caller: asked.address, body: bodies.get(request) };
    await atOwner(services, need, { ...passing, run });
  };
}

/** Whether the route opens a match for which its record is played through. Ended matches sleep, and there are more and more of them. */
async function opensEnded({ matches, journal }: Services, need: Need | undefined): Promise<boolean> {
  if (need?.kind !== 'match' || !need.mayClaim || (await matches.ifAwake(need.id)) !== undefined) return false;
  return (await journal.index(need.id))?.index.status === 'ended';
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

/** The calling player, if the route asks for one. Refuses a request without the token that the route needs. */
async function callerOf(
  { services, doors, route: { token } }: { readonly services: Services; readonly doors: Doors; readonly route: Route },
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
  readonly at: AskedAt;
  readonly body: unknown;
  readonly query: unknown;
}

function askedBy(request: Request, { route, params, caller }: Known): Asking {
  return {
    params,
    caller,
    address: addressOf(request),
    at: { host: request.host, protocol: request.protocol, origin: request.headers.origin },
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
  if (result.success && !isWhole(result.data)) throw new Refused('bad-request', 'text', NOT_WHOLE);
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
