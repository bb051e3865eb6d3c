/** Finds the route of a request in the table. Each request is matched once, before its first gate. */
import {
  type AnswerOf,
  type BodyOf,
  isForHost,
  type JsonRouteId,
  lengthOf,
  methodOf,
  OPERATOR_ROUTES,
  parametersOf,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type Route,
  type RouteId,
  ROUTES,
  type Sent,
  type TokenOf,
} from '@flower-war/protocol';
import type { RequestHandler, Response } from 'express';
import { isWhole } from '../../../base/refused.ts';
import type { Claims } from '../../../base/tokens.ts';

interface Way {
  /** Absent if no route has this method and this path. */
  readonly route: Route | undefined;
  /** The parameters in the path; absent if they cannot be decoded, or if one is too long. */
  readonly params: Readonly<Record<string, string>> | undefined;
  /** Whether this path leads to a route of the host, with this method or another one. */
  readonly isForHost: boolean;
  /** The methods of all routes with this path. */
  readonly methods: readonly string[];
}

interface Matcher {
  readonly route: Route;
  readonly method: string;
  readonly pattern: RegExp;
  /** The names of the parameters in the path. */
  readonly names: readonly string[];
}

const LONGEST_PARAMETER = 64;

const MATCHERS: readonly Matcher[] = [...ROUTES, ...OPERATOR_ROUTES].map((route) => ({
  route,
  method: methodOf(route),
  pattern: patternOf(route),
  names: parametersOf(route),
}));

/** Few routes begin with the same two parts, and so few patterns are tried. No route has a parameter there. */
const BY_BEGINNING = Map.groupBy(MATCHERS, ({ route }) => beginningOf(pathOf(route)));

function beginningOf(path: string): string {
  return path.toLowerCase().split('/', 3).filter(Boolean).join('/');
}

/**
 * Matches a path in upper or lower case, with or without a slash at the end. What deletes has none: a program that leaves out an id, or has
 * `..` for one, must not delete the account by `DELETE /api/me/`.
 */
function patternOf(route: Route): RegExp {
  const path = pathOf(route).replaceAll('.', '\\.');
  const end = methodOf(route) === 'DELETE' ? '' : '/?';
  return new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}${end}$`, 'i');
}

export function wayOf(method: string, path: string): Way {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = (BY_BEGINNING.get(beginningOf(path)) ?? []).filter(({ pattern }) => pattern.test(path));
  const { route } = found.find((matcher) => matcher.method === wanted) ?? {};
  const [first] = found;
  return {
    route,
    params: first === undefined ? {} : paramsIn(path, first),
    isForHost: found.some((matcher) => isForHost(matcher.route)),
    methods: found.flatMap((matcher) => (matcher.method === 'GET' ? ['GET', 'HEAD'] : matcher.method)),
  };
}

function paramsIn(path: string, { pattern, names }: Matcher): Way['params'] {
  const [, ...values] = pattern.exec(path) ?? [];
  try {
    const decoded = values.map(decodeURIComponent);
    if (decoded.some((value) => lengthOf(value) > LONGEST_PARAMETER) || !isWhole(decoded)) return undefined;
    return Object.fromEntries(names.map((name, index) => [name, decoded[index] ?? '']));
  } catch {
    return undefined;
  }
}

/** Notes the way of a request, for all the handlers that it passes. */
export const finding: RequestHandler = (request, response, next) => {
  response.locals.way = wayOf(request.method, request.path);
  next();
};

export function foundWay(response: Response): Way {
  return (response.locals as { way: Way }).way;
}

// What the handler of a route takes and returns, by the table of routes.

export interface RouteRequest<Id extends RouteId> {
  readonly params: ParamsOf<Id>;
  /** Parsed when the handler reads it, so that the handler may refuse something else first. */
  readonly body: BodyOf<Id>;
  /** Parsed when the handler reads it, like the body. */
  readonly query: QueryOf<Id>;
  readonly caller: CallerOf<Id>;
  readonly address: string;
  /** The server as the caller knows it, and the page that calls, where a browser tells it. */
  readonly at: AskedAt;
}

export interface AskedAt {
  readonly host: string;
  readonly protocol: string;
  readonly origin: string | undefined;
}

/** The calling player, as far as the token of the route tells. */
type CallerOf<Id extends RouteId> =
  TokenOf<Id> extends 'must' ? Claims : TokenOf<Id> extends 'may' ? Claims | undefined : undefined;

/** Writes an answer that is not JSON with a schema. */
export type Sending = (response: Response) => unknown;

type ResultOf<Id extends RouteId> = Id extends JsonRouteId ? Sent<AnswerOf<Id>> : Sending;
type Handler<Id extends RouteId> = (asked: RouteRequest<Id>) => ResultOf<Id> | Promise<ResultOf<Id>>;

/** One handler for each route. A missing handler, or one without a route, does not compile. */
export type Handlers = { readonly [Id in RouteId]: Handler<Id> };

export type SomeHandlers = Partial<Handlers>;
