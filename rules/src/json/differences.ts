import { deepEqual } from './equal.ts';

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
