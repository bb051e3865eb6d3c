/**
 * The HTTP interface as an OpenAPI 3.1 document, made from the table of routes and the schemas that check what comes
 * in.
 */
import * as z from 'zod';
import { CODES, type Code } from '../wire/errors.ts';
import { BUCKETS } from './routes/limits.ts';
import { methodOf, pathOf } from './routes/paths.ts';
import { parametersOf, refusalsOf } from './routes/route.ts';
import { OPERATOR_ROUTES, ROUTES, type Route } from './routeTable.ts';
import { ANSWERS, type AnswerName, BODIES, MEDIA, OPERATOR_ANSWERS, QUERIES } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

export const API_VERSION = '0.1.0';

const ABOUT = `Creates and finds matches, and takes seats in them. Playing itself happens on a socket: see docs/protocol.md.
A refusal is {code, reason?, message}; codes are stable, text is not.`;

/** `url` is the public address of the server. Without it, the document means the address that it was read from. */
export function openApi(url = '/'): Json {
  const routes = [...ROUTES, ...OPERATOR_ROUTES];
  const paths = new Map<string, Json>();
  for (const route of routes) paths.set(pathOf(route), { ...paths.get(pathOf(route)), ...operationOf(route) });
  const license = { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' };
  return {
    openapi: '3.1.1',
    info: { title: 'Flower War', version: API_VERSION, description: ABOUT, license },
    servers: [{ url }],
    paths: Object.fromEntries(paths),
    components: { schemas: componentSchemas(), responses: responsesOf(routes), securitySchemes: SCHEMES },
  };
}

const SCHEMES = {
  player: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of POST /api/guests.' },
  bridge: { type: 'http', scheme: 'bearer', description: 'The BRIDGE_TOKEN of the server.' },
  operator: { type: 'http', scheme: 'bearer', description: 'The OPERATOR_TOKEN of the server.' },
  page: { type: 'http', scheme: 'basic', description: 'Any name, and the OPERATOR_TOKEN as password.' },
};

function operationOf(route: Route): Json {
  const { id, about, body, limit } = route;
  const operation = {
    operationId: id,
    summary: about,
    security: securityOf(route),
    ...(limit !== undefined && { description: limitText(BUCKETS[limit]) }),
    parameters: [...parametersOf(route).map(pathParameter), ...queryParameters(route)],
    ...(body !== undefined && { requestBody: bodyOf(body) }),
    responses: { 200: answerTo(route), ...refusals(route) },
  };
  return { [methodOf(route).toLowerCase()]: operation };
}

function securityOf({ token }: Route): readonly Json[] {
  switch (token ?? 'none') {
    case 'none':
      return [];
    case 'may':
      return [{}, { player: [] }];
    case 'must':
      return [{ player: [] }];
    case 'bridge':
      return [{ bridge: [] }];
    case 'page':
      return [{ page: [] }];
    case 'operator':
    case 'metrics':
      return [{ operator: [] }];
  }
}

function limitText({ perPlayer, perAddress, seconds }: { perPlayer?: number; perAddress: number; seconds: number }) {
  const player = perPlayer === undefined ? '' : `${perPlayer} a player and `;
  return `At most ${player}${perAddress} an address in ${seconds} seconds, unless the host chose otherwise.`;
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 64 } };
}

function queryParameters({ query }: Route): readonly Json[] {
  if (query === undefined) return [];
  const { properties = {} } = z.toJSONSchema(QUERIES[query], { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function answerTo({ about, answer }: Route): Json {
  const content = isMedia(answer)
    ? { [MEDIA[answer]]: { schema: answer === 'OpenApi' ? { type: 'object' } : { type: 'string' } } }
    : { 'application/json': { schema: refTo(answer) } };
  return { description: about, content };
}

function bodyOf(name: keyof typeof BODIES): Json {
  const content = { 'application/json': { schema: refTo(bodyName(name)) } };
  return { required: !BODIES[name].safeParse({}).success, content };
}

function refusals(route: Route): Json {
  const refOf = (codes: readonly Code[]) => ({ $ref: `#/components/responses/${responseName(codes)}` });
  return Object.fromEntries([...refusalsOf(route)].map(([status, codes]) => [status, refOf(codes)]));
}

/** Routes with the same refusals share one response. */
function responsesOf(routes: readonly Route[]): Json {
  const all = routes.flatMap((route) => [...refusalsOf(route)]);
  return Object.fromEntries(all.map(([status, codes]) => [responseName(codes), refusalWith(codes, status)]));
}

function responseName(codes: readonly Code[]): string {
  return [...codes].sort().join('.');
}

function refusalWith(codes: readonly Code[], status: number): Json {
  const schema = { allOf: [refTo('Refusal'), { properties: { code: { enum: codes } } }] };
  const wait = { schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait.' };
  return {
    description: codes.map((code) => `\`${code}\`: ${CODES[code]}`).join('\n'),
    ...(status === 429 && { headers: { 'Retry-After': wait } }),
    content: { 'application/json': { schema } },
  };
}

/** All schemas, under the names that references use: bodies as clients send them, answers as clients get them. */
function componentSchemas(): Json {
  const bodies = Object.entries(BODIES).map(([name, schema]) => [bodyName(name), schema] as const);
  const answers = Object.entries({ ...ANSWERS, ...OPERATOR_ANSWERS });
  return { ...schemasOf(bodies, 'input'), ...schemasOf(answers, 'output') };
}

function schemasOf(named: readonly (readonly [string, z.ZodType])[], io: 'input' | 'output'): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: uriOf, override: ({ jsonSchema }) => inWords(jsonSchema) });
  const bare = Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]);
  return Object.fromEntries(bare) as Json;
}

/** Replaces patterns with Unicode classes by words, because few tools but JavaScript understand them. */
function inWords(schema: z.core.JSONSchema.BaseSchema): void {
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  if (!patterns.some((pattern) => pattern.includes('\\p{'))) return;
  delete schema.pattern;
  delete schema.allOf;
  schema.description = 'Nothing invisible, and nothing that turns the direction of the text around it.';
}

function uriOf(name: string): string {
  return `#/components/schemas/${name}`;
}

function refTo(name: string): Json {
  return { $ref: uriOf(name) };
}

function bodyName(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;
}

function isMedia(answer: AnswerName): answer is keyof typeof MEDIA {
  return Object.hasOwn(MEDIA, answer);
}
