/** The doctor, beside servers, databases and proxies that are well, weak or wrong. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Duplex } from 'node:stream';
import { freePort } from '@flower-war/protocol/hosting';
import { noPostgres, noRedis, TestPostgres, TestRedis } from '@flower-war/server/testing';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { OPERATOR_TOKEN } from '../support/api.ts';
import { ROOT, runProgram } from '../support/program.ts';
import { ChildServer } from '../support/server.ts';

const OTHER_USER = 65534;
const tool = (name: string) => join(ROOT, 'server/tools', name);
let [folder, free] = ['', 0];
const servers: ChildServer[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  free = await freePort();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end('SIGKILL');
});

const at = (name: string) => join(folder, name);

/** What it says of each thing, and its code. */
async function examined(env: NodeJS.ProcessEnv = {}, ...words: readonly string[]) {
  const settings = { DATA_DIR: at('data'), PORT: String(free), ...env };
  const where = { folder, state: folder, env: settings };
  const { code, out, problems } = await runProgram([tool('doctor/doctor.ts'), '--json', ...words], '', where);
  expect(problems).toBe('');
  const found = JSON.parse(out) as readonly { about: string; state: string; says: string; mend?: string }[];
  return { code, of: Object.fromEntries(found.map((one) => [one.about, one])) };
}

async function started(): Promise<ChildServer> {
  const server = new ChildServer(free, { DATA_DIR: at('data'), OPERATOR_TOKEN });
  servers.push(server);
  await server.start();
  return server;
}

/** A program that answers HTTP. Without `upgrade` it is as a proxy that knows no upgrades. */
async function listening(
  answer: (path: string, headers: IncomingHttpHeaders) => Promise<Response>,
  upgrade?: (socket: Duplex) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', request.headers).then(async (told) => {
      response.writeHead(told.status, Object.fromEntries(told.headers));
      response.end(await told.text());
    });
  });
  if (upgrade !== undefined) server.on('upgrade', (_, socket) => upgrade(socket));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('before the first start all is good but the server, which does not run', async () => {
  const { code, of } = await examined();
  expect(code).toBe(1);
  const states = Object.entries(of).map(([about, { state }]) => [about, state]);
  expect(states.filter(([about]) => about !== 'disk')).toEqual([
    ['Node', 'good'],
    ['folder', 'good'],
    ['space', 'good'],
    ['server', 'weak'],
  ]);
  expect(of['folder']?.says).toContain('made at the first start');
  expect(of['disk']?.says).toMatch(/a sync takes [\d.]+ ms/);
});

test('beside a server that runs, with its address for the public and a fresh backup, all is good', async () => {
  const { url } = await started();
  mkdirSync(at('backups'));
  const file = at('backups/one.sqlite');
  await runProgram([tool('backup.ts'), file], '', { folder, state: folder, env: { DATA_DIR: at('data') } });
  const all = { PUBLIC_URL: url, OPERATOR_TOKEN };
  const well = await examined(all, '--backups', at('backups'));
  for (const about of ['Node', 'folder', 'space', 'server', 'public', 'streams', 'addresses', 'backup'])
    expect(well.of[about], about).toMatchObject({ state: 'good' });
  expect(well.of['public']?.says).toContain('passes upgrades');

  const old = Date.now() / 1000 - 30 * 3600;
  utimesSync(file, old, old);
  const weak = await examined(all, '--backups', at('backups'));
  expect(weak).toMatchObject({ of: { backup: { state: 'weak', says: expect.stringContaining('30 hours old') } } });
  writeFileSync(at('backups/flower-war.sqlite.damaged'), 'no database');
  const aside = (await examined(all, '--backups', at('backups'))).of['backup'];
  expect(aside).toMatchObject({ state: 'wrong', mend: expect.stringContaining('go back to one.sqlite') });
  rmSync(at('backups/flower-war.sqlite.damaged'));
  writeFileSync(at('backups/two.sqlite'), 'no database');
  const wrong = await examined(all, '--backups', at('backups'));
  expect(wrong).toMatchObject({ code: 2, of: { backup: { state: 'wrong', mend: expect.stringContaining('rotate') } } });
  expect(wrong.of['backup']?.says).toContain('two.sqlite would not be restored');
});

test('a host that the machine does not know is told as such, not as a port that is taken', async () => {
  const { code, of } = await examined({ HOST: '[::1]' });
  expect([code, of['server']?.state]).toEqual([2, 'wrong']);
  expect(of['server']?.says).toMatch(/^HOST=\[::1\] is not a name or address that this machine knows/);
});

test('other hosts are asked for their tables, and this one as they ask it', async () => {
  const url = `http://127.0.0.1:${free}`;
  const server = new ChildServer(free, { DATA_DIR: at('data'), PUBLISH: 'on', PUBLIC_URL: url });
  servers.push(server);
  await server.start();
  const silent = await listening(async () => new Response('no', { status: 404 }));
  const own = { PUBLISH: 'on', PUBLIC_URL: url };
  expect((await examined(own)).of['hosts']).toMatchObject({ state: 'good', says: `${url} tells of open tables` });
  const { of } = await examined({ ...own, HOSTS: `${silent},${url}#${'a1'.repeat(32)}` });
  expect(of['hosts']).toMatchObject({ state: 'weak' });
  expect(of['hosts']?.says).toBe(`no tables come from ${silent}: refused, ${url}: other-key`);
  expect((await examined({ PUBLISH: 'on' })).of['settings']?.says).toContain('without PUBLIC_URL');
});

test('a proxy that passes no upgrades, another program, and nothing at all are told apart', async () => {
  const { url } = await started();
  const proxy = await listening((path) => fetch(url + path));
  const other = await listening(async () => new Response('hello'));
  const said = async (PUBLIC_URL: string) => (await examined({ PUBLIC_URL })).of['public'];
  expect(await said(proxy)).toMatchObject({ state: 'wrong', says: expect.stringContaining('passes no upgrades') });
  expect(await said(other)).toMatchObject({ state: 'wrong', says: expect.stringContaining('another program') });
  const taking = await listening(
    (path) => fetch(url + path),
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  );
  expect(await said(taking)).toMatchObject({ state: 'wrong', says: expect.stringContaining('passes no upgrades') });
  const silent = await listening(
    (path) => fetch(url + path),
    () => {},
  );
  expect(await said(silent)).toMatchObject({ state: 'wrong', says: expect.stringContaining('passes no upgrades') });
  const nobody = `http://127.0.0.1:${await freePort()}`;
  expect(await said(nobody)).toMatchObject({ state: 'wrong', says: expect.stringContaining('does not answer') });
  free = Number(new URL(other).port);
  expect((await examined()).of['server']).toMatchObject({
    state: 'wrong',
    says: expect.stringMatching(/another program/),
  });
});

test('a server that takes no players now is told with its state, and is no other program', async () => {
  const { url } = await started();
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}` };
  await fetch(`${url}/api/operator/drain`, { method: 'POST', headers });
  const { of } = await examined({ PUBLIC_URL: url });
  for (const about of ['server', 'public'])
    expect(of[about]).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('takes no players now: draining'),
      mend: expect.stringContaining('/operator'),
    });
});

test('a port that no browser opens is told as such', async () => {
  const { of } = await examined({ PORT: '6667' });
  expect(of['server']).toMatchObject({ state: 'weak', says: expect.stringContaining('browsers open no page') });
});

test('the token goes through no proxy, and what goes in its place opens one route', async () => {
  const { url } = await started();
  const heard = new Set<string>();
  const proxy = await listening((path, { authorization = '' }) => {
    heard.add(authorization);
    return fetch(url + path, { headers: { authorization } });
  });
  const { of } = await examined({ PUBLIC_URL: proxy, OPERATOR_TOKEN });
  expect(of['streams']).toMatchObject({ state: 'wrong', says: expect.stringContaining('back') }); // it passes on only whole answers
  const keys = [...heard].filter(Boolean);
  expect(keys.length).toBeGreaterThan(0);
  for (const authorization of keys) {
    expect(authorization).not.toContain(OPERATOR_TOKEN);
    const status = async (path: string) => (await fetch(url + path, { headers: { authorization } })).status;
    expect(await status('/api/operator/stream')).toBe(200);
    for (const path of ['/api/operator', '/operator', '/metrics', '/api/operator/people'])
      expect(await status(path), path).toBe(401);
  }
});

/** A peer of whom nothing ever comes to an end. */
async function endless(begin: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    begin(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function dripping(socket: Socket, head: string, more: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(more), 200);
  socket.once('close', () => clearInterval(timer));
}

const ENDLESS: readonly ((socket: Socket) => void)[] = [
  () => {},
  (socket) => dripping(socket, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'),
  (socket) => dripping(socket, 'HTTP/1.1 200 OK\r\n\r\n', ' '),
];

/** What PostgreSQL says to who may come in, and then nothing more. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

test('a proxy or a database that never comes to an end holds the doctor up for a while only', async () => {
  const proxies = ENDLESS.map(async (begin) => {
    const { of } = await examined({ PUBLIC_URL: `http://${await endless(begin)}`, OPERATOR_TOKEN });
    for (const about of ['public', 'streams', 'addresses']) expect(of[about]).toMatchObject({ state: 'wrong' });
  });
  const place = await endless((socket) => socket.once('data', () => socket.write(WELCOME)));
  const { of } = await examined({ DATABASE_URL: `postgres://x:secret@${place}/x` });
  expect(of['PostgreSQL']).toMatchObject({ state: 'wrong', says: expect.stringContaining('within 20 seconds') });
  await Promise.all(proxies);
});

test('settings come from a file, too; one that cannot be read is told', async () => {
  writeFileSync(at('host.env'), '# a comment\nMIN_FREE_MB=900000000\nOPERATOR_TOKEN=\n');
  expect((await examined({}, '--settings', 'host.env')).of['space']?.says).toContain('MIN_FREE_MB=900000000');
  writeFileSync(at('host.env'), 'MIN_FREE_MB=900000000 # a comment\nexport OPERATOR_TOKEN=a secret of the host');
  const odd = await examined({}, '--settings', 'host.env');
  expect(odd.of['settings']?.says).toContain('MIN_FREE_MB=900000000 # a comment');
  writeFileSync(at('host.env'), 'export OPERATOR_TOKEN=a secret of the host');
  const { settings } = (await examined({}, '--settings', 'host.env')).of;
  expect(settings).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('line 1 of host.env is not a setting'),
  });
  expect(JSON.stringify(settings)).not.toContain('secret');
  const where = { folder, state: folder };
  const { code, problems } = await runProgram([tool('doctor/doctor.ts'), '--settings', 'none.env'], '', where);
  expect({ code, problems }).toMatchObject({ code: 2, problems: expect.stringContaining('none.env') });
});

test('what a data folder lacks is told with how to mend it', async () => {
  mkdirSync(at('data'));
  chmodSync(at('data'), 0o755);
  const { code, of } = await examined({ MIN_FREE_MB: '900000000' }, '--backups', at('none'));
  expect(code).toBe(2);
  expect(of['folder']).toMatchObject({ state: 'weak', mend: expect.stringContaining('chmod 700') });
  expect(of['space']).toMatchObject({ state: 'wrong', says: expect.stringContaining('MIN_FREE_MB=900000000') });
  expect(of['backup']).toMatchObject({ state: 'wrong', says: expect.stringContaining('holds no backup') });
});

/** Changes the data of a server that has ended. */
function changed(sql: string): void {
  const database = new DatabaseSync(at('data/flower-war.sqlite'));
  database.exec(sql);
  database.close();
}

function replaced(name: string, by: (path: string) => void): void {
  rmSync(at(name), { recursive: true, force: true });
  by(at(name));
}

const MOVED = JSON.stringify({ move: 'x', to: 'postgres://db/x', at: 0 });

test.each<[what: string, spoil: () => void, says: RegExp]>([
  ['moved away', () => changed(`INSERT INTO keys VALUES ('moved', '${MOVED}')`), /was moved to postgres:\/\/db\/x/],
  ['newer', () => changed('PRAGMA user_version = 999'), /format 999/],
  ['damaged', () => writeFileSync(at('data/flower-war.sqlite'), 'no database '.repeat(99)), /is damaged/],
  [
    'beside a folder in the place of its log',
    () => replaced('data/flower-war.sqlite-log', mkdirSync),
    /-log is a folder/,
  ],
  [
    'beside another file in the place of its lock',
    () => writeFileSync(at('data/in-use.sqlite'), 'x'),
    /in-use\.sqlite is not a/,
  ],
  ['replaced by a file', () => replaced('data', (path) => writeFileSync(path, '')), /a file is in its place/],
  [
    'behind a link that leads nowhere',
    () => replaced('data', (path) => symlinkSync(at('none'), path)),
    /a link in its path/,
  ],
  ['gone', () => rmSync(at('data/flower-war.sqlite')), /holds nothing/],
])(
  'data that is %s keeps a server from starting, and the doctor tells of it as the server does',
  async (_, spoil, says) => {
    const server = await started();
    await server.end('SIGTERM');
    expect((await examined()).of['folder']).toMatchObject({ state: 'good' });
    spoil();
    const { code, of } = await examined();
    expect([code, of['folder']?.state]).toEqual([2, 'wrong']);
    expect(of['folder']?.says).toMatch(says);
    const where = { folder, state: folder, env: { DATA_DIR: at('data'), PORT: '0' } };
    const { problems } = await runProgram(['server/src/main.ts'], '', where);
    expect(problems).toBe(`${of['folder']?.says}\n`);
  },
);

test('data of another user is told as the server tells it', () => {
  mkdirSync(at('data'));
  for (const path of [folder, at('data')]) chmodSync(path, 0o777);
  writeFileSync(at('data/flower-war.sqlite'), '', { mode: 0 });
  const asUser = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  const env = { ...process.env, DATA_DIR: at('data'), PORT: String(free) };
  const { stdout } = spawnSync(process.execPath, [tool('doctor/doctor.ts')], { ...asUser, env, encoding: 'utf8' });
  expect(stdout).toContain(
    `wrong  folder      The data folder ${at('data')} cannot be used: this user may not read and`,
  );
});

test.each([
  { STAND_IN: 'unknown' },
  { BOTS: '/nonexistent' },
  { PUZZLES: '/nonexistent' },
  { NAMES_BLOCKED: '/nonexistent' },
])('files and bots that the server cannot use are told as it tells them: %j', async (env) => {
  const { code, of } = await examined(env);
  expect([code, of['files']?.state]).toEqual([2, 'wrong']);
  expect(of['files']?.says).toContain(`${Object.entries(env)[0]?.join('=')} `);
});

test('settings that cannot be used are told as such, and no secret of them', async () => {
  const { code, of } = await examined({ PORT: 'hello', OPERATOR_TOKEN: 'so secret' });
  expect([code, Object.keys(of)]).toEqual([2, ['settings']]);
  expect(of['settings']?.says).toContain('PORT=hello');
  expect(of['settings']?.says).not.toContain('so secret');
});

test.skipIf(noPostgres ?? noRedis)(
  'a database that forgets is wrong, and one that is away; Redis that is away is weak',
  async () => {
    const [postgres, redis] = [await TestPostgres.start(), await TestRedis.start()];
    onTestFinished(() => postgres.stop());
    const stores = { DATABASE_URL: await postgres.fresh(), REDIS_URL: redis.url };
    const well = await examined(stores);
    expect(well.of).toMatchObject({ PostgreSQL: { state: 'good' }, Redis: { state: 'good' } });
    expect(well.of['folder']?.says).toContain('made at the first start'); // with the key of the temples
    writeFileSync(at('data'), '');
    expect((await examined(stores)).of['folder']).toMatchObject({ state: 'wrong' });
    rmSync(at('data'));
    await redis.kill();
    expect((await examined(stores)).of['Redis']).toMatchObject({ state: 'weak' });
    const away = await examined({ DATABASE_URL: `postgres://x:secret@127.0.0.1:${free}/x` });
    expect(away).toMatchObject({ code: 2, of: { PostgreSQL: { state: 'wrong' } } });
    expect(JSON.stringify(away)).not.toContain('secret');
    for (const [says, format, value] of [
      ['was moved to', 10, MOVED],
      ['format 999', 999, ''],
    ] as const) {
      const url = await postgres.fresh();
      const tables = 'CREATE TABLE format (n BIGINT); CREATE TABLE keys (name TEXT PRIMARY KEY, value TEXT)';
      const rows = `INSERT INTO format VALUES (${format}); INSERT INTO keys SELECT 'moved', '${value}' WHERE '${value}' <> ''`;
      await postgres.ask(new URL(url).pathname.slice(1), `${tables}; ${rows}`);
      const found = (await examined({ DATABASE_URL: url })).of['PostgreSQL'];
      expect(found).toMatchObject({ state: 'wrong', says: expect.stringContaining(says) });
    }
    const forgetful = await TestPostgres.start(['fsync=off']);
    onTestFinished(() => forgetful.stop());
    const { of } = await examined({ DATABASE_URL: await forgetful.fresh() });
    expect(of['PostgreSQL']).toMatchObject({ state: 'wrong', says: expect.stringContaining('fsync = off') });
  },
);
