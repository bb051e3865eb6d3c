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
