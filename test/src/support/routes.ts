/** Calls any route of the table. */
import { methodOf, OPERATOR_ROUTES, pathOf, ROUTES, type Route } from '@flower-war/protocol';

export const ALL_ROUTES: readonly Route[] = [...ROUTES, ...OPERATOR_ROUTES];

export interface RouteCall {
  readonly authorization?: string | undefined;
  /** Left out where the method takes none. */
  readonly body?: object | undefined;
  /** What the path names; all else is called `none`. */
  readonly named?: Readonly<Record<string, unknown>>;
  readonly query?: string;
}

export function callRoute(url: string, route: Pick<Route, 'call'>, asked: RouteCall = {}): Promise<Response> {
  const { authorization, body, named = {}, query = '' } = asked;
  const path = pathOf(route).replace(/\{(\w+)\}/g, (_, name: string) => String(named[name] ?? 'none'));
  const method = methodOf(route);
  return fetch(`${url}${path}${query}`, {
    method,
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    ...(method === 'POST' && body !== undefined && { body: JSON.stringify(body) }),
  });
}
