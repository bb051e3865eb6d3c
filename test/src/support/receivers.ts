/** Where notices arrive: a receiver whose `url` a test adds as a webhook, a browser with a push service, and a mail server. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Notice } from '@flower-war/protocol';
import { SMTPServer } from 'smtp-server';

export interface Arrived {
  readonly notice: Notice;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export class Receiver {
  /** Every delivery, including repeats of the same notice. */
  readonly arrived: Arrived[] = [];
  /** Notices by id, as a receiver sees them that ignores repeats. */
  readonly seen = new Map<string, Notice>();
  answer: (response: ServerResponse, arrived: Arrived) => void = (response) => response.end();
  private readonly server: Server;
  private readonly serve: (socket: Socket) => void;
  private readonly ignored: Socket[] = [];

  private constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () =>
        this.take({ notice: JSON.parse(body) as Notice, body, headers: request.headers }, response),
      );
    });
    const serving = this.server.listeners('connection') as ((socket: Socket) => void)[];
    this.serve = (socket) => {
      for (const one of serving) one.call(this.server, socket);
    };
    this.listen();
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Takes connections but reads nothing. Resolves with the first connection. */
  ignore(): Promise<void> {
    this.server.removeAllListeners('connection');
    return new Promise((resolve) =>
      this.server.on('connection', (socket) => {
        this.ignored.push(socket.on('error', () => {}));
        resolve();
      }),
    );
  }

  listen(): void {
    for (const socket of this.ignored.splice(0)) socket.destroy();
    this.server.removeAllListeners('connection').on('connection', this.serve);
  }

  /** The notices of a match, each once, in the order of their first arrival. */
  of(match: string): readonly Notice[] {
    return [...this.seen.values()].filter((notice) => 'match' in notice && notice.match === match);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(arrived: Arrived, response: ServerResponse): void {
    this.arrived.push(arrived);
    if (!this.seen.has(arrived.notice.id)) this.seen.set(arrived.notice.id, arrived.notice);
    this.answer(response, arrived);
  }
}

interface Pushed {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type PushBrowser = Awaited<ReturnType<typeof newPushBrowser>>;

/** A browser with a push service of its own on this machine: it subscribes, and reads what it is sent. */
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

/** What the mail server keeps. */
export interface Mail {
  readonly from: string;
  /** Of the envelope: who really gets it. */
  readonly to: readonly string[];
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly source: string;
}

/** What the server says to a recipient: 250 takes the mail. */
type Answer = 250 | 451 | 550;

/** A mail server on this machine, which keeps what it gets. */
export class PostOffice {
  readonly mails: Mail[] = [];
  /** How often a mail was offered. */
  tries = 0;
  answer: (address: string) => Answer = () => 250;
  /** What it says to the sender, and to the mail itself. */
  sender: Answer = 250;
  content: Answer = 250;
  onMail: (mail: Mail) => void = () => {};
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'host' && password === 'secret' ? done(null, { user: 'host' }) : done(refusal(535)),
      onMailFrom: (_address, _session, done) => {
        this.tries++;
        done(refusal(this.sender));
      },
      onRcptTo: ({ address }, _session, done) => done(refusal(this.answer(address))),
      onData: (stream, { envelope }, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          if (this.content === 250) this.take(read(Buffer.concat(parts).toString(), envelope));
          done(refusal(this.content));
        });
      },
    });
    this.server.on('error', () => {}); // clients that leave in the middle
  }

  private take(mail: Mail): void {
    this.mails.push(mail);
    this.onMail(mail);
  }

  static async open(host = '127.0.0.1', port = 0): Promise<PostOffice> {
    const office = new PostOffice();
    await new Promise<void>((resolve) => office.server.listen(port, host, resolve));
    return office;
  }

  get url(): string {
    const { address, port } = this.server.server.address() as AddressInfo;
    return `smtp://host:secret@${address}:${port}`;
  }

  to(address: string): readonly Mail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

function refusal(answer: number): Error | null {
  return answer === 250 ? null : Object.assign(new Error('no'), { responseCode: answer });
}

interface Envelope {
  readonly mailFrom: false | { readonly address: string };
  readonly rcptTo: readonly { readonly address: string }[];
}

function read(source: string, { mailFrom, rcptTo }: Envelope): Mail {
  const end = source.indexOf('\r\n\r\n');
  const head = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const pairs = head.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), valueIn(line)]);
  const headers = Object.fromEntries(pairs) as Mail['headers'];
  const text = decoded(source.slice(end + 4), headers['content-transfer-encoding'] ?? '').replaceAll('\r\n', '\n');
  const from = mailFrom === false ? '' : mailFrom.address;
  return { from, to: rcptTo.map(({ address }) => address), headers, text, source };
}

const valueIn = (line: string) => line.slice(line.indexOf(':') + 1).trim();

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
