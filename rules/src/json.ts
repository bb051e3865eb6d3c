// JSON values: read, compared, remembered and patched. Whatever a game keeps is one.

/** The item at this index. It throws on a bad index, because that is a bug. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`no item ${index} among ${items.length}`);
  return item;
}

/** Whether two JSON values are equal; the order of keys does not matter. Plain loops, as it runs for every entry. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
  return !Array.isArray(b) && isSameRecord(a as Fields, b as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!deepEqual(a[i], b[i])) return false;
  return true;
}

function isSameRecord(a: Fields, b: Fields): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !deepEqual(a[key], b[key])) return false;
  return true;
}

/** Where two JSON values differ, one line each: `sides.0.home: expected 1, got 0`. */
export function differences(expected: unknown, actual: unknown, path = ''): readonly string[] {
  if (deepEqual(expected, actual)) return [];
  if (!isObject(expected) || !isObject(actual) || !comparable(expected, actual)) {
    return [`${path || 'everything'}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
  }
  const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  return [...keys].flatMap((key) =>
    differences(Reflect.get(expected, key), Reflect.get(actual, key), path ? `${path}.${key}` : key),
  );
}

/**
 * Whether two values are compared part by part: two objects, or two lists of objects of the same length. A list of
 * numbers is easier to read as a whole.
 */
function comparable(expected: object, actual: object): boolean {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return Array.isArray(expected) === Array.isArray(actual);
  return expected.length === actual.length && expected.some(isObject);
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

// What is made of an immutable thing is made once: it cannot change, as the thing does not.

/**
 * For a part of a state: later states share the part as long as it stays the same, so that what was made of it stays the same
 * object, too. Comparison, packing and drawing stop there.
 */
export function remembered<T extends object, V>(make: (part: T) => V): (part: T) => V {
  const all = new WeakMap<T, { readonly made: V }>();
  return (part) => {
    let known = all.get(part);
    if (known === undefined) {
      known = { made: make(part) };
      all.set(part, known);
    }
    return known.made;
  };
}

/** For a whole state, which no viewer asks for again once the next one is there: keeps what was made of the last one. */
export function rememberedLast<T extends object, V>(make: (state: T) => V): (state: T) => V {
  let last: { readonly state: T; readonly made: V } | undefined;
  return (state) => {
    if (last?.state !== state) last = { state, made: make(state) };
    return last.made;
  };
}

interface Names {
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
