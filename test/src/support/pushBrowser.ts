/** A browser with a push service of its own on this machine: it subscribes, and reads what it is sent. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Pushed {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type PushBrowser = Awaited<ReturnType<typeof newPushBrowser>>;

export async function newPushBrowser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const pushed: Pushed[] = [];
  const answers: number[] = [];
  const service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      pushed.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answers.shift() ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return {
    origin,
    endpoint: `${origin}/push/${randomBytes(9).toString('base64url')}`,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    pushed,
    /** What the service answers, one after the other; afterwards 201. */
    answers,
    /** The text that the browser reads, by RFC 8291. */
    read: ({ body }: Pushed): string => decrypted(body, { pair, auth }),
    close: () => void service.close(),
  };
}

interface Secrets {
  readonly pair: ReturnType<typeof createECDH>;
  readonly auth: Uint8Array;
}

function decrypted(body: Buffer, { pair, auth }: Secrets): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const [sender, sealed] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)];
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const shared = hkdfSync('sha256', pair.computeSecret(sender), auth, about, 32);
  const derived = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${what}\0`, bytes));
  const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** What the sender says of itself (RFC 8292), if this key has signed it. */
export function vapidOf({ headers: { authorization = '' } }: Pushed, publicKey: string) {
  const [, head = '', claims = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const form = { key: signer, dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), form, Buffer.from(signature, 'base64url'));
  return isSigned && key === publicKey ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : undefined;
}
