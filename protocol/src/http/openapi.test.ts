/** Checks of the document: those of a linter, and some that no linter knows. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { type Code, CODES, refusal, statusOf } from '../wire/errors.ts';
import { API_VERSION, openApi } from './openapi.ts';
import { ANSWERS, BODIES, OPERATOR_ANSWERS, OPERATOR_ROUTES, PARTS, ROUTES } from './routeTable.ts';
import { methodOf, pathOf } from './routes/paths.ts';
import { oauthError } from './routes/programs.ts';
import { bucketOf, BUCKETS, isForHost, NAMED_BY, parametersOf, refusalsOf } from './routes/route.ts';

interface Content {
  readonly content: Readonly<Record<string, object>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface RefusalResponse {
  readonly content: {
    readonly 'application/json': { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
  };
}

const document = JSON.parse(JSON.stringify(openApi())) as {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
};
const namedSchemas = document.components.schemas as Readonly<Record<string, Record<string, unknown>>>;
const routes = [...ROUTES, ...OPERATOR_ROUTES];
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Every object in a value, the value itself too, with the way to it. */
function* objectsIn(value: unknown, way = '#'): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [way, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${way}/${key}`);
}

function resolve(reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

test('it is OpenAPI 3.1, of this version, and served from wherever the host says', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info.version).toBe(API_VERSION);
  expect(API_VERSION).toBe(packageJson.version);
  expect(document.servers).toEqual([{ url: '/' }]);
  expect(openApi('https://play.example.org')).toMatchObject({ servers: [{ url: 'https://play.example.org' }] });
});

test('every route is one operation, and every operation one route', () => {
  const calls = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  expect(calls.sort()).toEqual(routes.map(({ call }) => call).sort());
  expect(new Set(routes.map((route) => `${methodOf(route)} ${pathOf(route).replace(/\{\w+\}/g, '{}')}`)).size).toBe(
    routes.length,
  );
});

test('every operation has an id of its own and a summary', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
  for (const { operation } of operations) expect(operation.summary).toMatch(/^[A-Z].{5,}/);
});

test('every operation is in a section, and every section has a sentence', () => {
  const tags = operations.flatMap(({ operation }) => operation.tags);
  expect(tags).toHaveLength(operations.length);
  expect(new Set(tags)).toEqual(new Set(document.tags.map(({ name }) => name)));
  for (const { description } of document.tags) expect(description).toMatch(/^[A-Z].*\.$/);
});

test('every body and every answer has an example', () => {
  const contents = operations.flatMap(({ operation: { requestBody, responses } }) => [
    ...(requestBody === undefined ? [] : [requestBody.content]),
    (responses[200] as Content).content,
  ]);
  for (const content of contents)
    for (const media of Object.values(content)) expect(media, JSON.stringify(media)).toHaveProperty('example');
});

test('every reference leads somewhere', () => {
  const references = [...objectsIn(document)].flatMap(([way, { $ref }]) => ($ref === undefined ? [] : [[way, $ref]]));
  expect(references.length).toBeGreaterThan(50);
  for (const [way, reference] of references) expect(resolve(String(reference)), `${way}: ${reference}`).toBeDefined();
});

test('every pattern can be read by tools that know no classes of Unicode', () => {
  for (const [way, { pattern }] of objectsIn(document)) expect(String(pattern), way).not.toContain('\\p{');
  expect(resolve('#/components/schemas/GuestBody/properties/name')).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 24,
    format: 'printable',
    description: expect.stringContaining('Nothing invisible'),
  });
});

test('nothing is described that nothing uses', () => {
  const text = JSON.stringify(document);
  for (const kind of ['schemas', 'responses'] as const)
    for (const name of Object.keys(document.components[kind]))
      expect(text, name).toContain(`"#/components/${kind}/${name}"`);
});

test.each(operations)('the parameters of $method $path are those of its path, and have schemas', (one) => {
  const { parameters } = one.operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  expect(inPath).toEqual([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length);
  for (const { schema } of parameters) expect(schema).toSatisfy((one: object) => 'type' in one || '$ref' in one);
});

test('every security scheme that is asked for is described', () => {
  const asked = operations.flatMap(({ operation }) => operation.security.flatMap(Object.keys));
  expect([...new Set(asked)].sort()).toEqual(Object.keys(document.components.securitySchemes).sort());
});

describe('schemas', () => {
  test('every body and every answer has one', () => {
    const bodies = Object.keys(BODIES).map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}Body`);
    const names = [...bodies, ...Object.keys({ ...ANSWERS, ...OPERATOR_ANSWERS }), ...Object.keys(PARTS)];
    const wishes = ['TableWish', 'ClockWish', 'BankClockWish'];
    expect(Object.keys(document.components.schemas).sort()).toEqual([...new Set([...names, ...wishes])].sort());
  });

  test('what clients send is closed, and answers may gain fields', () => {
    const told = Object.keys({ ...ANSWERS, ...OPERATOR_ANSWERS });
    // OAuth 2 passes over what it does not know.
    const open = ['GrantBody', 'GrantedTokenBody'];
    for (const [name, { type, additionalProperties }] of Object.entries(namedSchemas)) {
      if (name.endsWith('Body') && type === 'object' && !open.includes(name))
        expect(additionalProperties, name).toBe(false);
      if (told.includes(name)) expect(additionalProperties, name).toBeUndefined();
    }
    expect(namedSchemas.BotSeat?.additionalProperties).toBe(false);
  });

  test.each(Object.keys(document.components.schemas))('%s has the fields that it requires', (name) => {
    for (const [way, schema] of objectsIn(document.components.schemas[name], name)) {
      for (const required of (schema.required as string[] | undefined) ?? [])
        expect(Object.keys(schema.properties as object), way).toContain(required);
    }
  });

  test.each(Object.keys(document.components.schemas))('%s names all that generators make classes of', (name) => {
    for (const [way, { properties, oneOf, anyOf, enum: values = [] }] of objectsIn(namedSchemas[name], name)) {
      if (way === name || way.endsWith('/properties')) continue;
      expect(properties ?? oneOf ?? anyOf, `${way} needs a name in PARTS`).toBeUndefined();
      expect((values as unknown[]).length, `${way} needs a name in PARTS`).toBeLessThan(2);
    }
  });

  test('no list has parts of different kinds, which many generators refuse', () => {
    for (const [way, { items, prefixItems }] of objectsIn(document.components.schemas)) {
      expect(prefixItems, way).toBeUndefined();
      expect(items, way).not.toBe(false);
    }
  });

  test('every union of objects says by which field readers choose', () => {
    const unions = Object.entries(namedSchemas).filter(([, { oneOf }]) => oneOf !== undefined);
    expect(unions.length).toBeGreaterThan(4);
    for (const [name, { oneOf, discriminator }] of unions) {
      const { mapping } = discriminator as { mapping: Readonly<Record<string, string>> };
      expect(Object.values(mapping), name).toEqual((oneOf as { $ref: string }[]).map(({ $ref }) => $ref));
    }
  });

  test('a default is told in words, so that no generator demands the field', () => {
    for (const [way, schema] of objectsIn(document.components.schemas))
      if (!way.endsWith('/properties')) expect(schema, way).not.toHaveProperty('default');
    expect(JSON.stringify(namedSchemas.TableWish)).toContain('Default: 60.');
  });

  test('numbers say how large they may be', () => {
    for (const [way, { type, format }] of objectsIn(document.components.schemas)) {
      if (type === 'integer') expect(format, way).toMatch(/^int(32|64)$/);
      if (type === 'number') expect(format, way).toBe('double');
    }
  });

  test('a body may be missing where all of it may', () => {
    const required = (id: string) =>
      operations.find(({ operation }) => operation.operationId === id)?.operation.requestBody?.required;
    expect([required('signInAsGuest'), required('takeSeat'), required('createMatch')]).toEqual([false, true, true]);
  });
});

describe('refusals', () => {
  /** Codes of a socket, and of an address that is not a route. */
  const NOT_OF_A_ROUTE: readonly Code[] = ['wrong-method', 'unknown-action', 'matchmaking-closed'];

  test('every code is documented at a route, or belongs to the socket', () => {
    const told = new Set(routes.flatMap((route) => [...refusalsOf(route).values()].flat()));
    expect((Object.keys(CODES) as Code[]).filter((code) => !told.has(code)).sort()).toEqual([...NOT_OF_A_ROUTE].sort());
  });

  test.each(routes)('$call tells each of its codes under the status that it comes with', (route) => {
    const item = document.paths[pathOf(route)]?.[methodOf(route).toLowerCase()];
    for (const [status, codes] of refusalsOf(route)) {
      expect(codes.every((code) => statusOf(code) === status)).toBe(true);
      const response = resolve((item!.responses[status] as { $ref: string }).$ref);
      const { examples } = (response as RefusalResponse).content['application/json'];
      expect(Object.keys(examples).sort()).toEqual([...codes].sort());
      for (const [code, { value }] of Object.entries(examples))
        if (route.speaks === 'oauth')
          expect(ANSWERS.OAuthProblem.parse(value)).toEqual(oauthError(refusal(code as Code)));
        else expect(ANSWERS.Refusal.parse(value).code).toBe(code);
      if (status === 429) expect(response).toHaveProperty('headers.Retry-After.required', true);
    }
  });
});

test('every limit is of some route, and all who need a token may be limited apart', () => {
  expect(new Set(routes.flatMap((route) => bucketOf(route) ?? []))).toEqual(new Set(Object.keys(BUCKETS)));
  for (const route of routes) if (route.token === 'must') expect(BUCKETS[bucketOf(route)!]).toHaveProperty('perPlayer');
});

test('only the routes of the host and the questions of balancers have no limit', () => {
  const unlimited = routes.filter((route) => bucketOf(route) === undefined && !isForHost(route));
  expect(unlimited.map(({ id }) => id)).toEqual(['isLive', 'isReady']);
});

test('whatever makes something is limited', () => {
  const unlimited = routes.filter((route) => methodOf(route) !== 'GET' && route.limit === undefined);
  expect(unlimited.filter((route) => !isForHost(route)).map(({ id }) => id)).toEqual(['refreshToken']);
});

test('a route that something owns names it', () => {
  for (const route of routes) {
    if (route.ownedBy === undefined || route.ownedBy === 'pairing') continue;
    const fields =
      route.body === undefined ? [] : Object.keys(z.toJSONSchema(BODIES[route.body], { io: 'input' }).properties ?? {});
    expect([...parametersOf(route), ...fields], route.id).toContain(NAMED_BY[route.ownedBy]);
  }
});
