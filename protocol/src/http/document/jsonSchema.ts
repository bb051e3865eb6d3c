/** JSON schemas in the form that generators of clients can read. */
import type { z } from 'zod';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly JsonSchema[];
  readonly const?: unknown;
  readonly [key: string]: unknown;
}
export type Named = Readonly<Record<string, JsonSchema>>;

const PREFIX = '#/components/schemas/';
const MOST_INT32 = 2 ** 31 - 1;

export function uriOf(name: string): string {
  return `${PREFIX}${name}`;
}

export function refTo(name: string): { readonly $ref: string } {
  return { $ref: uriOf(name) };
}

/** The names of all schemas to which this one refers. */
export function referred(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as JsonSchema;
  const own = typeof $ref === 'string' ? [$ref.slice(PREFIX.length)] : [];
  return [...own, ...Object.values(value).flatMap(referred)];
}

/** The same schema, which refers to others by their new names. */
export function renamed(schema: JsonSchema, nameOf: (name: string) => string): JsonSchema {
  const text = JSON.stringify(schema, (key, value) =>
    key === '$ref' ? uriOf(nameOf(String(value).slice(PREFIX.length))) : value,
  );
  return JSON.parse(text) as JsonSchema;
}

/** Tells each union of named objects by which field readers choose. */
export function named(schemas: Named): Named {
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
export function tidy(schema: z.core.JSONSchema.BaseSchema): void {
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
