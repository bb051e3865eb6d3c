import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { addressKey, freePort, LISTENING, networkOf, oneByOne, pathIn, refuseUpgrade } from './listening.ts';

const run = promisify(execFile);
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function listening(listener: RequestListener): Promise<Server> {
  const http = createHttpServer(LISTENING, oneByOne(listener)).listen(0, '127.0.0.1');
  ends.push(() => http.closeAllConnections() ?? http.close());
  await once(http, 'listening');
  return http;
}

function callerOf(http: Server): Socket {
  const caller = connect({ port: (http.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  ends.push(() => caller.destroy());
  return caller.on('error', () => {});
}

test('requests of one connection are answered one by one, in their order', async () => {
  const log: string[] = [];
  const http = await listening(({ url }, response) => {
    log.push(`begins ${url}`);
    setImmediate(() => {
      log.push(`ends ${url}`);
      response.end(`it was ${url};`);
    });
  });
  const caller = callerOf(http).setEncoding('utf8');
  let heard = '';
  caller.on('data', (text) => (heard += text));
  caller.write(['/1', '/2', '/3'].map((url) => GET.replace('/', url)).join(''));
  await expect.poll(() => heard.match(/it was \/\d/g)).toEqual(['it was /1', 'it was /2', 'it was /3']);
  expect(log).toEqual(['begins /1', 'ends /1', 'begins /2', 'ends /2', 'begins /3', 'ends /3']);
  caller.write(GET.replace('/', '/4'));
  await expect.poll(() => heard).toContain('it was /4');
});

test('an offer of another protocol is ignored, and the request answered', async () => {
  const http = await listening((_, response) => response.end('as usual'));
  http.on('upgrade', (_, socket) => socket.end('upgraded'));
  const caller = callerOf(http).setEncoding('utf8');
  let heard = '';
  caller.on('data', (text) => (heard += text));
  caller.write(GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'));
  await expect.poll(() => heard).toContain('as usual');
});

test.each([
  ['/api/games?x=http://y/z', '/api/games?x=http://y/z'],
  ['http://evil.example/api/games?x=1', '/api/games?x=1'],
  ['HTTPS://a:b@evil.example:1', '/'],
  ['http://evil.example?x', '/?x'],
  ['http://[', '/%'],
  ['*', '*'],
  [undefined, '/'],
])('the target %s leads to %s', (target, path) => {
  expect(pathIn(target)).toBe(path);
});

test('of thousands of requests in one piece, those behind the first are not even parsed', async () => {
  let parsed = 0;
  const http = await listening((_, response) => response.end());
  http.on('request', () => (parsed += 1));
  const caller = callerOf(http);
  caller.resume().write(GET.repeat(2000));
  await Promise.race([once(caller, 'end'), once(caller, 'close')]);
  expect(parsed).toBeLessThan(100);
});

test('a caller who reads nothing costs one answer', async () => {
  let begun = 0;
  const http = await listening((_, response) => {
    begun++;
    response.end(Buffer.alloc(16 * 1024 * 1024));
  });
  const caller = callerOf(http).pause();
  caller.write(GET.repeat(10));
  await expect.poll(() => begun).toBe(1);
  const other = callerOf(http);
  other.write(GET);
  await once(other, 'data');
  expect(begun).toBe(2);
});

test('a caller for whom too much waits is let go of, and only that one', async () => {
  let begun = 0;
  const http = await listening((_, response) => {
    begun++;
    response.end(Buffer.alloc(1024 * 1024));
  });
  const closed: unknown[] = [];
  http.once('connection', (socket) => socket.once('close', () => closed.push(1)));
  callerOf(http).pause().write(GET.repeat(1400));
  await expect.poll(() => closed.length).toBe(1);
  expect(begun).toBeLessThan(20);
  const other = callerOf(http);
  other.write(GET);
  await once(other, 'data');
});

test('a refused caller who keeps its half open is let go of', async () => {
  const http = await listening(() => {});
  const closed: unknown[] = [];
  http.on('upgrade', (_, socket) => {
    socket.on('close', () => closed.push(1));
    refuseUpgrade(socket, { code: 'unavailable', reason: 'starting' });
  });
  const caller = callerOf(http);
  caller.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = await once(caller, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 503 Service Unavailable\r\n[\s\S]*"unavailable"/);
  await expect.poll(() => closed.length).toBe(1);
  expect(caller.writable).toBe(true);
});

test('a refusal is whole before the line ends', async () => {
  const line = new PassThrough();
  refuseUpgrade(line, { code: 'too-many' });
  expect(String(await line.reduce((all, part) => all + String(part), ''))).toMatch(/"code":"too-many"[\s\S]*}$/);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['0000::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::203.0.113.9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['::1', '0:0:0:0::/64'],
  ['', '::/64'],
  ['x'.repeat(10_000), `${'x'.repeat(10_000)}::/64`],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/64'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address).wide).toBe(network);
});

test('a free port is never one that a system gives to connections', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_000);
});

test('a server takes a free port, and takes it again', async () => {
  const port = await freePort();
  for (let times = 0; times < 3; times++) {
    const server = createServer();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    expect((server.address() as AddressInfo).port).toBe(port);
    await once(server.close(), 'close');
  }
});

/** By chance alone, 500 ports of each process would have eleven in common. */
test('no two processes are given one port while both run', async () => {
  const source = `import { freePort } from ${JSON.stringify(new URL('./listening.ts', import.meta.url))};
    console.log(JSON.stringify(await Promise.all(Array.from({ length: 500 }, freePort))));`;
  const own = await Promise.all(Array.from({ length: 500 }, freePort));
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', source]);
  const others = JSON.parse(stdout) as readonly number[];
  expect(new Set(others).size).toBe(500);
  expect(others.filter((port) => own.includes(port))).toEqual([]);
});
