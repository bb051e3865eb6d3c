import { isObject } from './equal.ts';

export interface Names {
  /** Names of seats. Each stands for the seat's number, also as a value. */
  readonly names: readonly string[];
  /** Names for the items of every list that is as long as this one. */
  readonly itemNames: readonly string[];
}

/**
 * A state with the changes that a scenario writes. Objects merge. A list, or an object with a `kind`, replaces the old
 * value. An object whose keys are indexes (or names) changes single items of a list. A path that does not exist throws.
 */
export function patched(target: unknown, patch: unknown, { names, itemNames }: Names): unknown {
  return change(target, patch, { names, itemNames, path: '' });
}

interface PatchPath extends Names {
  readonly path: string;
}

function change(target: unknown, patch: unknown, place: PatchPath): unknown {
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

function items(target: readonly unknown[], patch: object, place: PatchPath): unknown {
  const next = [...target];
  for (const [key, value] of Object.entries(patch)) {
    const index = indexOf(key, target, place);
    const path = `${place.path}.${key}`;
    if (!(index in target)) throw new Error(`${path} does not exist; there are ${target.length} items, from 0`);
    next[index] = change(target[index], value, { ...place, path });
  }
  return next;
}

function indexOf(key: string, { length }: readonly unknown[], { names, itemNames }: PatchPath): number {
  if (names.includes(key)) return names.indexOf(key);
  return itemNames.includes(key) && itemNames.length === length ? itemNames.indexOf(key) : Number(key);
}

/** The new value, of the same shape as the old one. A seat's name may also replace a word, such as `day` or `box`. */
function replaced(target: unknown, patch: unknown, { names, path }: PatchPath): unknown {
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
