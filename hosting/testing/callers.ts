/** Who calls a server, straight or through a proxy: HTTP requests with free choice of headers and address, and players. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { FlowerWarClient, type LiveMatch } from '@flower-war/client';
import type { MatchSummary, SeatedAnswer, SignedIn } from '@flower-war/protocol';

interface Request {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  /** Every address that begins with 127 is one of this machine. */
  readonly from?: string;
}

/** The response as soon as its head is there. */
export function open(
  url: string,
  { method = 'GET', headers = {}, body, from }: Request = {},
): Promise<IncomingMessage> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const all = { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) };
  const options = { method, headers: all, agent: false, ...(from !== undefined && { localAddress: from }) };
  const sent = (url.startsWith('https:') ? tlsRequest : plainRequest)(url, options).end(text);
  return new Promise((resolve, reject) => void sent.on('response', resolve).on('error', reject));
}

export async function ask(url: string, request: Request = {}) {
  const response = await open(url, request);
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** The answer of a call that must succeed. */
export async function told<T>(url: string, request: Request = {}): Promise<T> {
  const { status, text } = await ask(url, request);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Asks for a socket, and tells the status of the answer. A socket that opens is closed at once. */
export async function askForSocket(url: string): Promise<number> {
  const { status, end } = await openSocket(url);
  end();
  return status;
}

interface AskedSocket {
  readonly status: number;
  readonly end: () => void;
}

/** The socket stays open until its end. */
export async function openSocket(url: string): Promise<AskedSocket> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  const sent = (url.startsWith('https:') ? tlsRequest : plainRequest)(url, { headers, agent: false }).end();
  const [answer, socket] = await Promise.race([once(sent, 'upgrade'), once(sent, 'response')]);
  const end = () => {
    socket?.destroy();
    sent.on('error', () => {}).destroy();
  };
  return { status: (answer as IncomingMessage).statusCode ?? 0, end };
}

export const METRICS_TOKEN = 'watches-and-ends-nothing';

async function metricsOf(url: string): Promise<string> {
  return (await ask(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text;
}

/** How many requests the server got that lead to no route. */
export async function strays(url: string): Promise<number> {
  const [, count = 0] =
    /^flower_war_requests_total\{route="none",code="not-found"\} (\d+)/m.exec(await metricsOf(url)) ?? [];
  return Number(count);
}

export async function against(url: string, bot: 'greedy' | 'random'): Promise<LiveMatch<'tieqchieq'>> {
  const client = new FlowerWarClient({ url });
  await client.signIn();
  const options = { startPlayer: 'host', turnCap: 20 } as const;
  return client.join(await client.create({ game: 'tieqchieq', bots: [{ bot }], options }));
}

export async function playOut(live: LiveMatch): Promise<void> {
  for (;;) {
    await live.until((match) => match.isOver || match.legal.length > 0);
    if (live.isOver) return;
    await live.play(live.legal[0] ?? '');
  }
}

/** A player of the plain door in a match that has begun. `place` follows the name of the process in the path of the socket. */
export async function seated(url: string) {
  const post = { method: 'POST' } as const;
  const { token } = await told<SignedIn>(`${url}/api/guests`, { ...post, body: {} });
  const headers = { authorization: `Bearer ${token}` };
  const body = { game: 'tieqchieq', bots: [{ bot: 'random' }], options: { startPlayer: 'host' } };
  const { match, commitment } = await told<MatchSummary>(`${url}/api/matches`, { ...post, headers, body });
  const seat = { commitment, contribution: randomBytes(16).toString('hex') };
  const answer = await told<SeatedAnswer>(`${url}/api/matches/${match}/seat`, { ...post, headers, body: seat });
  const { roomId, sessionId } = answer.connection;
  return { headers, match, place: `${roomId}?sessionId=${sessionId}` };
}
