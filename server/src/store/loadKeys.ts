/** Reads the server's own keys, and makes those that are missing. */
import { randomBytes } from 'node:crypto';
import { publicKeyOf } from '@flower-war/protocol';
import type { Waiting } from './engine/engine.ts';
import type { Keys, keyRing } from './keys.ts';

export async function loadKeys(ring: Waiting<typeof keyRing>): Promise<Keys> {
  const keyNamed = (name: string) => ring.findOrKeep(name, randomBytes(32).toString('hex'));
  const signing = await keyNamed('signing');
  return {
    tokens: Buffer.from(await keyNamed('tokens'), 'hex'),
    signing,
    published: publicKeyOf(signing),
    peers: await keyNamed('peers'),
  };
}
