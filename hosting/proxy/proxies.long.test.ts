/** What each proxy must do, told once for all of them. Every test runs on the real program with TLS. */
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import type { StreamLine } from '@flower-war/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../support/cleanUp.ts';
import { ask, open, told } from '../support/requests.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { against, METRICS_TOKEN, playOut, seated, strays } from './players.ts';
import { type Kind, startProxy, type TestProxy } from './proxies.ts';

/** With LIMITS=0.1, this many guests of one address may sign in. */
const MOST_GUESTS = 10;
const SETTINGS = { LIMITS: '0.1', TRUST_PROXY: '1', HEARTBEAT_SECONDS: '1', METRICS_TOKEN };

export function proxyContract(kind: Kind): void {
  let server: TestServer;
  let proxy: TestProxy;

  beforeAll(async () => {
    server = await startServer(SETTINGS);
    proxy = await startProxy(kind, [server.port]);
  });
  afterAll(async () => {
    await proxy.program.stop();
    await server.program.stop();
    cleanUp();
  });

  test('a whole match over wss', async () => {
    const live = await against(proxy.https, 'greedy');
    await playOut(live);
    expect(live.table.status).toBe('ended');
    live.close();
  });

  test('clients come back by themselves when the proxy starts again, and when the server does', async () => {
    const live = await against(proxy.https, 'random');
    await proxy.program.stop();
    await expect.poll(() => live.connection.state, { timeout: 10_000 }).not.toBe('connected');
    await proxy.program.start();
    await live.until(({ connection }) => connection.state === 'connected');
    await server.program.stop('SIGKILL');
    await server.program.start();
    await playOut(live);
    expect(live.table.status).toBe('ended');
    live.close();
  }, 120_000);

  test('each line of a stream arrives when it happens', async () => {
    const { token, match } = await seated(proxy.https);
    const authorization = `Bearer ${token}`;
    const stream = await open(`${proxy.https}/api/matches/${match}/stream`, { headers: { authorization } });
    const lines = createInterface(stream)[Symbol.asyncIterator]();
    const next = async () => JSON.parse((await lines.next()).value ?? '{}') as StreamLine;
    const first = await next();
    if (first.kind !== 'state') throw new Error(`the stream began with ${first.kind}`);
    const action = { id: 1, decision: first.decision, move: first.legal?.[0] };
    await told(`${proxy.https}/api/matches/${match}/act`, { method: 'POST', headers: { authorization }, body: action });
    let line = await next();
    while (line.kind !== 'step') line = await next();
    expect(stream.complete).toBe(false);
    stream.destroy();
  });

  test('a silent socket and a silent stream outlive the time-outs, because the heartbeat is faster', async () => {
    const hasty = await startProxy(kind, [server.port], kind.hurried);
    const { token, match } = await seated(hasty.https);
    const headers = { authorization: `Bearer ${token}` };
    const stream = await open(`${hasty.https}/api/matches/${match}/stream`, { headers });
    let isCut = false;
    stream.on('error', () => (isCut = true)).on('end', () => (isCut = true));
    stream.resume();
    const live = await against(hasty.https, 'random');
    const states: string[] = [];
    live.on('connection', ({ state }) => states.push(state));
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    expect({ isCut, states }).toEqual({ isCut: false, states: [] });
    live.close();
    stream.destroy();
    await hasty.program.stop();
  });

  test('each address has its own limit, with any claim of the caller', async () => {
    const guests = `${proxy.https}/api/guests`;
    const admitted = async (from: string, headersOf: (n: number) => Readonly<Record<string, string | string[]>>) => {
      for (let n = 0; n < 3 * MOST_GUESTS; n++)
        if ((await ask(guests, { method: 'POST', from, headers: headersOf(n) })).status !== 200) return n;
      return 3 * MOST_GUESTS;
    };
    const address = (n: number) => `198.51.100.${n}`;
    expect(await admitted('127.0.1.1', () => ({}))).toBe(MOST_GUESTS);
    expect(await admitted('127.0.1.2', (n) => ({ 'x-forwarded-for': address(n) }))).toBe(MOST_GUESTS);
    expect(await admitted('127.0.1.3', (n) => ({ 'X-Forwarded-For': [address(n), address(n + 100)] }))).toBe(
      MOST_GUESTS,
    );
    expect(await admitted('127.0.1.4', (n) => ({ x_forwarded_for: address(n), 'x-real-ip': address(n) }))).toBe(
      MOST_GUESTS,
    );
    expect(await admitted('127.0.1.5', (n) => ({ forwarded: `for=${address(n)}` }))).toBe(MOST_GUESTS);
    // A proxy that obeys would take its own word away, and every caller would have the address of the proxy.
    const obeyed = await admitted('127.0.1.6', () => ({ connection: 'close, x-forwarded-for' }));
    expect(obeyed).toBe(MOST_GUESTS);
    expect(await admitted('127.0.1.7', () => ({ connection: 'close, x-forwarded-for' }))).toBe(MOST_GUESTS);
  });

  test.each([
    ['a length and chunks', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 0\r\n\r\n'],
    ['chunks by another name', 'Content-Length: 0\r\nTransfer-Encoding: xchunked\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 0\r\n\r\n'],
  ])('%s: the server sees a second request only if the proxy has seen it too', async (_, framing) => {
    const hidden = 'GET /hidden HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n';
    const before = await strays(server.url);
    const answer = await raw(proxy.https, `POST /api/guests HTTP/1.1\r\nHost: 127.0.0.1\r\n${framing}${hidden}`);
    // A hidden request that the proxy did not see would be answered on the connection of another caller.
    expect((await strays(server.url)) - before).toBe(answer.split('"not-found"').length - 1);
    expect(answer).toMatch(/^HTTP\/1.1 (200|4\d\d|5\d\d) /);
  });

  test('a body above the limit of the server is refused by the server, and a far larger one by the proxy', async () => {
    const send = (bytes: number) =>
      ask(`${proxy.https}/api/guests`, { method: 'POST', body: { name: 'a'.repeat(bytes) }, from: '127.0.1.9' });
    const larger = await send(20_000);
    expect({ status: larger.status, code: JSON.parse(larger.text).code }).toEqual({ status: 413, code: 'too-large' });
    const huge = await send(1_000_000);
    expect(kind.refusesBodyBy).toContain(huge.status);
    expect(huge.text).not.toContain('too-large');
  });

  test('plain HTTP leads to TLS', async () => {
    const { status, headers } = await ask(`${proxy.http}/api/games`);
    expect([301, 308]).toContain(status);
    expect(headers.location).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/api\/games$/);
  });
}

/** Sends bytes as they stand, and waits until the other end has nothing more to say. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ALPNProtocols: ['http/1.1'] });
    const done = () => resolve(answer);
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket
      .on('error', done)
      .on('close', done)
      .setTimeout(1500, () => socket.destroy());
    socket.write(text);
  });
}
