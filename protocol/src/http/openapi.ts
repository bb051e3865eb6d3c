/**
 * The HTTP interface as an OpenAPI 3.1 document, made from the table of routes and the schemas that check what comes
 * in.
 */
import * as z from 'zod';
import { type Code, CODES, refusal, type Refusal } from '../wire/errors.ts';
import { SCOPES } from './consent.ts';
import { ANSWER_EXAMPLES, BODY_EXAMPLES } from './examples/index.ts';
import {
  type AnswerName,
  ANSWERS,
  BODIES,
  MEDIA,
  OPERATOR_ANSWERS,
  OPERATOR_ROUTES,
  PARTS,
  QUERIES,
  type Route,
  ROUTES,
  SECTIONS,
} from './routeTable.ts';
import { methodOf, pathOf, type RouteId } from './routes/paths.ts';
import { oauthError } from './routes/programs.ts';
import { bucketOf, BUCKETS, parametersOf, refusalsOf, type RouteScope } from './routes/route.ts';

type Json = Readonly<Record<string, unknown>>;
export const API_VERSION = '1.0.0';

const ABOUT = `Creates and finds matches, and takes seats in them. Plays them by a stream and actions, or on a socket: see docs/protocol.md.
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
    tags: Object.entries(SECTIONS).map(([name, [description]]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { schemas: componentSchemas(), responses: responsesOf(routes), securitySchemes: SCHEMES },
  };
}

const scopesTold = Object.entries(SCOPES).map(([scope, about]) => `\`${scope}\`: ${about}.`);
const PLAYER_TOKEN = `The token of POST /api/guests, or that of a program, of POST /api/me/tokens. A program may call the routes whose \`x-scope\` is \`any\` or a scope of its token. ${scopesTold.join(' ')}`;

const SCHEMES = {
  player: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: PLAYER_TOKEN },
  bridge: { type: 'http', scheme: 'bearer', description: 'The BRIDGE_TOKEN of the server.' },
  operator: { type: 'http', scheme: 'bearer', description: 'The OPERATOR_TOKEN of the server.' },
  page: { type: 'http', scheme: 'basic', description: 'Any name, and the OPERATOR_TOKEN as password.' },
};

function operationOf(route: Route): Json {
  const { id, about } = route;
  const operation = {
    operationId: id,
    tags: [sectionOf(id)],
    summary: capital(about),
    security: securityOf(route),
    ...describedBy(route),
    parameters: [...parametersOf(route).map(pathParameter), ...queryParameters(route)],
    ...(route.body !== undefined && { requestBody: bodyOf(route.body, route) }),
    responses: { 200: answerTo(route), ...refusals(route) },
  };
  return { [methodOf(route).toLowerCase()]: operation };
}

function sectionOf(id: RouteId): string {
  const [name] = Object.entries(SECTIONS).find(([, [, routes]]) => Object.hasOwn(routes, id)) ?? [];
  if (name === undefined) throw new Error(`the route ${id} is in no section`);
  return name;
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
    case 'probe':
      return [{ operator: [] }];
  }
}

/** What a program needs, and how often a caller may ask. */
function describedBy(route: Route): Json {
  const { scope } = route;
  const limit = bucketOf(route);
  const said = [
    ...(scope === undefined ? [] : [SAID_OF_SCOPE[scope] ?? `A token of a program needs the scope \`${scope}\`.`]),
    ...(limit === undefined ? [] : [limitText(BUCKETS[limit])]),
  ];
  return { ...(said.length > 0 && { description: said.join(' ') }), ...(scope !== undefined && { 'x-scope': scope }) };
}

const SAID_OF_SCOPE: Partial<Record<RouteScope, string>> = {
  any: 'Any token of a program may do this.',
  account: 'No token of a program may do this.',
};

function limitText({ perPlayer, perAddress, seconds }: { perPlayer?: number; perAddress: number; seconds: number }) {
  const player = perPlayer === undefined ? '' : `${perPlayer} a player and `;
  return `At most ${player}${perAddress} an address in ${seconds} seconds, unless the host chose otherwise.`;
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 64 } };
}

function queryParameters({ query }: Route): readonly Json[] {
  if (query === undefined) return [];
  return fieldsOf(query).map(({ name, required, schema: { description, ...schema } }) => ({
    name,
    in: 'query',
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
  }));
}

function answerTo({ about, answer }: Route): Json {
  const example = answer !== 'Refusal' && { example: ANSWER_EXAMPLES[answer] };
  const content = isMedia(answer)
    ? { [MEDIA[answer]]: { schema: mediaSchema(answer), ...example } }
    : { 'application/json': { schema: refTo(answer), ...example } };
  return { description: capital(about), content };
}

/** The schema of a stream is that of each of its lines. Generators take one object for no line, so the probe is text. */
function mediaSchema(answer: keyof typeof MEDIA): Json {
  if (answer === 'Stream') return refTo('StreamLine');
  return { type: answer === 'OpenApi' ? 'object' : 'string' };
}

function bodyOf(name: keyof typeof BODIES, { speaks }: Route): Json {
  const form = speaks === 'oauth' ? 'application/x-www-form-urlencoded' : 'application/json';
  const content = { [form]: { schema: refTo(bodyName(name)), example: BODY_EXAMPLES[name] } };
  return { required: !BODIES[name].safeParse({}).success, content };
}

function refusals(route: Route): Json {
  const refOf = (codes: readonly Code[]) => ({ $ref: `#/components/responses/${responseName(codes, route)}` });
  return Object.fromEntries([...refusalsOf(route)].map(([status, codes]) => [status, refOf(codes)]));
}

/** Routes with the same refusals share one response. */
function responsesOf(routes: readonly Route[]): Json {
  const refused = (route: Route) =>
    [...refusalsOf(route)].map(([status, codes]) => [responseName(codes, route), refusalWith(codes, status, route)]);
  return Object.fromEntries(routes.flatMap(refused));
}

function responseName(codes: readonly Code[], { speaks }: Route): string {
  const named = codes.toSorted().join('.');
  return speaks === undefined ? named : `${speaks}.${named}`;
}

function refusalWith(codes: readonly Code[], status: number, { speaks }: Route): Json {
  const said = speaks === 'oauth' ? oauthError : (told: Refusal) => told;
  const examples = Object.fromEntries(codes.map((code) => [code, { value: said(refusal(code)) }]));
  const wait = { required: true, schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait.' };
  return {
    description: codes.map((code) => `\`${code}\`: ${CODES[code]}`).join('\n'),
    ...(status === 429 && { headers: { 'Retry-After': wait } }),
    content: { 'application/json': { schema: refTo(speaks === 'oauth' ? 'OAuthProblem' : 'Refusal'), examples } },
  };
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function isMedia(answer: AnswerName): answer is keyof typeof MEDIA {
  return Object.hasOwn(MEDIA, answer);
}

// The named schemas of the OpenAPI document: bodies as clients send them, answers as clients get them.

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly [key: string]: unknown;
}
type Named = Readonly<Record<string, JsonSchema>>;

const PREFIX = '#/components/schemas/';
const MOST_INT32 = 2 ** 31 - 1;

/** A part whose defaults a client may leave out has this behind its name where a client sends it. */
const SENT = 'Wish';

const QUERY = '?';
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly it: T } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
};
// Made with the first document: most programs of the house make none, and this takes a sixth of the time in which they start.
const sent = once(() =>
  schemasOf({ ...renamedKeys(BODIES, bodyName), ...renamedKeys(QUERIES, queryName), ...PARTS }, 'input'),
);
const told = once(() => schemasOf({ ...ANSWERS, ...OPERATOR_ANSWERS, ...PARTS }, 'output'));

/** All schemas that an operation or another schema refers to. */
function componentSchemas(): Named {
  const bodies = reachable(sent(), Object.keys(BODIES).map(bodyName));
  const queries = reachable(sent(), Object.keys(QUERIES).map(queryName));
  const answers = reachable(told(), Object.keys({ ...ANSWERS, ...OPERATOR_ANSWERS }));
  const differing = differingParts({ ...bodies, ...queries }, answers);
  const asSent = (name: string) => (differing.has(name) ? `${name}${SENT}` : name);
  const input = Object.entries({ ...bodies, ...queries }).filter(([name]) => !name.startsWith(QUERY));
  return named({
    ...Object.fromEntries(Object.entries(answers).map(([name, schema]) => [name, opened(schema)])),
    ...Object.fromEntries(input.map(([name, schema]) => [asSent(name), renamed(schema, asSent)])),
  });
}

/** Answers may gain fields, and a client passes over those that it does not know. What clients send is closed. */
function opened(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === false ? rest : schema;
}

interface QueryField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The fields of a query, in their order. */
function fieldsOf(query: keyof typeof QUERIES): readonly QueryField[] {
  const { properties = {}, required = [] } = sent()[queryName(query)] ?? {};
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));
}

function bodyName(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;
}

function queryName(name: string): string {
  return `${QUERY}${name}`;
}

function renamedKeys(schemas: Readonly<Record<string, z.ZodType>>, nameOf: (name: string) => string) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [nameOf(name), schema]));
}

function schemasOf(all: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Named {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(all)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io, uri: uriOf, override: ({ jsonSchema }) => tidy(jsonSchema) });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  ) as Named;
}

/** The schemas of these names, and all that they refer to. */
function reachable(schemas: Named, names: readonly string[]): Named {
  const found = new Map<string, JsonSchema>();
  const visit = (name: string): void => {
    const schema = schemas[name];
    if (schema === undefined || found.has(name)) return;
    found.set(name, schema);
    referred(schema).forEach(visit);
  };
  names.forEach(visit);
  return Object.fromEntries(found);
}

/** Parts that have another form, or are made of such parts, where a client sends them. */
function differingParts(input: Named, output: Named): ReadonlySet<string> {
  const both = Object.keys(input).filter((name) => name in output);
  const differing = new Set(both.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])));
  for (let size = -1; size !== differing.size; ) {
    size = differing.size;
    for (const name of both) if (referred(input[name]).some((one) => differing.has(one))) differing.add(name);
  }
  return differing;
}

// JSON schemas in the form that generators of clients can read.

function uriOf(name: string): string {
  return `${PREFIX}${name}`;
}

function refTo(name: string): { readonly $ref: string } {
  return { $ref: uriOf(name) };
}

/** The names of all schemas to which this one refers. */
function referred(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as JsonSchema;
  const own = typeof $ref === 'string' ? [$ref.slice(PREFIX.length)] : [];
  return [...own, ...Object.values(value).flatMap(referred)];
}

/** The same schema, which refers to others by their new names. */
function renamed(schema: JsonSchema, nameOf: (name: string) => string): JsonSchema {
  const text = JSON.stringify(schema, (key, value) =>
    key === '$ref' ? uriOf(nameOf(String(value).slice(PREFIX.length))) : value,
  );
  return JSON.parse(text) as JsonSchema;
}

/** Tells each union of named objects by which field readers choose. */
function named(schemas: Named): Named {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, discriminated(schema, schemas)]));
}

function discriminated(schema: JsonSchema, schemas: Named): JsonSchema {
  const names = schema.oneOf?.flatMap(({ $ref }) => $ref?.slice(PREFIX.length) ?? []) ?? [];
  const [first = {}] = names.map((name) => schemas[name]?.properties ?? {});
  const propertyName = Object.keys(first).find((key) => first[key]?.const !== undefined);
  if (propertyName === undefined) return schema;
  const mapping = names.map((name) => [schemas[name]?.properties?.[propertyName]?.const, uriOf(name)]);
  return { ...schema, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } };
}

/** Brings what zod writes to forms that tools outside JavaScript understand. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  sayPatterns(schema);
  flattenTuple(schema);
  sizeNumber(schema);
  sayDefault(schema);
}

/** Replaces patterns with Unicode classes by words, because few tools but JavaScript understand them. */
function sayPatterns(schema: z.core.JSONSchema.BaseSchema): void {
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  if (!patterns.some((pattern) => pattern.includes('\\p{'))) return;
  delete schema.pattern;
  delete schema.allOf;
  schema.format = 'printable';
  const words = 'Nothing invisible, and nothing that turns the direction of the text around it.';
  schema.description = schema.description === undefined ? words : `${schema.description} ${words}`;
}

/** A tuple of equal parts is a list of a fixed length; few generators know any other tuple. */
function flattenTuple(schema: z.core.JSONSchema.BaseSchema): void {
  const [first, ...others] = schema.prefixItems ?? [];
  if (first === undefined) return;
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    throw new Error('a tuple of unequal parts: make it an object, because many generators know no such tuples');
  delete schema.prefixItems;
  schema.items = first;
}

/** Without a format, generators take every number for one of 32 bits. */
function sizeNumber(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type === 'number') schema.format = 'double';
  if (schema.type !== 'integer') return;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  const { maximum = Number.MAX_SAFE_INTEGER } = schema;
  schema.format = maximum > MOST_INT32 ? 'int64' : 'int32';
}

/**
 * Tells a default in words. A schema with a default makes some generators demand the field, and others write code for an
 * object that does not compile.
 */
function sayDefault(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.default === undefined) return;
  const words = `Default: ${JSON.stringify(schema.default)}.`;
  schema.description = schema.description === undefined ? words : `${schema.description} ${words}`;
  delete schema.default;
}
