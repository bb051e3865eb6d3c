/**
 * The HTTP interface as an OpenAPI 3.1 document, made from the table of routes and the schemas that check what comes
 * in.
 */
import { CODES, type Code, refusal } from '../../wire/errors.ts';
import { ANSWER_EXAMPLES, BODY_EXAMPLES } from '../examples/index.ts';
import { BUCKETS } from '../routes/limits.ts';
import { methodOf, pathOf } from '../routes/paths.ts';
import { bucketOf, parametersOf, refusalsOf } from '../routes/route.ts';
import { OPERATOR_ROUTES, ROUTES, type Route } from '../routeTable.ts';
import { type AnswerName, BODIES, MEDIA } from '../schemas.ts';
import { SECTIONS, sectionOf } from '../sections.ts';
import { refTo } from './jsonSchema.ts';
import { bodyName, componentSchemas, fieldsOf } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

export const API_VERSION = '0.1.0';

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
    tags: SECTIONS.map(({ name, about: description }) => ({ name, description })),
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
  const { id, about, body } = route;
  const limit = bucketOf(route);
  const operation = {
    operationId: id,
    tags: [sectionOf(id)],
    summary: capital(about),
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

/** The schema of a stream is that of each of its lines. */
function mediaSchema(answer: keyof typeof MEDIA): Json {
  if (answer === 'Stream') return refTo('StreamLine');
  return { type: answer === 'OpenApi' ? 'object' : 'string' };
}

function bodyOf(name: keyof typeof BODIES): Json {
  const content = { 'application/json': { schema: refTo(bodyName(name)), example: BODY_EXAMPLES[name] } };
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
  const examples = Object.fromEntries(codes.map((code) => [code, { value: refusal(code) }]));
  const wait = { required: true, schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait.' };
  return {
    description: codes.map((code) => `\`${code}\`: ${CODES[code]}`).join('\n'),
    ...(status === 429 && { headers: { 'Retry-After': wait } }),
    content: { 'application/json': { schema: refTo('Refusal'), examples } },
  };
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function isMedia(answer: AnswerName): answer is keyof typeof MEDIA {
  return Object.hasOwn(MEDIA, answer);
}
