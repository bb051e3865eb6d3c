/**
 * View -> schema: copies plain JSON into a synced schema, and changes only fields that differ from the last copy. It
 * compares plain values, since every access to a schema's list goes through a proxy.
 */
import { ArraySchema, MapSchema, type Schema } from '@colyseus/schema';

type Plain = string | number | boolean | undefined | readonly Plain[] | { readonly [field: string]: Plain };
type Fields = Record<string, unknown>;
type Shown = { readonly [field: string]: Plain };

/** `last` is what the schema shows now, if known. */
export function project(target: Schema, source: object, last?: object): void {
  const fields = target as unknown as Fields;
  const shown = last as Shown | undefined;
  for (const field of Object.keys(source)) {
    const value = (source as Shown)[field];
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
  const fields = owner as unknown as Fields;
  if (values.length === 0 && fields[field] === undefined) return;
  fields[field] ??= new ArraySchema();
  const list = fields[field] as ArraySchema<unknown>;
  const { length } = list;
  for (let i = length; i > values.length; i--) list.pop();
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    const isThere = i < length;
    if (isThere && value === last?.[i]) continue;
    if (typeof value === 'object') {
      if (!isThere) list.push(newItem(owner, field));
      project(list[i] as Schema, value, isThere ? (last?.[i] as Shown | undefined) : undefined);
    } else if (isThere) list[i] = value;
    else list.push(value);
  }
}

function projectMap(map: MapSchema<number>, values: Readonly<Record<string, number>>): void {
  for (const key of [...map.keys()]) if (!(key in values)) map.delete(key);
  for (const [key, value] of Object.entries(values)) if (map.get(key) !== value) map.set(key, value);
}

/** A new item of the class that the list was declared with. */
function newItem(owner: Schema, field: string): Schema {
  const metadata = (owner.constructor as { [Symbol.metadata]?: object })[Symbol.metadata] as Record<string, unknown>;
  const index = metadata[field] as number;
  const { type } = metadata[index] as { type: { array: new () => Schema } };
  return new type.array();
}
