/** A mail server on this machine, which keeps what it gets. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

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

export class PostOffice {
  readonly mails: Mail[] = [];
  /** How often a mail was offered. */
  tries = 0;
  answer: (address: string) => Answer = () => 250;
  /** What it says to the sender, and to the mail itself. */
  sender: Answer = 250;
  content: Answer = 250;
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
          if (this.content === 250) this.mails.push(read(Buffer.concat(parts).toString(), envelope));
          done(refusal(this.content));
        });
      },
    });
    this.server.on('error', () => {}); // clients that leave in the middle
  }

  static async open(host = '127.0.0.1'): Promise<PostOffice> {
    const office = new PostOffice();
    await new Promise<void>((resolve) => office.server.listen(0, host, resolve));
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
