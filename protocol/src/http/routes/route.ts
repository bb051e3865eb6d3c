/**
 * What a route of the HTTP interface takes, answers and refuses, as data. It names its schemas; schemas.ts holds them.
 */
import { type Code, statusOf } from '../../wire/errors.ts';
import { type Call, pathOf, type RouteId } from './paths.ts';

/**
 * The token of a route. `may`: the token of a player is optional, and shows more. `must`: the token of a player.
 * `operator`: the operator's token. `page`: the same, asked for by a browser. `metrics`: the operator's token, or that
 * of a program that watches the server. `probe`: the operator's token, or a key that is made of it and opens nothing else.
 * `bridge`: the token of the bridges.
 */
export type Token = 'may' | 'must' | 'operator' | 'page' | 'metrics' | 'probe' | 'bridge';

/**
 * What an answer needs beside stored data, in the memory of one process: a match, a temple, the search of players for a
 * match of one game, or the pairing of all temples.
 */
export type Owned = 'match' | 'temple' | 'search' | 'pairing';

/** The parameter of the path, or else the field of the body, that names it. There is only one pairing. */
export const NAMED_BY = {
  match: 'match',
  temple: 'temple',
  search: 'game',
  pairing: undefined,
} as const satisfies Record<Owned, string | undefined>;

export interface Terms {
  readonly about: string;
  /** The process that owns it answers. Absent if stored data is enough: then any process answers. */
  readonly ownedBy?: Owned;
  /** The route only reads: what no process owns stays without an owner, and any process answers. */
  readonly claims?: 'nothing';
  /** Absent if the route needs no token. */
  readonly token?: Token;
  readonly body?: string;
  /** A program that is not ours sends a body, which is not read. */
  readonly hasAnyBody?: true;
  readonly query?: string;
  readonly answer: string;
  /** The codes of its own refusals, beside those of every route with such a token, body or limit. */
  readonly codes?: readonly Code[];
  /** Absent if it is that of all routes that only read. */
  readonly limit?: BucketName;
}

/** The terms of some routes. Each file of this folder holds those of one subject. */
export type RoutesOf = { readonly [Id in RouteId]?: Terms };

/** The names in braces in a path. */
export function parametersOf(route: { readonly call: Call }): readonly string[] {
  return [...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Whether the route is for programs of the host, and for no player. */
export function isForHost({ token }: Pick<Terms, 'token'>): boolean {
  return token !== undefined && token !== 'may' && token !== 'must';
}

/**
 * What counts its requests, so that no route can be left out. Wrong tokens are counted for the host's routes, and balancers
 * ask for the health of the server.
 */
export function bucketOf(route: Terms & { readonly call: Call }): BucketName | undefined {
  if (isForHost(route) || pathOf(route).startsWith('/health/')) return undefined;
  return route.limit ?? 'reading';
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

/** The server reads the body before it checks the token, so every route may refuse a body. */
function usualCodes(route: Terms & { readonly call: Call }): readonly Code[] {
  const { token } = route;
  const isOwn = isForHost(route);
  const codes: Code[] = ['bad-request', 'other-protocol', 'too-large', 'internal', 'unavailable'];
  if (parametersOf(route).includes('match')) codes.push('record-damaged');
  if (token === 'must' || isOwn) codes.push('unauthorized');
  if (!isOwn) codes.push('banned');
  if (isOwn) codes.push('not-found', 'forbidden');
  if (bucketOf(route) !== undefined || isOwn) codes.push('too-many');
  return codes;
}

/** How often a player and an address may call routes. The host scales all of these limits with `LIMITS`. */

export interface Bucket {
  /** Absent where the caller need not be signed in. */
  readonly perPlayer?: number;
  /** Generous: a whole school may sit behind one address. */
  readonly perAddress: number;
  readonly seconds: number;
}

export const BUCKETS = {
  guests: { perAddress: 100, seconds: 600 },
  matches: { perPlayer: 30, perAddress: 300, seconds: 600 },
  quick: { perPlayer: 60, perAddress: 600, seconds: 600 },
  /** A client that loses its connection again and again asks for a place every two or three seconds. */
  seats: { perPlayer: 300, perAddress: 3000, seconds: 600 },
  /** Moves and words over HTTP. Beside this, the pace of a connection holds for all of a player's requests together. */
  actions: { perPlayer: 3000, perAddress: 30_000, seconds: 60 },
  /** A bot thinks about each for up to a tenth of a second. */
  hints: { perPlayer: 60, perAddress: 600, seconds: 600 },
  /** Answers to puzzles: a quick person gives one in two seconds. */
  puzzles: { perPlayer: 300, perAddress: 3000, seconds: 600 },
  /** Names, codes and sessions. */
  identity: { perPlayer: 30, perAddress: 300, seconds: 600 },
  links: { perPlayer: 20, perAddress: 200, seconds: 600 },
  /** Following, blocking and challenging players. */
  people: { perPlayer: 120, perAddress: 1200, seconds: 600 },
  tournaments: { perPlayer: 20, perAddress: 200, seconds: 3600 },
  /** Adding a webhook looks up its host name, and testing a webhook sends a notice. */
  webhooks: { perPlayer: 30, perAddress: 300, seconds: 600 },
  /** Wrong codes are counted apart, and more strictly. */
  pairing: { perPlayer: 30, perAddress: 300, seconds: 600 },
  temples: { perPlayer: 120, perAddress: 1200, seconds: 600 },
  /** Long answers that only read. */
  records: { perAddress: 600, seconds: 600 },
  steps: { perAddress: 6000, seconds: 600 },
  /** One that is not kept yet is made, and that takes seconds. */
  accounts: { perAddress: 600, seconds: 600 },
  reports: { perPlayer: 20, perAddress: 200, seconds: 3600 },
  /** Every route that names no other limit, every file of the page, and every address at which nothing is. */
  reading: { perPlayer: 1200, perAddress: 12_000, seconds: 60 },
} as const satisfies Readonly<Record<string, Bucket>>;

/** Reading needs nothing stored, so these go on when the disk is full. */
export const READING: readonly BucketName[] = ['records', 'steps', 'accounts', 'reading'];

export type BucketName = keyof typeof BUCKETS;
