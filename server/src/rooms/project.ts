/**
 * View -> schema: copies plain JSON into a synced schema, touching only what differs from what was shown last. The
 * comparison is between plain values, since each look into a schema's list goes through a proxy.
 */
import { ArraySchema, MapSchema, type Schema } from '@colyseus/schema';

type Plain = string | number | boolean | undefined | readonly Plain[] | { readonly [field: string]: Plain };
type Fields = Record<string, unknown>;
type Shown = { readonly [field: string]: Plain };

/** `last` is what this schema shows already; nothing if that is not known. */
export function project(target: Schema, source: object, last?: object): void {
  const fields = target as unknown as Fields;
  const shown = last as Shown | undefined;
  for (const [field, value] of Object.entries(source as Shown)) {
    const before = shown?.[field];
    if (value === before) continue;
    if (typeof value !== 'object') fields[field] = value;
    else if (Array.isArray(value)) projectList(target, field, { values: value, last: before as readonly Plain[] });
    else if (fields[field] instanceof MapSchema) projectMap(fields[field], value as Record<string, number>);
    else project(fields[field] as Schema, value, before as Shown | undefined);
  }
}

interface Values {
  readonly values: readonly Plain[];
  readonly last: readonly Plain[] | undefined;
}

function projectList(owner: Schema, field: string, { values, last }: Values): void {
  if (last !== undefined && isSameList(values, last)) return;
  const list = (owner as unknown as Fields)[field] as ArraySchema<unknown>;
  if (!(list instanceof ArraySchema)) throw new Error(`the schema has no list ${field}`);
  const length = last?.length ?? list.length;
  for (let i = length; i > values.length; i--) list.pop();
  for (const [i, value] of values.entries()) {
    const before = last?.[i];
    if (i < length && value === before) continue;
    if (typeof value !== 'object') {
      if (i < length) list[i] = value;
      else list.push(value);
      continue;
    }
    if (i >= length) list.push(newItem(owner, field));
    project(list[i] as Schema, value, i < length ? (before as Shown | undefined) : undefined);
  }
}

/** Of plain items; lists of objects are looked into one by one. */
function isSameList(a: readonly Plain[], b: readonly Plain[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function projectMap(map: MapSchema<number>, values: Readonly<Record<string, number>>): void {
  for (const key of [...map.keys()]) if (!(key in values)) map.delete(key);
  for (const [key, value] of Object.entries(values)) if (map.get(key) !== value) map.set(key, value);
}

/** The class that a list of schemas was declared with. */
function newItem(owner: Schema, field: string): Schema {
  const metadata = (owner.constructor as { [Symbol.metadata]?: object })[Symbol.metadata] as Record<string, unknown>;
  const index = metadata[field] as number;
  const { type } = metadata[index] as { type: { array: new () => Schema } };
  return new type.array();
}
