import { isObject } from './differences.ts';

/**
 * What a scenario changes in a state. Objects merge; an object with a `kind` and a list replace what was there; in a
 * list, an object whose keys are indexes (or names of seats) changes single items. A path that leads nowhere throws.
 */
export function patched(target: unknown, patch: unknown, names: readonly string[]): unknown {
  return change(target, patch, { names, path: '' });
}

interface Place {
  readonly names: readonly string[];
  readonly path: string;
}

function change(target: unknown, patch: unknown, place: Place): unknown {
  if (!isObject(patch) || Array.isArray(patch)) return replaced(target, withSeats(patch, place.names), place);
  if (!isObject(target)) throw new Error(`${place.path} is ${JSON.stringify(target)}; it has no parts to change`);
  if (Array.isArray(target)) return items(target, patch, place);
  if (Object.hasOwn(patch, 'kind')) return withSeats(patch, place.names);
  const changes = Object.entries(patch).map(([key, value]) => {
    const path = place.path ? `${place.path}.${key}` : key;
    if (!Object.hasOwn(target, key))
      throw new Error(`${path} does not exist; there are: ${Object.keys(target).join(', ')}`);
    return [key, change(Reflect.get(target, key), value, { ...place, path })] as const;
  });
  return { ...target, ...Object.fromEntries(changes) };
}

function items(target: readonly unknown[], patch: object, { names, path }: Place): unknown {
  const next = [...target];
  for (const [key, value] of Object.entries(patch)) {
    const index = names.includes(key) ? names.indexOf(key) : Number(key);
    if (!(index in target)) throw new Error(`${path}.${key} does not exist; there are ${target.length} items, from 0`);
    next[index] = change(target[index], value, { names, path: `${path}.${key}` });
  }
  return next;
}

function replaced(target: unknown, value: unknown, { path }: Place): unknown {
  if (shape(target) === shape(value)) return value;
  throw new Error(`${path || 'a patch'} must be a ${shape(target)}, not ${JSON.stringify(value)}`);
}

const shape = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/** A seat's name stands for its number, wherever it is a whole value. */
function withSeats(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withSeats(item, names));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withSeats(part, names)]));
  return typeof value === 'string' && names.includes(value) ? names.indexOf(value) : value;
}
