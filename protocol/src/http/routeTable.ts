/** The one table of routes, with all their schemas: the server binds a handler to each, and clients, limits and documents follow from it. */
import * as z from 'zod';
import { fieldParts, refusalCode, type RouteScope, type Scoped, type Terms, time } from './routes/route.ts';
import { botAnswers, botBodies, botParts, botQueries, botRoutes } from './routes/bots.ts';
import { gameAnswers, gameParts, gameRoutes } from './routes/games.ts';
import { historyAnswers, historyBodies, historyParts, historyQueries, historyRoutes } from './routes/history.ts';
import { hostAnswers, hostBodies, hostParts, hostQueries, hostRoutes } from './routes/hosts.ts';
import { leagueAnswers, leagueParts, leagueQueries, leagueRoutes } from './routes/league.ts';
import { lobbyAnswers, lobbyBodies, lobbyParts, lobbyQueries, lobbyRoutes } from './routes/lobby.ts';
import { challengeRoutes, matchAnswers, matchBodies, matchParts, matchRoutes } from './routes/matches.ts';
import { openDataAnswers, openDataBodies, openDataParts, openDataRoutes } from './routes/openData.ts';
import { operatorAnswers, operatorBodies, operatorParts, operatorQueries, operatorRoutes } from './routes/operator.ts';
import { orderAnswers, orderBodies, orderParts, orderQueries, orderRoutes } from './routes/order.ts';
import { passkeyAnswers, passkeyBodies, passkeyParts, passkeyRoutes } from './routes/passkeys.ts';
import {
  BOT_CALLS,
  type Call,
  CALLS,
  OAUTH_CALLS,
  OPEN_DATA_CALLS,
  OPERATOR_CALLS,
  PLAYER_CALLS,
  type RouteId,
} from './routes/paths.ts';
import { peopleAnswers, peopleBodies, peopleParts, peopleRoutes, tieRoutes, vacationRoutes } from './routes/people.ts';
import { plainAnswers, plainBodies, plainParts, plainQueries, plainRoutes } from './routes/plain.ts';
import { programAnswers, programBodies, programParts, programRoutes } from './routes/programs.ts';
import { providerAnswers, providerBodies, providerParts, providerRoutes } from './routes/provider.ts';
import { puzzleAnswers, puzzleBodies, puzzleParts, puzzleRoutes } from './routes/puzzles.ts';
import { serverAnswers, serverRoutes } from './routes/server.ts';
import { templeAnswers, templeBodies, templeParts, templeQueries, templeRoutes } from './routes/temples.ts';
import {
  tournamentAnswers,
  tournamentBodies,
  tournamentParts,
  tournamentQueries,
  tournamentRoutes,
} from './routes/tournaments.ts';
import { webhookAnswers, webhookBodies, webhookParts, webhookRoutes } from './routes/webhooks.ts';

// Every schema of the HTTP interface, under the name that the documentation gives it.

/** All bodies but those of the operator. */
export const bodies = {
  ...peopleBodies,
  ...passkeyBodies,
  ...programBodies,
  ...botBodies,
  ...providerBodies,
  ...webhookBodies,
  ...templeBodies,
  ...puzzleBodies,
  ...matchBodies,
  ...plainBodies,
  ...lobbyBodies,
  ...historyBodies,
  ...tournamentBodies,
  ...orderBodies,
  ...openDataBodies,
  ...hostBodies,
} as const;

export const BODIES = { ...bodies, ...operatorBodies } as const;

export const QUERIES = {
  ...botQueries,
  ...lobbyQueries,
  ...operatorQueries,
  ...templeQueries,
  ...historyQueries,
  ...leagueQueries,
  ...plainQueries,
  ...tournamentQueries,
  ...orderQueries,
  ...hostQueries,
} as const;

const refusal = z.object({
  code: refusalCode,
  reason: z.string().describe('The rule or the field that is meant.').exactOptional(),
  penalty: z
    .string()
    .describe('The id of the penalty that stands in the way. GET /api/me/penalties has it.')
    .exactOptional(),
  until: time.describe('When that ends by itself. Absent: it does not.').exactOptional(),
  message: z.string().describe('What happened, and what to do: for people.'),
});

/** The answers that players get. */
export const ANSWERS = {
  ...peopleAnswers,
  ...passkeyAnswers,
  ...programAnswers,
  ...botAnswers,
  ...providerAnswers,
  ...webhookAnswers,
  ...matchAnswers,
  ...plainAnswers,
  ...gameAnswers,
  ...puzzleAnswers,
  ...historyAnswers,
  ...lobbyAnswers,
  ...hostAnswers,
  ...leagueAnswers,
  ...tournamentAnswers,
  ...orderAnswers,
  ...openDataAnswers,
  ...templeAnswers,
  ...serverAnswers,
  Refusal: refusal,
} as const;

export const OPERATOR_ANSWERS = operatorAnswers;

/** What bodies and answers are made of. A name here is the name of a class in clients that are generated. */
export const PARTS = {
  ...fieldParts,
  ...peopleParts,
  ...passkeyParts,
  ...programParts,
  ...botParts,
  ...providerParts,
  ...webhookParts,
  ...gameParts,
  ...puzzleParts,
  ...matchParts,
  ...plainParts,
  ...historyParts,
  ...lobbyParts,
  ...hostParts,
  ...leagueParts,
  ...tournamentParts,
  ...orderParts,
  ...openDataParts,
  ...templeParts,
  ...operatorParts,
} as const;

/** Answers that are not JSON with a schema. */
export const MEDIA = {
  Record: 'application/x-ndjson',
  OpenDataFile: 'application/gzip',
  LeagueFeed: 'application/atom+xml',
  Stream: 'application/x-ndjson',
  Probe: 'application/x-ndjson',
  Metrics: 'text/plain',
  Words: 'text/plain',
  Page: 'text/html',
  OpenApi: 'application/json',
} as const;

export type AnswerName = keyof typeof ANSWERS | keyof typeof OPERATOR_ANSWERS | keyof typeof MEDIA;

interface NamedTerms extends Terms {
  readonly body?: keyof typeof BODIES;
  readonly query?: keyof typeof QUERIES;
  readonly answer: AnswerName;
}

const TERMS = {
  ...peopleRoutes,
  ...passkeyRoutes,
  ...programRoutes,
  ...botRoutes,
  ...providerRoutes,
  ...tieRoutes,
  ...vacationRoutes,
  ...webhookRoutes,
  ...gameRoutes,
  ...puzzleRoutes,
  ...matchRoutes,
  ...challengeRoutes,
  ...plainRoutes,
  ...historyRoutes,
  ...lobbyRoutes,
  ...hostRoutes,
  ...leagueRoutes,
  ...orderRoutes,
  ...openDataRoutes,
  ...tournamentRoutes,
  ...templeRoutes,
  ...serverRoutes,
  ...operatorRoutes,
} as const satisfies Readonly<Record<RouteId, NamedTerms & Scoped>>;

export interface Route extends NamedTerms {
  readonly id: RouteId;
  readonly call: Call;
}

/** What a token of a program needs for an action at a table: the same over a socket as over HTTP. */
export const scopeOfAction = (action: keyof typeof plainRoutes): RouteScope => plainRoutes[action].scope;

/** All routes but those of the host. */
export const ROUTES: readonly Route[] = routesOf({ ...PLAYER_CALLS, ...BOT_CALLS, ...OPEN_DATA_CALLS, ...OAUTH_CALLS });

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

/** The sections of the interface: one for each subject of routes, with a sentence for the OpenAPI document. */
export const SECTIONS: Readonly<Record<string, readonly [about: string, routes: object]>> = {
  players: ['Signing in, names, devices, codes, personal data and reports.', peopleRoutes],
  passkeys: ['Signing in by what a device keeps, without any code.', passkeyRoutes],
  tokens: ['Tokens by which programs act for a player, as far as their scopes go.', programRoutes],
  bots: ['Bot accounts: players that programs play, each with a person who owns it.', botRoutes],
  provider: ['Signing in by an OpenID provider of the host.', providerRoutes],
  games: ['The games of this server, their cards, and its keys.', gameRoutes],
  puzzles: ['Positions in which one answer is surely the best.', puzzleRoutes],
  matches: ['Creating, finding, joining and reading matches.', matchRoutes],
  plain: ['Playing and watching without a socket: a stream of lines, and actions.', plainRoutes],
  lobby: ['Finding a game, and letting players in.', lobbyRoutes],
  hosts: ['Open tables that hosts tell each other of, and players who go from one to another.', hostRoutes],
  history: ['Past matches, ratings and replays, and new matches from old positions.', historyRoutes],
  league: ['How the bots of the server stand against each other.', leagueRoutes],
  tournaments: ['Arenas, Swiss tournaments, round robins and knockouts of players.', tournamentRoutes],
  temples: ['The temples of players: devices that count beads.', templeRoutes],
  people: ['Whom a player follows, and whom a player has blocked.', tieRoutes],
  vacation: ['Time off in matches whose clock counts days.', vacationRoutes],
  order: ['What moderators do about players, and what these answer.', orderRoutes],
  challenges: ['A player asks another one for a match.', challengeRoutes],
  webhooks: ['Addresses to which the server sends notices of matches.', webhookRoutes],
  'open data': ['The public matches of each month, as files, and whether these name a player.', openDataRoutes],
  server: ['Whether the server works, its metrics, and this document.', serverRoutes],
  operator: ['For the host of the server: matches, players, bans and reports.', operatorRoutes],
};
