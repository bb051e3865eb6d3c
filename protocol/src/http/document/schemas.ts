/** The named schemas of the OpenAPI document: bodies as clients send them, answers as clients get them. */
import * as z from 'zod';
import { ANSWERS, BODIES, OPERATOR_ANSWERS, PARTS, QUERIES } from '../schemas.ts';
import { type JsonSchema, type Named, named, referred, renamed, tidy, uriOf } from './jsonSchema.ts';

/** A part whose defaults a client may leave out has this behind its name where a client sends it. */
const SENT = 'Wish';
const QUERY = '?';

const sent = schemasOf({ ...renamedKeys(BODIES, bodyName), ...renamedKeys(QUERIES, queryName), ...PARTS }, 'input');
const told = schemasOf({ ...ANSWERS, ...OPERATOR_ANSWERS, ...PARTS }, 'output');

/** All schemas that an operation or another schema refers to. */
export function componentSchemas(): Named {
  const bodies = reachable(sent, Object.keys(BODIES).map(bodyName));
  const queries = reachable(sent, Object.keys(QUERIES).map(queryName));
  const answers = reachable(told, Object.keys({ ...ANSWERS, ...OPERATOR_ANSWERS }));
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
export function fieldsOf(query: keyof typeof QUERIES): readonly QueryField[] {
  const { properties = {}, required = [] } = sent[queryName(query)] ?? {};
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));
}

export function bodyName(name: string): string {
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
