/** HTTP requests with free choice of headers and of the address that they come from. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

export interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  /** Every address that begins with 127 is one of this machine. */
  readonly from?: string;
}

export interface Told {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** The response as soon as its head is there. */
export function open(url: string, { method = 'GET', headers = {}, body, from }: Asking = {}): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? tlsRequest : plainRequest;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const all = { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const sent = send(url, { method, headers: all, agent: false, ...(from !== undefined && { localAddress: from }) });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(text);
  });
}

/** Asks for a socket, and tells the status of the answer. A socket that opens is closed at once. */
export async function askForSocket(url: string): Promise<number> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  const sent = (url.startsWith('https:') ? tlsRequest : plainRequest)(url, { headers, agent: false }).end();
  const [answer, socket] = await Promise.race([once(sent, 'upgrade'), once(sent, 'response')]);
  socket?.destroy();
  sent.on('error', () => {}).destroy();
  return (answer as IncomingMessage).statusCode ?? 0;
}

export async function ask(url: string, asking: Asking = {}): Promise<Told> {
  const response = await open(url, asking);
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** The answer of a call that must succeed. */
export async function told<T>(url: string, asking: Asking = {}): Promise<T> {
  const { status, text } = await ask(url, asking);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}
