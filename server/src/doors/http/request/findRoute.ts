/** Finds the route of a request in the table. Each request is matched once, before its first gate. */
import { isForHost, methodOf, OPERATOR_ROUTES, parametersOf, pathOf, ROUTES, type Route } from '@flower-war/protocol';
import type { RequestHandler, Response } from 'express';

export interface Way {
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

/** Matches a path in upper or lower case, with or without a slash at the end. */
function patternOf(route: Route): RegExp {
  const path = pathOf(route).replaceAll('.', '\\.');
  return new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}/?$`, 'i');
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
    if (decoded.some((value) => value.length > LONGEST_PARAMETER)) return undefined;
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
