import { sha256Hex } from './sha256.ts';

/**
 * JSON with sorted keys: equal states give equal text, also when versions of the rules build objects in other orders.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`;
}

/** The checksum in every 32nd entry. It shows near which entry a replay began to drift. */
export function stateChecksum(state: unknown): string {
  return sha256Hex(canonical(state)).slice(0, 16);
}
