import { sha256Hex } from './sha256.ts';

/** JSON with sorted keys: equal states give equal text, whatever order a rules version builds its objects in. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}

/** Rides in every 32nd entry, so that a replay that drifts is noticed near the place where it began. */
export function stateChecksum(state: unknown): string {
  return sha256Hex(canonical(state)).slice(0, 16);
}
