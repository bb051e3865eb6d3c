/** What a route of the HTTP interface is, as data: the documents are made from it, and a test holds the server to it. */

import { type Code, statusOf } from '../../wire/errors.ts';
import type { AnswerName } from '../bodies/answers.ts';
import { bodies } from '../bodies/bodies.ts';
import { afterBodies, historyQuery, leaderboardQuery, stepsQuery } from '../bodies/history.ts';
import { listQuery } from '../bodies/lobby.ts';
import { operatorBodies, operatorQuery } from '../bodies/operator.ts';
import { templeLogQuery } from '../bodies/temples.ts';
import type { BucketName } from './limits.ts';

export const BODIES = { ...bodies, ...afterBodies, ...operatorBodies } as const;
export const QUERIES = {
  ...{ list: listQuery, operator: operatorQuery, templeLog: templeLogQuery },
  ...{ history: historyQuery, leaderboard: leaderboardQuery, steps: stepsQuery },
} as const;

export type Method = 'GET' | 'POST' | 'DELETE';

export interface Route {
  /** Names the operation, in code that is made from the document. */
  readonly id: string;
  /** Method and path; braces hold what varies. */
  readonly call: `${Method} /${string}`;
  readonly about: string;
  /** Of a player: who sends one learns more, or must send one. `operator`: the host's own; `bridge`: that of bridges. */
  readonly token?: 'may' | 'must' | 'operator' | 'bridge';
  readonly body?: keyof typeof BODIES;
  readonly query?: keyof typeof QUERIES;
  readonly answer: AnswerName;
  /** What it refuses, beside what every route with such a token, body or limit does. */
  readonly codes?: readonly Code[];
  readonly limit?: BucketName;
}

export function methodOf({ call }: Pick<Route, 'call'>): Method {
  return call.slice(0, call.indexOf(' ')) as Method;
}

export function pathOf({ call }: Pick<Route, 'call'>): string {
  return call.slice(call.indexOf('/'));
}

/** The names in braces. */
export function parametersOf(route: Pick<Route, 'call'>): readonly string[] {
  return [...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Everything that a route may refuse, by status. */
export function refusalsOf(route: Route): ReadonlyMap<number, readonly Code[]> {
  const byStatus = new Map<number, Code[]>();
  for (const code of new Set([...(route.codes ?? []), ...usualCodes(route)])) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** A body is read before anybody looks which route it is for, so every route may refuse one. */
function usualCodes({ call, token, limit }: Route): readonly Code[] {
  const isOwn = token === 'operator' || token === 'bridge';
  return [
    ...(['bad-request', 'too-large', 'internal', 'unavailable'] as const),
    ...(call.includes('{match}') ? (['record-damaged'] as const) : []),
    ...(token === 'must' || isOwn ? (['unauthorized'] as const) : []),
    ...(token === 'must' || token === 'may' ? (['banned'] as const) : []),
    ...(isOwn ? (['not-found', 'forbidden'] as const) : []),
    ...(limit !== undefined || isOwn ? (['too-many'] as const) : []),
  ];
}
