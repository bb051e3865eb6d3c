/** One player: signs in, and calls routes from an address of this machine. */
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { SignedIn } from '@flower-war/protocol';
import type { Plan } from '../../plan.ts';

/** An action may wait 25 seconds for its answer. */
const WITHIN_MS = 35_000;
const REFRESH_BEFORE_MS = 60_000;

/** The server refused. */
export class Refusal extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export class Person {
  private readonly url: string;
  private readonly localAddress: string;
  private readonly agent: Agent;
  private session: SignedIn | undefined;

  private constructor(url: string, localAddress: string) {
    this.url = url;
    this.localAddress = localAddress;
    this.agent = new Agent({ keepAlive: true, localAddress });
  }

  /** The nth player. The server limits what one address may do, so only as many share one as with k6. */
  static async signUp({ url, playersPerUser }: Plan, nth: number): Promise<Person> {
    const person = new Person(url, addressOf(Math.floor(nth / playersPerUser)));
    person.session = await person.call<SignedIn>('POST', '/api/guests', {});
    return person;
  }

  async post<T>(path: string, body: unknown = {}): Promise<T> {
    await this.refresh();
    return this.call('POST', path, body);
  }

  async get<T>(path: string): Promise<T> {
    await this.refresh();
    return this.call('GET', path);
  }

  /** A request on a connection of its own, whose answer may go on for ever. */
  open(path: string): ClientRequest {
    const { localAddress, headers } = this;
    return request(this.url + path, { agent: false, localAddress, headers }).end();
  }

  private get headers(): Record<string, string> {
    return this.session === undefined ? {} : { authorization: `Bearer ${this.session.token}` };
  }

  private async refresh(): Promise<void> {
    const { session } = this;
    if (session === undefined || session.expiresAt - REFRESH_BEFORE_MS > Date.now()) return;
    this.session = await this.call<SignedIn>('POST', '/api/tokens', { refresh: session.refresh });
  }

  private async call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const { agent } = this;
    const headers = { ...this.headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const asking = () => request(this.url + path, { method, agent, headers, timeout: WITHIN_MS });
    const { status, text } = await exchange(asking, body === undefined ? '' : JSON.stringify(body));
    if (status === 200) return JSON.parse(text) as T;
    const { code = String(status) } = JSON.parse(text) as { readonly code?: string };
    throw new Refusal(`${method} ${formOf(path)} is refused: ${code}`, code);
  }
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** The server may have closed a connection that stood idle, just when it is used again: then another one is used. */
function exchange(asking: () => ClientRequest, body: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = asking();
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(exchange(asking, body));
      else reject(new Error(`${asked.method} ${formOf(asked.path)}: ${error.message}`));
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${WITHIN_MS} ms`)));
    asked.on('response', (response) => void read(response).then(resolve, reject));
    asked.end(body);
  });
}

async function read(response: IncomingMessage): Promise<Answered> {
  response.setEncoding('utf8');
  let text = '';
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode ?? 0, text };
}

/** Without ids, so that failures of one kind are counted together. */
const formOf = (path: string) => path.replace(/[0-9A-Z]{8}/, '{match}').replace(/templo-[0-9a-f]+/, '{temple}');

/** The nth address in 127/8 after those that k6 uses. */
function addressOf(nth: number): string {
  return `127.3.${Math.floor(nth / 250)}.${1 + (nth % 250)}`;
}
