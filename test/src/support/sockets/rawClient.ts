/** A client without the SDK: a test can see and choose every byte in both directions. */
import { randomBytes } from 'node:crypto';
import {
  type Answer,
  afterPrivate,
  type Code,
  type MatchSummary,
  MESSAGES,
  NOTHING_TOLD,
  OPERATOR_ROUTES,
  pathOf,
  type Private,
  type PrivateMessage,
  ROUTES,
  type Refusal,
  refusalsOf,
  type SeatedAnswer,
  type SignedIn,
} from '@flower-war/protocol';
import { pack, unpack } from 'msgpackr';
import { WebSocket } from 'ws';

export const FRAME = {
  join: 10,
  leave: 12,
  data: 13,
  state: 14,
  patch: 15,
  bytes: 17,
  ping: 18,
  request: 21,
  response: 22,
} as const;

export interface Person {
  readonly url: string;
  readonly session: SignedIn;
  post<T>(path: string, body?: unknown): Promise<{ status: number; body: T }>;
  /** Fetches a new token. Needed when a test has moved the clock past the old one. */
  renew(): Promise<void>;
}

export async function newPerson(url: string, name?: string): Promise<Person> {
  let session = (await send<SignedIn>(url, '/api/guests', name === undefined ? {} : { name })).body;
  return {
    url,
    get session() {
      return session;
    },
    post: (path, body = {}) => send(url, path, body, session.token),
    async renew() {
      session = (await send<SignedIn>(url, '/api/tokens', { refresh: session.refresh })).body;
    },
  };
}

export async function send<T>(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<{ status: number; body: T }> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer: unknown = await response.json();
  checkRefusal(path, response.status, answer);
  return { status: response.status, body: answer as T };
}

const POSTS = [...ROUTES, ...OPERATOR_ROUTES].filter(({ call }) => call.startsWith('POST '));

/** Throws when a route answers with a refusal that the route table does not list. */
export function checkRefusal(path: string, status: number, body: unknown): void {
  const { pathname } = new URL(path, 'http://server');
  const route = POSTS.find((one) => new RegExp(`^${pathOf(one).replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname));
  if (route === undefined || status === 200) return;
  const { code } = body as Refusal;
  const codes: readonly Code[] = refusalsOf(route).get(status) ?? [];
  if (!codes.includes(code)) throw new Error(`${route.call} refuses ${code} (${status}), which no document says`);
}

export async function takeSeat(person: Person, match: MatchSummary, seat?: number): Promise<RawClient> {
  const contribution = randomBytes(16).toString('hex');
  const sit = { commitment: match.commitment, contribution, ...(seat !== undefined && { seat }) };
  const { status, body } = await person.post<SeatedAnswer>(`/api/matches/${match.match}/seat`, sit);
  if (status !== 200) throw new Error(`no seat: ${JSON.stringify(body)}`);
  return RawClient.connect(person.url, body);
}

/** Opens another connection to the seat of this person. */
export async function comeBack(person: Person, match: MatchSummary): Promise<RawClient> {
  const { status, body } = await person.post<SeatedAnswer>(`/api/matches/${match.match}/connect`);
  if (status !== 200) throw new Error(`no way back: ${JSON.stringify(body)}`);
  return RawClient.connect(person.url, body);
}

export async function watch(person: Person, match: MatchSummary): Promise<RawClient> {
  const { body } = await person.post<SeatedAnswer>(`/api/matches/${match.match}/watch`);
  return RawClient.connect(person.url, body);
}

export class RawClient {
  readonly seat: number | undefined;
  readonly socket: WebSocket;
  /** Every frame since the handshake was acknowledged. */
  readonly frames: Buffer[] = [];
  /** Each message `private`, as a whole. */
  readonly privates: Private[] = [];
  closeCode: number | undefined;
  private told = NOTHING_TOLD;
  private requests = 0;

  private constructor(socket: WebSocket, seat: number | undefined) {
    this.socket = socket;
    this.seat = seat;
    socket.setMaxListeners(0); // many answers may be awaited at once
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => {});
  }

  static async connect(url: string, { seat, connection }: SeatedAnswer): Promise<RawClient> {
    const { processId, roomId, sessionId } = connection;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`);
    const client = new RawClient(socket, seat);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', (code) => reject(new Error(`the socket was closed (${code}) before it was let in`)));
      socket.once('message', () => {
        socket.on('message', (frame: Buffer) => client.take(frame));
        socket.send(Buffer.from([FRAME.join]));
        resolve();
      });
    });
    await client.until((frames) => frames.some((frame) => frame[0] === FRAME.state));
    return client;
  }

  private take(frame: Buffer): void {
    this.frames.push(frame);
    if (!isPrivate(frame)) return;
    const next = afterPrivate(this.told, unpack(frame.subarray(2)) as PrivateMessage, this.seat ?? 0);
    this.told = next.told;
    this.privates.push(next.shown);
  }

  /** Sends a request and waits for its answer. */
  async request(name: string, payload?: unknown): Promise<Answer> {
    return this.answerTo(this.sendRequest(name, payload === undefined ? undefined : pack(payload)));
  }

  sendRequest(name: string, payload?: Buffer): number {
    const id = ++this.requests;
    const head = Buffer.concat([Buffer.from([FRAME.request]), number(id), text(name)]);
    this.socket.send(payload === undefined ? head : Buffer.concat([head, payload]));
    return id;
  }

  async answerTo(id: number): Promise<Answer> {
    await this.until(() => this.answers(id).length > 0);
    return this.answers(id)[0] as Answer;
  }

  /** All answers that came to a request. */
  answers(id: number): readonly unknown[] {
    const head = Buffer.concat([Buffer.from([FRAME.response]), number(id)]);
    const own = this.frames.filter((frame) => frame.subarray(0, head.length).equals(head));
    return own.map((frame) =>
      frame[head.length] === 0 ? unpack(frame.subarray(head.length + 1)) : frame.toString('latin1'),
    );
  }

  /** The payloads of all messages of one type, in order. */
  messages<T>(type: Exclude<keyof typeof MESSAGES, 'private'>): readonly T[] {
    const head = Buffer.from([FRAME.data, MESSAGES[type]]);
    const own = this.frames.filter((frame) => frame.subarray(0, head.length).equals(head));
    return own.map((frame) => unpack(frame.subarray(head.length)) as T);
  }

  until(condition: (frames: readonly Buffer[]) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!condition(this.frames)) return;
        stop();
        resolve();
      };
      const closed = () => {
        stop();
        reject(new Error(`the socket was closed (${this.closeCode}) before it came`));
      };
      const stop = () => {
        this.socket.off('message', check);
        this.socket.off('close', closed);
      };
      this.socket.on('message', check);
      this.socket.on('close', closed);
      if (this.closeCode !== undefined) closed();
      check();
    });
  }

  /** Sends a ping: when it comes back, all that was sent before has arrived. */
  async settle(): Promise<void> {
    const pongs = () => this.frames.filter((frame) => frame[0] === FRAME.ping).length;
    const before = pongs();
    this.socket.send(Buffer.from([FRAME.ping]));
    await this.until(() => pongs() > before);
  }

  close(): void {
    this.socket.terminate();
  }
}

export function isPrivate(frame: Buffer): boolean {
  return frame[0] === FRAME.data && frame[1] === MESSAGES.private;
}

/** Colyseus' own numbers: like msgpack, but little-endian. */
function number(value: number): Buffer {
  if (value < 0x80) return Buffer.from([value]);
  if (value < 0x100) return Buffer.from([0xcc, value]);
  const wide = Buffer.alloc(value < 0x10000 ? 3 : 5);
  wide[0] = value < 0x10000 ? 0xcd : 0xce;
  if (value < 0x10000) wide.writeUInt16LE(value, 1);
  else wide.writeUInt32LE(value, 1);
  return wide;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([
    bytes.length < 32 ? Buffer.from([0xa0 | bytes.length]) : Buffer.from([0xd9, bytes.length]),
    bytes,
  ]);
}
