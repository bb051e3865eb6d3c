/** SHA-256 over text. On Node it uses Node's own, which is faster, since every entry is hashed. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

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
