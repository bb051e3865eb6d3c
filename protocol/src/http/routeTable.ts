/** The one table of routes: the server binds a handler to each, and clients, limits and documents follow from it. */
import type * as z from 'zod';
import { gameRoutes } from './routes/games.ts';
import { historyRoutes } from './routes/history.ts';
import { lobbyRoutes } from './routes/lobby.ts';
import { challengeRoutes, matchRoutes } from './routes/matches.ts';
import { operatorRoutes } from './routes/operator.ts';
import { CALLS, type Call, OPERATOR_CALLS, PLAYER_CALLS, type RouteId } from './routes/paths.ts';
import { peopleRoutes, tieRoutes } from './routes/people.ts';
import { plainRoutes } from './routes/plain.ts';
import { puzzleRoutes } from './routes/puzzles.ts';
import type { Terms } from './routes/route.ts';
import { serverRoutes } from './routes/server.ts';
import { templeRoutes } from './routes/temples.ts';
import { tournamentRoutes } from './routes/tournaments.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import type { ANSWERS, AnswerName, BODIES, MEDIA, OPERATOR_ANSWERS, QUERIES } from './schemas.ts';

interface NamedTerms extends Terms {
  readonly body?: keyof typeof BODIES;
  readonly query?: keyof typeof QUERIES;
  readonly answer: AnswerName;
}

const TERMS = {
  ...peopleRoutes,
  ...tieRoutes,
  ...webhookRoutes,
  ...gameRoutes,
  ...puzzleRoutes,
  ...matchRoutes,
  ...challengeRoutes,
  ...plainRoutes,
  ...historyRoutes,
  ...lobbyRoutes,
  ...tournamentRoutes,
  ...templeRoutes,
  ...serverRoutes,
  ...operatorRoutes,
} as const satisfies Readonly<Record<RouteId, NamedTerms>>;

export interface Route extends NamedTerms {
  readonly id: RouteId;
  readonly call: Call;
}

/** All routes but those of the host. */
export const ROUTES: readonly Route[] = routesOf(PLAYER_CALLS);

/** The routes of the host. Each exists only where the host has set its token. */
export const OPERATOR_ROUTES: readonly Route[] = routesOf(OPERATOR_CALLS);

function routesOf(calls: object): readonly Route[] {
  return (Object.keys(calls) as RouteId[]).map((id) => ({ id, call: CALLS[id], ...TERMS[id] }));
}

type Table = typeof TERMS;
type Schemas = typeof ANSWERS & typeof OPERATOR_ANSWERS;
type BodySchema<Id extends RouteId> = Table[Id] extends { body: infer Name extends keyof typeof BODIES }
  ? (typeof BODIES)[Name]
  : undefined;
type QuerySchema<Id extends RouteId> = Table[Id] extends { query: infer Name extends keyof typeof QUERIES }
  ? (typeof QUERIES)[Name]
  : undefined;

/** The token that a route needs; `undefined` if it needs none. */
export type TokenOf<Id extends RouteId> = Table[Id] extends { token: infer Name } ? Name : undefined;

/** The body and the query as the server reads them. */
export type BodyOf<Id extends RouteId> = BodySchema<Id> extends z.ZodType ? z.output<BodySchema<Id>> : undefined;
export type QueryOf<Id extends RouteId> = QuerySchema<Id> extends z.ZodType ? z.output<QuerySchema<Id>> : undefined;

/** The body and the query as a client sends them. */
export type SentBody<Id extends RouteId> = BodySchema<Id> extends z.ZodType ? Sent<z.input<BodySchema<Id>>> : undefined;
export type SentQuery<Id extends RouteId> =
  QuerySchema<Id> extends z.ZodType ? Filled<z.input<QuerySchema<Id>>, z.output<QuerySchema<Id>>> : undefined;

/** The routes that answer text, and those that answer JSON with a schema. */
export type TextRouteId = { [Id in RouteId]: Table[Id]['answer'] extends keyof typeof MEDIA ? Id : never }[RouteId];
export type JsonRouteId = Exclude<RouteId, TextRouteId>;
export type AnswerOf<Id extends JsonRouteId> = Table[Id]['answer'] extends keyof Schemas
  ? z.output<Schemas[Table[Id]['answer']]>
  : never;

/** The same type, readonly all the way down. */
export type Sent<T> = T extends object ? { readonly [Key in keyof T]: Sent<T[Key]> } : T;

/** A query as a client writes it. The input type says which fields may be absent, the output type what they hold. */
type Filled<In, Out> = { readonly [Key in keyof In]: Key extends keyof Out ? Out[Key] : never };
