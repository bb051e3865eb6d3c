/** Which route of the table a request is for. */
import { methodOf, OPERATOR_ROUTES, pathOf, ROUTES, type Route } from '@flower-war/protocol';

interface Matcher {
  readonly route: Route;
  readonly method: string;
  readonly pattern: RegExp;
}

const MATCHERS: readonly Matcher[] = [...ROUTES, ...OPERATOR_ROUTES].map((route) => ({
  ...{ route, method: methodOf(route) },
  // Express takes any case and a slash at the end as well.
  pattern: new RegExp(
    `^${pathOf(route)
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
    'i',
  ),
}));

export function routeOf(method: string, path: string): Route | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return MATCHERS.find((matcher) => matcher.method === wanted && matcher.pattern.test(path))?.route;
}

/** Whether a path leads to no route of operators or bridges, by any method. */
export function isForPlayers(path: string): boolean {
  return !MATCHERS.some(({ route: { token }, pattern }) => isForPrograms(token) && pattern.test(path));
}

function isForPrograms(token: Route['token']): boolean {
  return token === 'operator' || token === 'bridge';
}
