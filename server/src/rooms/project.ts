/** View -> schema: copies plain JSON into a synced schema field by field, touching only what differs. */
import { ArraySchema, MapSchema, type Schema } from '@colyseus/schema';

type Plain = string | number | boolean | readonly Plain[] | { readonly [field: string]: Plain };
type Fields = Record<string, unknown>;

export function project(target: Schema, source: object): void {
  const fields = target as unknown as Fields;
  for (const [field, value] of Object.entries(source) as [string, Plain][]) {
    const current = fields[field];
    if (current instanceof ArraySchema) projectList(target, field, value as readonly Plain[]);
    else if (current instanceof MapSchema) projectMap(current, value as Record<string, number>);
    else if (typeof value === 'object') project(current as Schema, value);
    else if (current !== value) fields[field] = value;
  }
}

function projectList(owner: Schema, field: string, values: readonly Plain[]): void {
  const list = (owner as unknown as Fields)[field] as ArraySchema<unknown>;
  while (list.length > values.length) list.pop();
  for (const [i, value] of values.entries()) {
    const current = list[i];
    if (typeof value !== 'object') {
      if (i >= list.length) list.push(value);
      else if (current !== value) list[i] = value;
      continue;
    }
    if (i >= list.length) list.push(newItem(owner, field));
    project(list[i] as Schema, value);
  }
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
