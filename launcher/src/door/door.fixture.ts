/** For tests: the front door as the process that it is, with servers behind it that tell what they got. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { atTheEnd } from '@flower-war/bridge/testing';
import { freePort } from '@flower-war/protocol/hosting';
import type { News, RunningProcess } from './upstreams.ts';

const DOOR = fileURLToPath(new URL('./main.ts', import.meta.url));

export interface TestDoor {
  readonly port: number;
  readonly child: ChildProcess;
  /** Resolves when the door knows the processes. */
  tell(...processes: readonly (readonly [name: string, port: number, isLeaving?: boolean])[]): Promise<void>;
}

export async function startDoor(environment: NodeJS.ProcessEnv = {}): Promise<TestDoor> {
  const env = { PATH: process.env['PATH'], PORT: '0', ...environment };
  const child = fork(DOOR, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  atTheEnd(() => child.kill('SIGKILL'));
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  let count = 0;
  const tell: TestDoor['tell'] = async (...processes) => {
    const all = processes.map(([name, port, isLeaving = false]): RunningProcess => ({ name, port, isLeaving }));
    const heard = once(child, 'message');
    child.send({ count: ++count, processes: all } satisfies News);
    await heard;
  };
  return { port: Number(new URL(address).port), child, tell };
}

export interface Behind {
  readonly port: number;
  readonly http: Server;
  /** The requests that came, without the health checks. */
  readonly got: readonly IncomingMessage[];
}

/** A server that is ready, and answers with its name and the body that it got. */
export async function startBehind(name: string, answer = echo(name)): Promise<Behind> {
  const got: IncomingMessage[] = [];
  const http = createServer((incoming, response) => {
    if (incoming.url === '/health/ready') return void response.end('{}');
    got.push(incoming);
    answer(incoming, response);
  });
  const port = await freePort();
  await once(http.listen(port, '127.0.0.1'), 'listening');
  atTheEnd(() => {
    http.close();
    http.closeAllConnections();
  });
  return { port: (http.address() as AddressInfo).port, http, got };
}

function echo(name: string) {
  return (incoming: IncomingMessage, response: ServerResponse): void => {
    let body = '';
    incoming.on('data', (chunk) => (body += String(chunk))).on('end', () => response.end(`${name}:${body}`));
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface Asking {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Rejects if the connection is cut. */
export async function ask(port: number, { method = 'GET', path = '/', headers, body }: Asking = {}): Promise<Answered> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

/** Sends bytes as they stand, and gives all that comes back until the other end closes. */
export async function raw(port: number, text: string, waitMs = 500): Promise<string> {
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('data', (chunk) => (answer += String(chunk))).on('error', () => {});
  socket.setTimeout(waitMs, () => socket.destroy());
  await once(socket, 'close');
  return answer;
}
