/** Other hosts over real sockets: those that are honest, and those that are not. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { signerOf } from '@flower-war/protocol/hosting';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { OtherHosts } from './otherHosts.ts';
import { judge } from './sharing.ts';

const [KEY, OTHER] = [signerOf('a1'.repeat(32)), signerOf('b2'.repeat(32))];
const TABLE = {
  match: 'GV7GJP3W',
  game: 'tieqchieq',
  preset: 'tieqchieq',
  length: '',
  by: 'Ana',
  seats: 4,
  free: 3,
  clock: 'none',
  approval: false,
  createdAt: 1,
};

/** All hosts have the same clock. */
const clock = { ahead: 0 };
const now = () => Date.now() + clock.ahead;

let at = 0;
function signed(host: string, { by = KEY, tables = [TABLE] }: { by?: typeof KEY; tables?: readonly object[] } = {}) {
  at = Math.max(at + 1, now());
  const text = JSON.stringify({ kind: 'flower-war-tables', version: 1, host, at, until: at + 8000, tables });
  return JSON.stringify({ signed: text, signature: by.sign(text), key: by.key });
}

async function opened(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A host that answers with what a test wants. */
async function host(answer: (response: ServerResponse, origin: string, request: IncomingMessage) => void) {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    answer(response, origin, request);
  };
  const server = createServer(listener);
  onTestFinished(() => server.closeAllConnections());
  const origin = await opened(server);
  return { origin, asked };
}

/** A host that writes bytes as they are. */
async function rawHost(write: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  return opened(
    createSocketServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      socket.once('data', () => write(socket));
    }),
  );
}

interface Looking {
  readonly more?: Readonly<Record<string, string>>;
  readonly keyRing?: ReturnType<typeof memoryStore>['stores']['keyRing'];
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

function looking(hosts: readonly string[], { more = {}, ...parts }: Looking = {}) {
  const outcomes: string[] = [];
  const warned: object[] = [];
  const log = { warn: (fields: object) => void warned.push(fields), info: () => {}, error: () => {} };
  const others = new OtherHosts({
    config: readConfig({ HOSTS: hosts.join(','), ...more }),
    keyRing: memoryStore().stores.keyRing,
    resolve: async () => [],
    log,
    now,
    wall: now,
    count: (_, outcome) => void outcomes.push(outcome),
    ...parts,
  });
  const look = async () => {
    clock.ahead += 30_001;
    return (await others.list()).hosts;
  };
  return { others, look, outcomes, warned };
}

const idsIn = (hosts: readonly { readonly tables: readonly { readonly match: string }[] }[]) =>
  hosts.map(({ tables }) => tables.map(({ match }) => match));

test('tables of several hosts are listed, each under its own address', async () => {
  const [a, b] = [
    await host((response, origin) => response.end(signed(origin))),
    await host((response, origin) => response.end(signed(origin, { tables: [] }))),
  ];
  const { look, outcomes } = looking([a.origin, `${b.origin}#${KEY.key}`]);
  expect(await look()).toEqual([
    { host: a.origin, tables: [TABLE] },
    { host: b.origin, tables: [] },
  ]);
  expect(outcomes).toEqual(['new', 'new']);
  expect(a.asked).toEqual(['/.well-known/flower-war-tables']);
});

test('without a list no host is asked, and this host does not ask itself', async () => {
  const self = await host((response) => response.end());
  expect(await looking([]).look()).toEqual([]);
  expect(await looking([self.origin], { more: { PUBLIC_URL: self.origin } }).look()).toEqual([]);
  expect(self.asked).toEqual([]);
});

test('a crowd that looks asks each host once, with the mark of what is known', async () => {
  const marks: unknown[] = [];
  const a = await host((response, origin, { headers }) => {
    marks.push(headers['if-none-match']);
    if (marks.length === 1) response.setHeader('etag', '"1"').end(signed(origin));
    else response.writeHead(304).end();
  });
  const { others, look, outcomes } = looking([a.origin]);
  await look();
  await Promise.all(Array.from({ length: 50 }, () => others.list()));
  expect(marks).toEqual([undefined]);
  await look();
  expect(marks).toEqual([undefined, '"1"']);
  expect(outcomes).toEqual(['new', 'same']);
});

test('what a host said last is gone when it does not hold any more', async () => {
  let isThere = true;
  const a = await host((response, origin) => (isThere ? response.end(signed(origin)) : response.destroy()));
  const { others, look } = looking([a.origin]);
  await look();
  isThere = false;
  clock.ahead += 6000;
  expect(idsIn((await others.list()).hosts)).toEqual([['GV7GJP3W']]);
  clock.ahead += 3000;
  expect(idsIn((await others.list()).hosts)).toEqual([[]]);
});

test('the key of the first sight stays, also after a restart, until the operator says otherwise', async () => {
  let by = KEY;
  const a = await host((response, origin) => response.end(signed(origin, { by })));
  const { keyRing } = memoryStore().stores;
  const first = looking([a.origin], { keyRing });
  expect(idsIn(await first.look())).toEqual([['GV7GJP3W']]);
  by = OTHER;
  const restarted = looking([a.origin], { keyRing });
  expect(idsIn(await restarted.look())).toEqual([[]]);
  await restarted.look();
  expect(restarted.outcomes).toEqual(['other-key', 'other-key']);
  const told = restarted.warned.filter((fields) => 'key' in fields);
  expect(told).toEqual([{ host: a.origin, known: KEY.key, key: OTHER.key }]);
  expect(idsIn(await looking([`${a.origin}#${OTHER.key}`], { keyRing }).look())).toEqual([['GV7GJP3W']]);
  expect(idsIn(await looking([a.origin], { keyRing }).look())).toEqual([['GV7GJP3W']]);
});

test('the key that the operator has written is kept too where a host says something else than tables', async () => {
  const { keyRing } = memoryStore().stores;
  const a = await host((response, origin) => response.end(signed(origin, { by: OTHER })));
  await keyRing.put(`host ${a.origin}`, KEY.key);
  const hear = ({ others }: ReturnType<typeof looking>) =>
    others.hear(a.origin, '/', (text, key) => judge(text, { host: a.origin, key, newest: 0, now: now() }));
  expect(await hear(looking([a.origin], { keyRing }))).toBe('other-key');
  expect(await hear(looking([`${a.origin}#${OTHER.key}`], { keyRing }))).toHaveProperty('tables');
  expect(await hear(looking([a.origin], { keyRing }))).toHaveProperty('tables');
});

test('a name that leads into a private network is not asked, unless the operator trusts the network', async () => {
  const inside = { resolve: async () => ['127.0.0.1'] };
  const { look, outcomes } = looking(['https://rebound.example'], inside);
  await look();
  expect(outcomes).toEqual(['private-address']);
  const trusting = looking(['https://rebound.example:1'], { ...inside, more: { WEBHOOKS: 'any' } });
  await trusting.look();
  expect(trusting.outcomes).toEqual(['unreached']);
});

const MEGABYTE = ' '.repeat(1 << 20);
const OK = 'HTTP/1.1 200 OK\r\n';
/** As long as it is let. */
function flood(socket: Socket, first: string, again: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(again));
  };
  socket.on('drain', more).write(first);
  more();
}

test.each<[string, string, (socket: Socket) => void]>([
  ['closes at once', 'unreached', (socket) => socket.destroy()],
  ['closes in the middle of its head', 'unreached', (socket) => socket.end('HTTP/1.1 20')],
  [
    'closes in the middle of its answer',
    'unreached',
    (socket) => socket.end(`${OK}Content-Length: 500\r\n\r\n{"signed":`),
  ],
  ['closes an answer without a length', 'form', (socket) => socket.end(`${OK}Connection: close\r\n\r\n{"signed":`)],
  ['speaks another protocol', 'unreached', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ['sends a head without an end', 'unreached', (socket) => flood(socket, OK, 'X: y\r\n'.repeat(1000))],
  [
    'sends an answer without an end',
    'too-large',
    (socket) => flood(socket, `${OK}Content-Length: 104857600\r\n\r\n`, MEGABYTE),
  ],
  [
    'sends chunks without an end',
    'too-large',
    (socket) => flood(socket, `${OK}Transfer-Encoding: chunked\r\n\r\n`, `100000\r\n${MEGABYTE}\r\n`),
  ],
  [
    'promises more than it sends',
    'unreached',
    (socket) => void socket.write(`${OK}Content-Length: 500\r\n\r\n{"signed":`),
  ],
  [
    'says that nothing has changed, although nothing is known',
    'refused',
    (socket) => socket.end('HTTP/1.1 304 Not Modified\r\n\r\n'),
  ],
  [
    'goes over to another protocol',
    'unreached',
    (socket) => socket.write('HTTP/1.1 101 Any\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  ['has an error', 'refused', (socket) => socket.end('HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n')],
])('a host that %s is passed over', async (_, outcome, write) => {
  const origin = await rawHost(write);
  const good = await host((response, own) => response.end(signed(own)));
  const { look, outcomes } = looking([origin, good.origin]);
  expect(idsIn(await look())).toEqual([[], ['GV7GJP3W']]);
  await expect.poll(() => outcomes, { timeout: 5000 }).toHaveLength(2);
  expect(outcomes.toSorted()).toEqual([outcome, 'new'].toSorted());
});

test('an answer that ends at any byte is not believed', async () => {
  const whole = (of: string) => {
    const body = signed(of);
    return `${OK}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  let cut = 0;
  const origin = await rawHost((socket) => socket.end(whole(origin).slice(0, cut)));
  const { look, outcomes } = looking([origin]);
  const { length } = whole(origin);
  for (; cut < length; cut += 7) expect(idsIn(await look())).toEqual([[]]);
  expect(new Set(outcomes)).toEqual(new Set(['unreached']));
  cut = length;
  expect(idsIn(await look())).toEqual([['GV7GJP3W']]);
});

test('a redirect is not followed', async () => {
  const target = await host((response, origin) => response.end(signed(origin)));
  for (const status of [301, 302, 303, 307, 308]) {
    const a = await host((response) =>
      response.writeHead(status, { location: target.origin }).end(signed(target.origin)),
    );
    const { look, outcomes } = looking([a.origin]);
    expect(idsIn(await look())).toEqual([[]]);
    expect(outcomes).toEqual(['refused']);
  }
  expect(target.asked).toEqual([]);
});

test('a host that stands still holds up no person until it has failed', async () => {
  const origin = await rawHost(() => {});
  const { others, outcomes } = looking([origin]);
  await others.list();
  expect(outcomes).toEqual([]);
  await expect.poll(() => outcomes, { timeout: 5000 }).toEqual(['unreached']);
});

test('a host that fails is asked less and less often, and told of once', async () => {
  const a = await host((response) => response.writeHead(500).end());
  const { others, warned } = looking([a.origin]);
  for (let second = 0; second < 60; second++) {
    clock.ahead += 1000;
    await others.list();
  }
  expect(a.asked.length).toBeGreaterThan(4);
  expect(a.asked.length).toBeLessThan(9);
  expect(warned).toEqual([{ host: a.origin, outcome: 'refused' }]);
});
