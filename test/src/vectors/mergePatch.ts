/** The difference of two JSON values as a merge patch (RFC 7396): objects are merged, everything else is replaced. */
import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

export function mergePatch(before: unknown, after: unknown): unknown {
  if (!isFields(before) || !isFields(after)) return after;
  const changed = Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(before[name], value));
  const gone = Object.keys(before).filter((name) => !(name in after));
  return Object.fromEntries([
    ...changed.map(([name, value]) => [name, mergePatch(before[name], value)]),
    ...gone.map((name) => [name, null]),
  ]);
}

export function merged(before: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const was = isFields(before) ? before : {};
  const kept = Object.entries(was).filter(([name]) => patch[name] !== null);
  const changed = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries([...kept, ...changed.map(([name, value]) => [name, merged(was[name], value)])]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
