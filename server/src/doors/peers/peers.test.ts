import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { freePort } from '@flower-war/protocol/hosting';
import express, { type RequestHandler, type Response } from 'express';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listenForPeers } from './calls.ts';
import { forwardedIn } from './forwarder.ts';
import { notMine, TOKEN, TwoProcesses, WHERE } from './twoProcesses.fixture.ts';

let open: TwoProcesses | undefined;
afterEach(async () => {
  await open?.stop();
  open = undefined;
});

async function both(...given: Parameters<typeof TwoProcesses.start>): Promise<TwoProcesses> {
  open = await TwoProcesses.start(...given);
  return open;
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers });

describe('what crosses', () => {
  /** Tells what came. */
  const mirror: RequestHandler[] = [
    express.raw({ type: () => true }),
    (request, response) => {
      const { method, originalUrl: url, headers, body } = request;
      response.status(201).set({ 'retry-after': '7', 'set-cookie': 'no=1', 'access-control-allow-origin': 'evil' });
      response.json({ method, url, headers, body: String(body), caller: forwardedIn(request)?.caller });
    },
  ];
  const app = express().use(...mirror);

  test('the method, the path, the query, the credentials and the bytes of the body cross as they came', async () => {
    const { url } = await both(app);
    const body = '{ "move" :\t"pick \u{1F33D}"}';
    const answer = await post(`${url}/api/matches/A%20B/act?code=x%2Fy`, body, { authorization: 'Bearer abc' });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      method: 'POST',
      url: '/api/matches/A%20B/act?code=x%2Fy',
      body,
      headers: { authorization: 'Bearer abc', 'content-length': String(Buffer.byteLength(body)) },
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({ 'retry-after': '7' });
    expect(answer.headers.has('set-cookie')).toBe(false);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('the target goes to the peer, whatever server the caller names in it', async () => {
    const { url } = await both(app);
    for (const path of ['http://127.0.0.1:9/api', '//127.0.0.1:9/api']) {
      const sent = send(url, { path }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      expect([path, answer.statusCode]).toEqual([path, 201]);
      answer.resume();
    }
  });

  test('a body that was packed crosses unpacked', async () => {
    const { url } = await both(app);
    const packed = new Response(new Blob(['{"a":1}']).stream().pipeThrough(new CompressionStream('gzip')));
    const bytes = await packed.arrayBuffer();
    const answer = await fetch(url, { method: 'POST', body: bytes, headers: { 'content-encoding': 'gzip' } });
    expect(await answer.json()).toMatchObject({ body: '{"a":1}', headers: { 'content-length': '7' } });
  });

  test('no header of the outside crosses that says where the caller is, or who passed the request on', async () => {
    const { url } = await both(app);
    const hostile = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      via: '1.1 evil',
      origin: 'https://evil.example',
      'x-flower-war-caller': '6.6.6.6',
      'x-flower-war-token': 'guess',
      'x-flower-war-not-mine': '1',
      cookie: 'a=b',
    };
    const answer = (await (await post(url, '{}', hostile)).json()) as { caller: string; headers: object };
    // One proxy is trusted here, so the first process takes its word, and only this word crosses, as data.
    expect(answer.caller).toBe('6.6.6.6');
    expect(Object.keys(answer.headers).toSorted()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'x-flower-war-caller',
      'x-flower-war-token',
    ]);
    expect(answer.headers).toMatchObject({ 'x-flower-war-token': TOKEN, host: new URL(open?.peer.address ?? '').host });
  });

  test('a request without a body crosses without one, and HEAD stays HEAD', async () => {
    const { url } = await both(app);
    expect(await (await fetch(url)).json()).toMatchObject({ method: 'GET' });
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([201, '']);
    const empty = await fetch(url, { method: 'POST' });
    expect(await empty.json()).toMatchObject({ method: 'POST', headers: { 'content-length': '0' } });
  });

  test('connections are kept', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await both((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    for (let n = 0; n < 5; n++) await (await fetch(url)).text();
    expect([ports.size, open?.ranHere]).toEqual([1, 0]);
  });
});

describe('a stream', () => {
  /** Answers with a stream that the test writes. */
  function streaming() {
    const streams: Response[] = [];
    const handler: RequestHandler = (_request, response) => {
      response.type('application/x-ndjson').flushHeaders();
      streams.push(response);
    };
    return { handler, streams };
  }

  async function listen(url: string): Promise<{ answer: IncomingMessage; lines: string[]; end: () => void }> {
    const asked = send(url, { agent: false });
    asked.on('error', () => {});
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const lines: string[] = [];
    answer.setEncoding('utf8').on('data', (text: string) => lines.push(text));
    answer.on('error', () => {});
    return { answer, lines, end: () => void asked.destroy() };
  }

  test('begins before its first line, and passes each line on at once', async () => {
    const { handler, streams } = streaming();
    const { lines, answer } = await listen((await both(handler)).url);
    expect(answer.headers['content-type']).toBe('application/x-ndjson');
    for (const line of ['one\n', 'two\n']) {
      streams[0]?.write(line);
      await expect.poll(() => lines.at(-1)).toBe(line);
    }
    streams[0]?.end('last\n');
    await once(answer, 'end');
    expect(answer.complete).toBe(true);
    expect(lines).toEqual(['one\n', 'two\n', 'last\n']);
  });

  test('ends at the owner when the reader leaves', async () => {
    const { handler, streams } = streaming();
    const reader = await listen((await both(handler)).url);
    const gone = once(streams[0] as Response, 'close');
    reader.end();
    await gone;
  });

  test('is cut for the reader when the owner is killed', async () => {
    const { handler } = streaming();
    const processes = await both(handler);
    const { answer } = await listen(processes.url);
    const closed = new Promise((resolve) => answer.once('close', resolve));
    processes.kill();
    await closed;
    expect(answer.complete).toBe(false);
  });

  test('is cut when the store says that the owner is dead, although its connection stands', async () => {
    const { handler } = streaming();
    const processes = await both(handler);
    const { answer } = await listen(processes.url);
    const closed = new Promise((resolve) => answer.once('close', resolve));
    processes.living = [];
    await closed;
    expect(answer.complete).toBe(false);
  });

  test('goes on while the store is away, and says nothing of the owner', async () => {
    const { handler, streams } = streaming();
    const processes = await both(handler);
    const { lines } = await listen(processes.url);
    processes.living = undefined;
    await expect.poll(() => processes.asked).toBeGreaterThan(1);
    streams[0]?.end('all the same\n');
    await expect.poll(() => lines).toEqual(['all the same\n']);
  });

  test('waits for a reader who does not read', async () => {
    const { handler, streams } = streaming();
    const asked = send((await both(handler)).url, { agent: false });
    asked.on('error', () => {}).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.pause();
    const chunk = 'x'.repeat(64 * 1024);
    // The systems' own buffers take some megabytes; then the owner must see that nothing goes on.
    const waiting = () => {
      for (let n = 0; n < 100; n++) streams[0]?.write(chunk);
      return streams[0]?.writableLength;
    };
    await expect.poll(waiting).toBeGreaterThan(20 * 1024 * 1024);
    asked.destroy();
  });
});

describe('what the owner does not answer', () => {
  test('"not mine" is looked up once more, and then this process runs it if it is its own now', async () => {
    const processes = await both(notMine);
    expect(await (await post(processes.url, '{}')).json()).toEqual({ here: true });
    expect([processes.looks, processes.ranHere, processes.outcomes]).toEqual([2, 1, ['not-mine']]);
  });

  test('"not mine" twice is unavailable, and says when to ask again', async () => {
    const processes = await both(notMine);
    processes.found = [processes.peer, processes.peer, processes.peer];
    const answer = await post(processes.url, '{}');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect([processes.looks, processes.ranHere]).toEqual([2, 0]);
  });

  test('where no process listens, nothing was done: the owner is looked up once more', async () => {
    const processes = await both(notMine);
    const nowhere = { ...processes.peer, address: `http://127.0.0.1:${await freePort()}` };
    processes.found = [nowhere];
    expect(await (await post(processes.url, '{}')).json()).toEqual({ here: true });
    Object.assign(processes, { ranHere: 0, found: [nowhere, nowhere] });
    expect((await post(processes.url, '{}')).status).toBe(503);
    expect([processes.ranHere, processes.outcomes]).toEqual([0, ['unreached', 'unreached', 'unreached']]);
  });

  test('a lookup is answered from the store when the owner cannot be reached', async () => {
    const processes = await both(notMine, { kind: 'match', id: 'm', mayClaim: false });
    processes.found = [processes.peer, processes.peer];
    expect(await (await fetch(processes.url)).json()).toEqual({ here: true });
  });

  test('a POST whose connection breaks is never sent twice', async () => {
    let [came, isBreaking] = [0, false];
    const processes = await both((request, response) => {
      if (!isBreaking) return void response.end();
      came++;
      request.socket.destroy();
    });
    await (await post(processes.url, '{}')).text(); // leaves a kept connection
    isBreaking = true;
    const answer = await post(processes.url, '{}');
    expect([answer.status, answer.headers.get('retry-after'), came]).toEqual([503, '1', 1]);
    expect(processes.outcomes).toEqual(['answered', 'lost']);
  });

  test('a GET whose kept connection ends at the moment of its use is asked again', async () => {
    let isBreaking = false;
    const processes = await both((request, response) => {
      if (isBreaking) request.socket.destroy();
      else response.end();
    });
    await (await fetch(processes.url)).text();
    isBreaking = true;
    expect(await (await fetch(processes.url)).json()).toEqual({ here: true });
  });

  test('a peer that takes a request in silence is not waited for, and one that says that it works on it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const held: Response[] = [];
    const processes = await both((_request, response) => void held.push(response));
    const slow = post(processes.url, '{}');
    await expect.poll(() => held).toHaveLength(1);
    const silent = createServer((socket) => socket.on('data', () => vi.advanceTimersByTime(5000))).listen(
      0,
      '127.0.0.1',
    );
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    processes.found = [{ ...processes.peer, address: `http://127.0.0.1:${port}` }];
    expect((await post(processes.url, '{}')).status).toBe(503);
    held[0]?.end('done');
    expect(await (await slow).text()).toBe('done');
  });

  test('a caller who leaves is not waited for', async () => {
    let gone: Promise<unknown> | undefined;
    const processes = await both((_request, response) => {
      gone = once(response, 'close');
    });
    const leaving = new AbortController();
    const asked = fetch(processes.url, { method: 'POST', body: '{}', signal: leaving.signal }).catch(() => 'left');
    await expect.poll(() => gone !== undefined).toBe(true);
    leaving.abort();
    expect(await asked).toBe('left');
    await gone;
  });

  test('nothing is asked again for a caller who has left', async () => {
    const held: Response[] = [];
    let isHolding = false;
    const processes = await both((_request, response) => {
      if (isHolding) held.push(response);
      else response.end();
    });
    processes.found = [processes.peer, processes.peer];
    await (await fetch(processes.url)).text(); // leaves a kept connection, so that a GET may be repeated
    isHolding = true;
    const leaving = new AbortController();
    const asked = fetch(processes.url, { signal: leaving.signal }).catch(() => 'left');
    await expect.poll(() => held).toHaveLength(1);
    leaving.abort();
    await asked;
    await expect.poll(() => processes.outcomes).toEqual(['answered', 'unreached']);
    isHolding = false;
    await (await fetch(processes.url)).text();
    expect(held).toHaveLength(1);
  });
});

describe('the listener for processes', () => {
  const secret = express().use((_request, response) => void response.send('secret'));

  test.each([
    ['no token', {}],
    ['an empty token', { 'x-flower-war-token': '' }],
    ['a wrong token of the right length', { 'x-flower-war-token': 'b'.repeat(64) }],
    ['the beginning of the token', { 'x-flower-war-token': TOKEN.slice(0, -1) }],
    ['the token as a bearer', { authorization: `Bearer ${TOKEN}` }],
    ['the token twice', { 'x-flower-war-token': `${TOKEN}, ${TOKEN}` }],
  ])('tells nothing to a stranger with %s', async (_name, headers) => {
    const { address, http } = await listenForPeers(WHERE, TOKEN, secret);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await fetch(address, { method, headers: headers as Record<string, string> });
      expect([answer.status, await answer.text()]).toEqual([403, '']);
    }
    http.close();
  });

  test('reads no body of a stranger, and opens no socket', async () => {
    const { address, http } = await listenForPeers(WHERE, TOKEN, secret);
    const port = Number(new URL(address).port);
    const says = async (text: string) => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      let said = '';
      socket.on('data', (more: string) => (said += more)).on('error', () => {});
      socket.write(text);
      await once(socket, 'close');
      return said.split('\r\n')[0];
    };
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
    const forbidden = 'HTTP/1.1 403 Forbidden';
    expect(await says(`GET /p/room?sessionId=x HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`)).toBe(forbidden);
    expect(await says('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\nxxx')).toBe(forbidden);
    http.close();
    http.closeAllConnections();
  });

  test('wants an address that others can call', async () => {
    const everywhere = { ...WHERE, INTERNAL_HOST: '0.0.0.0' };
    await expect(listenForPeers(everywhere, TOKEN, secret)).rejects.toThrow('say in INTERNAL_URL');
    const named = await listenForPeers({ ...everywhere, INTERNAL_URL: 'http://10.0.0.5:2568' }, TOKEN, secret);
    expect(named.address).toBe('http://10.0.0.5:2568');
    named.http.close();
  });

  test('says which setting keeps it from listening', async () => {
    const first = await listenForPeers(WHERE, TOKEN, secret);
    const { port } = new URL(first.address);
    const on = (where: object) => listenForPeers({ ...WHERE, ...where }, TOKEN, secret);
    await expect(on({ INTERNAL_PORT: Number(port) })).rejects.toThrow(`INTERNAL_PORT=${port} of 127.0.0.1 is taken`);
    await expect(on({ INTERNAL_HOST: 'no.such.invalid' })).rejects.toThrow(
      'INTERNAL_HOST=no.such.invalid is not a name',
    );
    await expect(on({ INTERNAL_HOST: '192.0.2.1' })).rejects.toThrow('Choose another INTERNAL_HOST or INTERNAL_PORT');
    first.http.close();
  });
});
