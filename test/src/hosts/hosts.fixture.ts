/** Another host, as far as this one sees it: it signs what a test wants, and answers questions for news. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssertedPerson, HostNews, PieceOfNews, Signer } from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';

export const NEWS = '/.well-known/flower-war-news';

/** What a host signs, in the form in which it is sent. */
export function signedAs(signer: Signer, told: object | string) {
  const signed = typeof told === 'string' ? told : JSON.stringify(told);
  return { signed, signature: signer.sign(signed), key: signer.key };
}
export type SentBySigner = ReturnType<typeof signedAs>;

/** All hosts have the same clock. */
export const clock = { ahead: 0 };
export const now = (): number => Date.now() + clock.ahead;

let drawn = 0;
/** Another one each time. */
export const drawnText = (): string => `drawn-for-a-test-${drawn++}`;

export class OtherHost {
  readonly signer: Signer;
  origin = '';
  /** What was asked of it. */
  readonly asked: string[] = [];
  /** All that it tells, in order. */
  news: PieceOfNews[] = [];
  /** How it answers otherwise than an honest host. Undefined: it breaks off. */
  answers: (honest: () => SentBySigner, asked: URL) => object | undefined = (honest) => honest();
  /** It sends all that ask it there instead. */
  redirects: string | undefined;
  private readonly to: string;
  private server: Server | undefined;

  constructor(secret: string, to: string) {
    this.signer = signerOf(secret.repeat(32));
    this.to = to;
  }

  async open(): Promise<this> {
    this.server = createServer(({ url = '' }, response) => {
      this.asked.push(url);
      if (this.redirects !== undefined) return response.writeHead(307, { location: this.redirects }).end();
      const asked = new URL(url, this.origin);
      const answer = this.answers(
        () => signedAs(this.signer, this.told(Number(asked.searchParams.get('after')))),
        asked,
      );
      return answer === undefined ? response.destroy() : response.end(JSON.stringify(answer));
    });
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  /** An honest answer. */
  told(after: number, change: object = {}): HostNews {
    const at = now();
    const news = this.news.filter(({ n }) => n > after);
    const head = { kind: 'flower-war-news', version: 1, from: this.origin, to: this.to, at, until: at + 8000 } as const;
    return { ...head, after, news, more: false, ...change };
  }

  person(change: object = {}): AssertedPerson {
    const at = now();
    const head = { kind: 'flower-war-person', version: 1, from: this.origin, to: this.to } as const;
    const told = { subject: drawnText(), name: 'Ana', at, until: at + 60_000, nonce: drawnText() };
    return { ...head, ...told, ...change };
  }

  vouches(change: object = {}): SentBySigner {
    return signedAs(this.signer, this.person(change));
  }

  tell(...news: readonly object[]): void {
    for (const one of news) this.news.push({ n: now() + this.news.length, ...one } as PieceOfNews);
  }
}
