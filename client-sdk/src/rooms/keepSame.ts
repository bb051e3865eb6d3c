/** Lets what did not change stay the same object, so that a frontend draws only what is new. */

type Fields = Readonly<Record<string, unknown>>;

/** The new value, with each part of the old one that equals its own. What it returns is frozen to its depths. */
export function keepSame<T>(old: T | undefined, now: T): T {
  if (Object.is(old, now) || typeof now !== 'object' || now === null) return now;
  if (Array.isArray(now)) return keepItems(Array.isArray(old) ? old : undefined, now) as T;
  return isPlain(now) ? (keepFields(isPlain(old) ? old : undefined, now) as T) : now;
}

function keepItems(old: readonly unknown[] | undefined, now: readonly unknown[]): readonly unknown[] {
  const kept = now.map((item, index) => keepSame(old?.[index], item));
  const isSame = old?.length === kept.length && kept.every((item, index) => Object.is(item, old[index]));
  return isSame ? old : Object.freeze(kept);
}

function keepFields(old: Fields = {}, now: Fields): Fields {
  const before = (name: string) => (Object.hasOwn(old, name) ? old[name] : undefined);
  const kept = Object.entries(now).map(([name, field]) => [name, keepSame(before(name), field)] as const);
  const isKept = ([name, field]: (typeof kept)[number]) => Object.hasOwn(old, name) && Object.is(field, old[name]);
  const isSame = Object.isFrozen(old) && Object.keys(old).length === kept.length && kept.every(isKept);
  return isSame ? old : Object.freeze(Object.fromEntries(kept));
}

/** Whether the value is data, and not an error, for example, which stays as it is. */
function isPlain(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const above = Object.getPrototypeOf(value);
  return above === null || Object.getPrototypeOf(above) === null;
}
