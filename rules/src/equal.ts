/** Whether two JSON values say the same; the order of keys does not matter. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a, b, key));
}

const same = (a: object, b: object, key: string): boolean => deepEqual(Reflect.get(a, key), Reflect.get(b, key));
