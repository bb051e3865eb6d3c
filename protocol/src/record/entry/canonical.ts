import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

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

/** Whether both have the same canonical text, without making it. */
export function isSameText(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isParted(a) || !isParted(b)) return isParted(a) === isParted(b) && canonical(a) === canonical(b);
  if (!Array.isArray(a)) return !Array.isArray(b) && isSameRecord(a as Fields, b as Fields);
  return Array.isArray(b) && a.length === b.length && a.every((item, n) => isSameText(item, b[n]));
}

type Fields = Readonly<Record<string, unknown>>;

const isParted = (value: unknown): value is Fields | readonly unknown[] => typeof value === 'object' && value !== null;
const isThere = (fields: Fields, key: string) => Object.hasOwn(fields, key) && fields[key] !== undefined;

function isSameRecord(a: Fields, b: Fields): boolean {
  const keys = Object.keys(a).filter((key) => isThere(a, key));
  if (keys.length !== Object.keys(b).filter((key) => isThere(b, key)).length) return false;
  return keys.every((key) => isThere(b, key) && isSameText(a[key], b[key]));
}

/** The checksum in every 32nd entry. It shows near which entry a replay began to drift. */
export function stateChecksum(state: unknown): string {
  return sha256Hex(canonical(state)).slice(0, 16);
}

// SHA-256 over text. On Node it uses Node's own, which is faster, since every entry is hashed.

type Hash = (algorithm: 'sha256', text: string) => string;

/** The portable implementation, which browsers use. */
export function portableSha256(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Lower-case hex of the hash of the UTF-8 bytes. */
export const sha256Hex: (text: string) => string = nodeSha256() ?? portableSha256;

/** Finds Node's module by name at run time, so that bundlers for browsers find nothing to bundle. */
function nodeSha256(): ((text: string) => string) | undefined {
  const node = (globalThis as { process?: { getBuiltinModule?: (name: string) => { hash?: Hash } | undefined } })
    .process;
  const hash = node?.getBuiltinModule?.('node:crypto')?.hash;
  return hash && ((text) => hash('sha256', text));
}
