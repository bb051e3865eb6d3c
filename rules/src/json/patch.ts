import { isObject } from './differences.ts';

export interface Names {
  /** Of seats: they stand for the seats' numbers, also as values. */
  readonly names: readonly string[];
  /** Of the items of every list that is as long as this one. */
  readonly itemNames: readonly string[];
}

/**
 * What a scenario changes in a state. Objects merge; an object with a `kind` and a list replace what was there; in a
 * list, an object whose keys are indexes (or names) changes single items. A path that leads nowhere throws.
 */
export function patched(target: unknown, patch: unknown, { names, itemNames }: Names): unknown {
  return change(target, patch, { names, itemNames, path: '' });
}

interface Place extends Names {
  readonly path: string;
}

function change(target: unknown, patch: unknown, place: Place): unknown {
  if (!isObject(patch) || Array.isArray(patch)) return replaced(target, patch, place);
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

function items(target: readonly unknown[], patch: object, place: Place): unknown {
  const next = [...target];
  for (const [key, value] of Object.entries(patch)) {
    const index = indexOf(key, target, place);
    const path = `${place.path}.${key}`;
    if (!(index in target)) throw new Error(`${path} does not exist; there are ${target.length} items, from 0`);
    next[index] = change(target[index], value, { ...place, path });
  }
  return next;
}

function indexOf(key: string, { length }: readonly unknown[], { names, itemNames }: Place): number {
  if (names.includes(key)) return names.indexOf(key);
  return itemNames.includes(key) && itemNames.length === length ? itemNames.indexOf(key) : Number(key);
}

/** A seat's name may also stand where there was a word, as with who holds something that nobody held. */
function replaced(target: unknown, patch: unknown, { names, path }: Place): unknown {
  const value = withSeats(patch, names);
  if ([shape(value), shape(patch)].includes(shape(target))) return value;
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
