/** What a route of the HTTP interface takes, answers and refuses, as data. Schemas are named, and stand in schemas.ts. */
import { type Code, statusOf } from '../../wire/errors.ts';
import type { BucketName } from './limits.ts';
import { type Call, pathOf, type RouteId } from './paths.ts';

/**
 * Who may call. `may`: everybody, and who sends the token of a player learns more. `must`: players. `operator`: the host of
 * the server; `page`: the same, in a browser; `metrics`: the same, or a program that watches the server. `bridge`: bridges.
 */
export type Token = 'may' | 'must' | 'operator' | 'page' | 'metrics' | 'bridge';

/** What must be alive for an answer. `nothing`: what is stored is enough. */
export type Needs = 'nothing' | 'match' | 'temple';

export interface Terms {
  readonly about: string;
  readonly needs: Needs;
  /** Absent: everybody may call. */
  readonly token?: Token;
  readonly body?: string;
  readonly query?: string;
  readonly answer: string;
  /** What it refuses, beside what every route with such a token, body or limit does. */
  readonly codes?: readonly Code[];
  readonly limit?: BucketName;
}

/** The terms of some routes: each file of this folder tells those of one subject. */
export type RoutesOf = { readonly [Id in RouteId]?: Terms };

/** The names in braces. */
export function parametersOf(route: { readonly call: Call }): readonly string[] {
  return [...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Whether the route is for programs of the host, and for no player. */
export function isForHost({ token }: Pick<Terms, 'token'>): boolean {
  return token !== undefined && token !== 'may' && token !== 'must';
}

/** Everything that a route may refuse, by status. */
export function refusalsOf(route: Terms & { readonly call: Call }): ReadonlyMap<number, readonly Code[]> {
  const byStatus = new Map<number, Code[]>();
  for (const code of new Set([...(route.codes ?? []), ...usualCodes(route)])) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** The body is read before the token is looked at, so every route may refuse one. */
function usualCodes(route: Terms & { readonly call: Call }): readonly Code[] {
  const { token, limit } = route;
  const isOwn = isForHost(route);
  const codes: Code[] = ['bad-request', 'too-large', 'internal', 'unavailable'];
  if (parametersOf(route).includes('match')) codes.push('record-damaged');
  if (token === 'must' || isOwn) codes.push('unauthorized');
  if (token === 'must' || token === 'may') codes.push('banned');
  if (isOwn) codes.push('not-found', 'forbidden');
  if (limit !== undefined || isOwn) codes.push('too-many');
  return codes;
}
