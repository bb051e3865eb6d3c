/** What the front door does with requests. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { endAll, until } from '@flower-war/bridge/testing';
import { freePort } from '@flower-war/protocol/hosting';
import { afterEach, expect, test } from 'vitest';
import { ask, raw, startBehind, startDoor } from './door.fixture.ts';

afterEach(endAll);

const POST = { method: 'POST', body: 'a body' } as const;

test('a request and its answer pass as they are, and only the headers of one connection stay behind', async () => {
  const [door, a] = [await startDoor(), await startBehind('a')];
  await door.tell(['a', a.port]);
  const headers = { connection: 'close, x-hop, content-length', 'x-hop': '1', 'X-Kept': '1', te: 'trailers' };
  const { status, text } = await ask(door.port, { ...POST, path: '/api/x?y=%20', headers });
  expect({ status, text }).toEqual({ status: 200, text: 'a:a body' });
  const [{ method, url, headers: passed } = {} as IncomingMessage] = a.got;
  expect({ method, url }).toEqual({ method: 'POST', url: '/api/x?y=%20' });
  expect(passed).toMatchObject({ 'x-kept': '1', host: `127.0.0.1:${door.port}`, 'content-length': '6' });
  expect(passed).not.toHaveProperty('x-hop');
  expect(passed).not.toHaveProperty('te');
});

test('without a proxy before it, the door alone says where a caller is', async () => {
  const [door, a] = [await startDoor(), await startBehind('a')];
  await door.tell(['a', a.port]);
  const claims = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1', 'x-forwarded-host': 'evil' };
  await ask(door.port, { headers: { ...claims, connection: 'close, x-forwarded-for' } });
  const { headers } = a.got[0] ?? {};
  expect(headers?.['x-forwarded-for']).toBe('127.0.0.1');
  expect(headers).not.toHaveProperty('forwarded');
  expect(headers).not.toHaveProperty('x-forwarded-host');
});

test('behind a proxy, the address of the proxy stands after what the proxy says', async () => {
  const [door, a] = [await startDoor({ TRUST_PROXY: '1' }), await startBehind('a')];
  await door.tell(['a', a.port]);
  await ask(door.port, { headers: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' } });
  expect(a.got[0]?.headers).toMatchObject({ 'x-forwarded-for': '192.0.2.7, 127.0.0.1', 'x-forwarded-proto': 'https' });
});

test('a new request goes to the process with the least under way', async () => {
  const door = await startDoor();
  const [a, b] = [await startBehind('a', () => {}), await startBehind('b')];
  await door.tell(['a', a.port], ['b', b.port]);
  const waiting = request({ host: '127.0.0.1', port: door.port }).on('error', () => {});
  waiting.end();
  await until(() => expect(a.got).toHaveLength(1));
  for (let n = 0; n < 3; n++) expect((await ask(door.port)).text).toBe('b:');
  waiting.destroy();
});

test.each(['GET', 'POST'])('a %s for a process that is gone goes to another, with its body', async (method) => {
  const door = await startDoor();
  const b = await startBehind('b');
  await door.tell(['a', await freePort()], ['b', b.port]);
  for (let n = 0; n < 3; n++) {
    const { text } = await ask(door.port, method === 'POST' ? POST : {});
    expect(text).toBe(method === 'POST' ? 'b:a body' : 'b:');
  }
});

test('a process that dies while it answers: a reading is asked of another, a writing never twice', async () => {
  const door = await startDoor();
  const a = await startBehind('a', ({ socket }) => socket.destroy());
  const b = await startBehind('b');
  await door.tell(['a', a.port], ['b', b.port]);
  expect((await ask(door.port)).text).toBe('b:');
  await expect(ask(door.port, POST)).rejects.toThrow('socket hang up');
  expect([a.got.length, b.got.length]).toEqual([2, 1]);
});

test('a process that leaves gets no new request, and one that is not ready only if no other is', async () => {
  const door = await startDoor();
  const [a, b] = [await startBehind('a'), await startBehind('b')];
  await door.tell(['a', a.port, true], ['b', b.port]);
  for (let n = 0; n < 3; n++) expect((await ask(door.port)).text).toBe('b:');
  await door.tell(['a', a.port], ['b', b.port]);
  const isReady = b.http.listeners('request')[0] as () => void;
  b.http.off('request', isReady);
  b.http.on('request', (incoming, response) => {
    response.statusCode = 503;
    response.end(`b says ${incoming.url}`);
  });
  await until(async () => {
    for (let n = 0; n < 5; n++) expect((await ask(door.port)).text).toBe('a:');
  });
  await door.tell(['b', b.port]);
  expect((await ask(door.port, { path: '/why' })).text).toBe('b says /why');
});

test('each process tells about itself by its name, and by no other', async () => {
  const door = await startDoor();
  const [a, b] = [await startBehind('a'), await startBehind('b')];
  await door.tell(['a', a.port], ['b', b.port]);
  for (let n = 0; n < 3; n++) expect((await ask(door.port, { path: '/b/metrics' })).text).toBe('b:');
  expect(b.got.map(({ url }) => url)).toEqual(['/metrics', '/metrics', '/metrics']);
  await ask(door.port, { path: '/c/metrics' });
  await ask(door.port, { path: '/b/api/games' });
  expect([...a.got, ...b.got].map(({ url }) => url)).toEqual(expect.arrayContaining(['/c/metrics', '/b/api/games']));
  await door.tell(['a', a.port], ['b', await freePort()]);
  expect((await ask(door.port, { path: '/b/metrics' })).status).toBe(503);
});

test('without a process it says so as the server does, and takes requests as soon as it is told of one', async () => {
  const door = await startDoor();
  const { status, headers, text } = await ask(door.port);
  expect({ status, wait: headers['retry-after'], code: JSON.parse(text).code }).toEqual({
    status: 503,
    wait: '1',
    code: 'unavailable',
  });
  const a = await startBehind('a');
  await door.tell(['a', a.port]);
  expect((await ask(door.port)).text).toBe('a:');
});

test('each part of a stream goes on at once, also its head, and its end reaches the process', async () => {
  const door = await startDoor();
  let isOver = false;
  let say = (_: string) => {};
  const a = await startBehind('a', (_, response) => {
    response.on('close', () => (isOver = true)).flushHeaders();
    say = (text) => response.write(text);
  });
  await door.tell(['a', a.port]);
  const sent = request({ host: '127.0.0.1', port: door.port }).end();
  const [answer] = await once(sent, 'response');
  for (const line of ['one', 'two']) {
    say(line);
    expect(String((await once(answer, 'data'))[0])).toBe(line);
  }
  sent.destroy();
  await until(() => expect(isOver).toBe(true));
});

test.each([
  ['a length and chunks', 'POST', 'Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'POST', 'Content-Length: 2\r\nContent-Length: 0\r\n\r\n'],
  ['a reading with chunks', 'GET', 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a length that the connection keeps', 'POST', 'Connection: content-length\r\nContent-Length: 49\r\n\r\n'],
  ['a space before the colon', 'POST', 'Content-Length : 0\r\n\r\n'],
])('%s: a process sees a second request only if the door has seen it', async (_, method, framing) => {
  const [door, a] = [await startDoor(), await startBehind('a')];
  await door.tell(['a', a.port]);
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const answer = await raw(door.port, `${method} /first HTTP/1.1\r\nHost: x\r\n${framing}${hidden}`);
  const answers = [...answer.matchAll(/HTTP\/1\.1 \d{3} /g)].length;
  expect(a.got.length).toBeLessThanOrEqual(answers);
  expect(answers).toBeGreaterThan(0);
});

test('a large body and a large answer pass, also for a slow reader', async () => {
  const [door, a] = [await startDoor(), await startBehind('a')];
  await door.tell(['a', a.port]);
  const body = 'x'.repeat(3_000_000);
  expect((await ask(door.port, { method: 'POST', body })).text).toBe(`a:${body}`);
});
