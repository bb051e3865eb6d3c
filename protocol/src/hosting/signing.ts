/** Signs what a server vouches for, by Node's own Ed25519: a signature in JavaScript would hold up all matches for milliseconds. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Signer } from '../record/entry/entries.ts';

/** What comes before 32 secret bytes in the form in which Node takes a key (PKCS #8, RFC 8410). */
const BEFORE_SECRET = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signer with this secret: 32 bytes in hex. */
export function signerOf(secret: string): Signer {
  const der = Buffer.concat([BEFORE_SECRET, Buffer.from(secret, 'hex')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    key: Buffer.from(x, 'base64url').toString('hex'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  };
}
