/** What each proxy must do, on the real programs with TLS and the files that hosts copy. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';
import type { StreamLine } from '@flower-war/protocol';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { against, ask, METRICS_TOKEN, open, playOut, seated, strays, told } from '../testing/callers.ts';
import {
  CADDY,
  cleanUp,
  HAPROXY,
  type Kind,
  missingFor,
  NGINX,
  NGINX_MANY,
  startProxy,
  startServer,
  type TestProxy,
  type TestServer,
} from '../testing/index.ts';

/** With LIMITS=0.1, this many guests of one address may sign in. */
const MOST_GUESTS = 10;
const SETTINGS = { LIMITS: '0.1', TRUST_PROXY: '1', HEARTBEAT_SECONDS: '1', METRICS_TOKEN };
const nameOf = ({ program }: Kind, missing: string | undefined) =>
  missing === undefined ? program : `${program}: ${missing}`;

for (const kind of [NGINX, HAPROXY, CADDY]) {
  const missing = missingFor(kind);
  describe.skipIf(missing !== undefined)(nameOf(kind, missing), () => {
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
      const { headers, match } = await seated(proxy.https);
      const stream = await open(`${proxy.https}/api/matches/${match}/stream`, { headers });
      const lines = createInterface(stream)[Symbol.asyncIterator]();
      const next = async () => JSON.parse((await lines.next()).value ?? '{}') as StreamLine;
      const first = await next();
      if (first.kind !== 'state') throw new Error(`the stream began with ${first.kind}`);
      const body = { id: 1, decision: first.decision, move: first.legal?.[0] };
      await told(`${proxy.https}/api/matches/${match}/act`, { method: 'POST', headers, body });
      let line = await next();
      while (line.kind !== 'step') line = await next();
      expect(stream.complete).toBe(false);
      stream.destroy();
    });

    test('a silent socket and a silent stream outlive the time-outs, because the heartbeat is faster', async () => {
      const hasty = await startProxy(kind, [server.port], kind.hurried);
      const { headers, match } = await seated(hasty.https);
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
      const address = (n: number) => `198.51.100.${n}`;
      const claims: readonly ((n: number) => Readonly<Record<string, string | string[]>>)[] = [
        () => ({}),
        (n) => ({ 'x-forwarded-for': address(n) }),
        (n) => ({ 'X-Forwarded-For': [address(n), address(n + 100)] }),
        (n) => ({ x_forwarded_for: address(n), 'x-real-ip': address(n) }),
        (n) => ({ forwarded: `for=${address(n)}` }),
        // A proxy that obeys would take its own word away, and every caller would have the address of the proxy.
        () => ({ connection: 'close, x-forwarded-for' }),
        () => ({ connection: 'close, x-forwarded-for' }),
      ];
      for (const [at, headersOf] of claims.entries()) {
        const enter = (n: number) =>
          ask(`${proxy.https}/api/guests`, { method: 'POST', from: `127.0.1.${at + 1}`, headers: headersOf(n) });
        let admitted = 0;
        while (admitted < 3 * MOST_GUESTS && (await enter(admitted)).status === 200) admitted++;
        expect(admitted, String(headersOf)).toBe(MOST_GUESTS);
      }
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
      expect({ status: larger.status, code: JSON.parse(larger.text).code }).toEqual({
        status: 413,
        code: 'too-large',
      });
      const huge = await send(1_000_000);
      expect(kind.refusesBodyBy).toContain(huge.status);
      // Caddy passes a body on while it comes, so that the server may be the first to refuse it.
      if (kind !== CADDY) expect(huge.text).not.toContain('too-large');
    });

    test('plain HTTP leads to TLS', async () => {
      const { status, headers } = await ask(`${proxy.http}/api/games`);
      expect([301, 308]).toContain(status);
      expect(headers.location).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/api\/games$/);
    });

    test('a browser would speak HTTP/2', async () => {
      const session = connectHttp2(proxy.https);
      onTestFinished(() => session.destroy());
      const [headers] = await once(session.request({ ':path': '/api/games' }).resume(), 'response');
      expect(headers).toMatchObject({ ':status': 200 });
    });
  });
}

const noNginx = missingFor(NGINX_MANY);
describe.skipIf(noNginx !== undefined)(nameOf(NGINX_MANY, noNginx), () => {
  test('slow answers of all processes cost no other caller an answer, and a process that is gone is passed over', async () => {
    onTestFinished(cleanUp);
    const behind = await Promise.all([brownedOut(), brownedOut(), brownedOut()]);
    const hurried = { 'proxy_read_timeout        3s': 'proxy_read_timeout 1s' };
    const ports = behind.map(({ port }) => port);
    const { https } = await startProxy(NGINX_MANY, ports, hurried);
    const statuses = async (method: 'GET' | 'POST', ...paths: readonly string[]) => {
      const requests = paths.flatMap((path) => Array.from({ length: 12 }, () => ask(https + path, { method })));
      return new Set((await Promise.all(requests)).map(({ status }) => status));
    };
    const seat = '/api/matches/ABCD2345/seat';
    expect(await statuses('POST', seat)).toEqual(new Set([504]));
    expect(await statuses('GET', '/api/games', seat)).toEqual(new Set([200]));
    behind[0]?.close();
    expect(await statuses('GET', '/api/games', seat)).toEqual(new Set([200]));
  });
});

/** Sends bytes as they stand, and waits until the other end has nothing more to say. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ALPNProtocols: ['http/1.1'] });
    const done = () => resolve(answer);
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', done).on('close', done);
    socket.setTimeout(1500, () => socket.destroy());
    socket.write(text);
  });
}

/** Takes every request, and answers none of those that wait for the store. */
async function brownedOut() {
  const http = createServer(({ method }, response) => void (method === 'GET' && response.end('here')));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const close = () => http.close(() => {}).closeAllConnections();
  onTestFinished(close);
  return { port: (http.address() as AddressInfo).port, close };
}

/** A request on a connection that the server is closing would be lost. */
test.each(['proxy/nginx', 'proxy/many', 'compose'])(
  'in %s nginx closes connections before the server does',
  (folder) => {
    const text = readFileSync(new URL(`../${folder}/upstream.conf`, import.meta.url), 'utf8');
    const kept = text.match(/^ +keepalive \d+;$/gm) ?? [];
    const seconds = [...text.matchAll(/^ +keepalive_timeout (\d+)s;$/gm)].map(([, number]) => Number(number));
    expect(kept.length).toBeGreaterThan(0);
    expect(seconds).toHaveLength(kept.length);
    for (const second of seconds) expect(second * 1000).toBeLessThan(createServer().keepAliveTimeout);
  },
);
