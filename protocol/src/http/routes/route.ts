/**
 * What all files of routes are made of: what a route takes, answers and refuses, as data; and the fields that many schemas share.
 */
import * as z from 'zod';
import { type Code, CODES, statusOf } from '../../wire/errors.ts';
import type { Scope } from '../consent.ts';
import { type Call, pathOf, type RouteId } from './paths.ts';

/**
 * The token of a route. `may`: the token of a player is optional, and shows more. `must`: the token of a player.
 * `operator`: the operator's token. `page`: the same, asked for by a browser. `metrics`: the operator's token, or that
 * of a program that watches the server. `probe`: the operator's token, or a key that is made of it and opens nothing else.
 * `bridge`: the token of the bridges.
 */
export type Token = 'may' | 'must' | 'operator' | 'page' | 'metrics' | 'probe' | 'bridge';

/** What a token of a bot account may do at most. */
export const BOT_SCOPES: readonly Scope[] = ['bot', 'read', 'play', 'lobby'];

/** `any`: a token of a program may call the route, whatever its scopes. `account`: none may, only the player does. */
export type RouteScope = Scope | 'any' | 'account';

/** Whether a token with these scopes may call a route. Absent scopes: a session of the player, which may call all. */
export function isInScope({ scope }: Pick<Terms, 'scope'>, scopes: readonly Scope[] | undefined): boolean {
  if (scopes === undefined || scope === undefined || scope === 'any') return true;
  return scope !== 'account' && scopes.includes(scope);
}

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
  /** What a token of a program needs, where the route takes the token of a player. */
  readonly scope?: RouteScope;
  /** A banned player may call it too. */
  readonly admits?: 'banned';
  /** No bot account may call it, whatever the scopes of its token. */
  readonly isForPeople?: true;
  readonly body?: string;
  /** A program that is not ours sends a body, which is not read. */
  readonly hasAnyBody?: true;
  /** The standard of OAuth 2 says what it takes and answers: its body is a form, and its refusals are those of RFC 6749. */
  readonly speaks?: 'oauth';
  readonly query?: string;
  readonly answer: string;
  /** The codes of its own refusals, beside those of every route with such a token, body or limit. */
  readonly codes?: readonly Code[];
  /** Absent if it is that of all routes that only read. */
  readonly limit?: BucketName;
}

/** The terms of some routes. Each file of this folder holds those of one subject. */
export type RoutesOf = { readonly [Id in RouteId]?: Terms & Scoped };

/** A route that takes the token of a player does not compile without a scope, and no other route has one. */
export type Scoped =
  | { readonly token: 'may' | 'must'; readonly scope: RouteScope }
  | { readonly token?: Exclude<Token, 'may' | 'must'>; readonly scope?: never };

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
  if (!isOwn && route.admits === undefined) codes.push('banned');
  if (route.scope !== undefined && route.scope !== 'any') codes.push('scope-missing');
  if (route.isForPeople) codes.push('bots-not-allowed');
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
  /** What moderators read and do. */
  order: { perPlayer: 120, perAddress: 1200, seconds: 600 },
  /** A bot account says every two seconds that it takes challenges. */
  ready: { perPlayer: 600, perAddress: 6000, seconds: 600 },
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

// Fields that many schemas of the HTTP interface share, with the words that the OpenAPI document has for them.

const id = z.string().min(1).max(64);

export const matchId = id.describe('The id of a match.');
export const playerId = id.describe('The id of a player. It stays the same when the player chooses another name.');
export const gameId = id.describe('The id of a game, such as `flower-war`. GET /api/games lists them.');
export const presetId = id.describe('A preset of the game: a set of options that has a name.');
export const botId = id.describe('A bot of the game. GET /api/games lists them.');
export const sessionId = id.describe('The id of a session: one device on which the player is signed in.');
export const passkeyId = id.describe('The id of a passkey.');
export const tokenId = id.describe('The id of a token of a program: not the token itself.');
export const webhookId = id.describe('The id of a webhook.');
export const puzzleId = id.describe('The id of a puzzle. GET /api/puzzles lists them.');
export const noticeId = id.describe('The id of a notice. It stays the same when the notice is sent again.');
export const challengeId = id.describe('The id of a challenge.');
export const tournamentId = id.describe('The id of a tournament.');
export const knockId = id.describe('The id of a knock.');
export const seat = z.int().min(0).max(5).describe('A seat of the match, counted from 0.');
export const seatCount = z.int().min(1).max(6).describe('A number of seats.');
export const time = z.int().min(0).describe('A moment, in milliseconds since 1970.');
export const amount = z.int().min(0);
export const name = z.string().describe('The name that other people see.');
/** Of an entry in a record. */
export const seq = z.int().min(0).describe('The number of an entry in the record of the match, counted from 0.');
export const rounded = z.int();
export const next = z
  .string()
  .describe('Where the next page begins: send it as `before`. It is absent on the last page.');

/** A number in a query, written in digits: not `1e3`, `0x10` or nothing at all. */
export const digits = (number: z.ZodNumber) =>
  z.preprocess((text, { issues }) => {
    if (typeof text !== 'string') return text;
    if (/^\d{1,16}$/.test(text)) return Number(text);
    issues.push({ code: 'custom', message: 'must be a whole number, in digits', input: text });
    return z.NEVER;
  }, number.int());

/** How many things a page has. */
export const limitOf = (most: number, usual: number) =>
  digits(z.number().min(1).max(most)).default(usual).describe('The most that one page has.');

export const matchStatus = z
  .enum(['open', 'running', 'ended'])
  .describe('`open`: it waits for players. `running`: it is played. `ended`: it is over, and its record can be read.');

/** The value of an option of a game. */
const optionValue = z.union([z.string().max(64), z.number(), z.boolean()]).describe('The value of an option.');
export const optionValues = z.record(id, optionValue).describe('Options of a game, by their names.');
export const optionName = id.describe('The name of an option.');

export const refusalCode = z
  .enum(Object.keys(CODES) as [Code, ...Code[]])
  .describe('What happened. Codes are stable; the responses of each route say which of them it gives.');

/** The schemas of this file that the document names. */
export const fieldParts = {
  MatchStatus: matchStatus,
  OptionValue: optionValue,
  OptionValues: optionValues,
  RefusalCode: refusalCode,
} as const;
