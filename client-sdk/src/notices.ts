/** For programs that receive notices: checks that a notice comes from the server to which the webhook was added. */
import type { Notice } from '@flower-war/protocol';

const TOLERANCE_MS = 5 * 60 * 1000;
/** A later version may add text after the signature. */
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})(?:,|$)/;

/**
 * The notice in a body. Returns `undefined` if `header` (`SIGNATURE_HEADER`) does not sign exactly this body with the
 * secret of the webhook, or if its time is more than five minutes from now. `now` is in milliseconds.
 */
export async function verifyNotice(
  body: string,
  header: string | null | undefined,
  secret: string,
  now = Date.now(),
): Promise<Notice | undefined> {
  const [, seconds = '', signature = ''] = SIGNATURE.exec(header ?? '') ?? [];
  if (seconds === '' || Math.abs(now - Number(seconds) * 1000) > TOLERANCE_MS) return undefined;
  return (await isSigned(`${seconds}.${body}`, signature, secret)) ? (JSON.parse(body) as Notice) : undefined;
}

/** Uses WebCrypto, which compares in constant time. */
async function isSigned(text: string, signature: string, secret: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, bytesOf(signature), bytes.encode(text));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
