/** What the operator sees of a server that starts, or cannot; and what players see of one that stops. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Answer } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, runProgram } from '../support/program.ts';
import { ChildServer } from '../support/server.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const MAY_TRY_RECONNECT = 4010;
const OTHER_USER = 65534;
const TABLES = 3;
/** Far less than such a client may stay silent while the server runs. */
const NOT_HELD_UP = { timeout: 30_000 };

const newFolder = () => mkdtempSync(join(tmpdir(), 'start-and-stop-'));

async function startServer(folder = newFolder()): Promise<ChildServer> {
  const settings = { DATA_DIR: folder, MESSAGES_PER_SECOND: '100000', LOG_LEVEL: 'info' };
  const server = new ChildServer(await freePort(), settings);
  onTestFinished(() => void server.end('SIGKILL'));
  await server.start();
  return server;
}

test('what keeps a server from starting is told in a few words, with what to do', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  const problems = async (env: Readonly<Record<string, string>>) => {
    const folder = newFolder();
    const where = { folder, state: folder, env: { DATA_DIR: folder, ...env } };
    const ended = await runProgram(['server/src/main.ts'], '', where);
    expect(ended.code).toBe(1);
    return ended.problems;
  };
  const [taken, bad, foreign, unknown] = await Promise.all([
    problems({ PORT: String(port) }),
    problems({ PORT: 'high', JOURNAL: 'stone' }),
    problems({ HOST: '192.0.2.1', PORT: '0' }),
    problems({ HOST: '[::1]', PORT: '0' }),
  ]);
  expect(taken).toBe(
    `Port ${port} of 127.0.0.1 is taken: another program listens there, perhaps another npm start. Stop it, or start with another: PORT=2600 npm start\n`,
  );
  for (const words of ['PORT=high: ', 'JOURNAL=stone: ']) expect(bad).toContain(words);
  expect(bad).not.toMatch(/\n {4}at /);
  expect(foreign).toMatch(/^The server may not listen on 192\.0\.2\.1:0 \(EADDRNOTAVAIL\)\./);
  expect(unknown).toMatch(
    /^HOST=\[::1\] is not a name or address that this machine knows .* without brackets, like ::1\.\n$/,
  );
});

test('data of another user is told as such, and not as a port that is taken', () => {
  const folder = newFolder();
  chmodSync(folder, 0o777);
  writeFileSync(join(folder, 'flower-war.sqlite'), '', { mode: 0 });
  const asUser = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  const env = { ...process.env, DATA_DIR: folder, PORT: '0' };
  const ended = spawnSync(process.execPath, ['server/src/main.ts'], { ...asUser, env, cwd: ROOT, encoding: 'utf8' });
  expect(ended).toMatchObject({
    status: 1,
    stderr: `The data folder ${folder} cannot be used: this user may not read and write there (EACCES). Give it to the user of the server, or choose another DATA_DIR.\n`,
  });
});

test('a clock that is far behind the data is told, and nothing else of the clock', async () => {
  const folder = newFolder();
  const server = await startServer(folder);
  const warnings = () => server.said.match(/the clock of this machine is behind the data/g);
  for (const ahead of [0, 86_400_000]) {
    expect(warnings()).toBeNull();
    await server.end('SIGTERM');
    const data = new DatabaseSync(join(folder, 'flower-war.sqlite'));
    data.prepare('UPDATE alive SET at = at + ?').run(ahead);
    data.close();
    await server.start();
  }
  expect(warnings()).toHaveLength(1);
});

test('a damaged database is told with its folder and with what to do', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'flower-war.sqlite'), 'no database, and long enough to be seen as none '.repeat(20));
  const { code, problems } = await runProgram(['server/src/main.ts'], '', {
    folder,
    state: folder,
    env: { DATA_DIR: folder, PORT: '0' },
  });
  expect(code).toBe(1);
  expect(problems).toMatch(
    new RegExp(
      `^The database in ${folder} is damaged \\(file is not a database\\).* restore FILE --force\\.[^\\n]*\\n$`,
    ),
  );
});

interface Seat {
  readonly client: RawClient;
  accepted: number;
  readonly others: Answer[];
}

async function seatsAtTable({ url }: ChildServer): Promise<readonly Seat[]> {
  const people = [await newPerson(url), await newPerson(url)];
  const match = await newMatch(people[0]!, { game: 'tieqchieq' });
  const seats = [];
  for (const person of people) seats.push({ client: await takeSeat(person, match), accepted: 0, others: [] });
  return seats;
}

/** Plays as fast as possible, until the connection is gone. */
async function play(seat: Seat): Promise<void> {
  const { client } = seat;
  for (let n = 0, last: number | undefined; ; n++) {
    const asked = () => {
      const own = client.privates.at(-1);
      return own?.decision === undefined || own.decision === last ? undefined : own;
    };
    try {
      await client.until(() => asked() !== undefined);
      const own = asked()!;
      last = own.decision;
      const answer = await client.request('act', [n, own.decision, own.legal[0]]);
      if (answer.kind === 'accepted') seat.accepted++;
      else seat.others.push(answer);
    } catch {
      return;
    }
  }
}

test('SIGTERM under moves: nobody is refused, all are told to come back, and the code is 0', async () => {
  const server = await startServer();
  const seats: Seat[] = [];
  for (let n = 0; n < TABLES; n++) seats.push(...(await seatsAtTable(server)));
  const playing = Promise.all(seats.map(play));
  await expect.poll(() => seats.reduce((total, { accepted }) => total + accepted, 0)).toBeGreaterThan(100);

  expect(await server.end('SIGTERM')).toBe(0);
  await playing;
  expect(new Set(seats.map(({ client }) => client.closeCode))).toEqual(new Set([MAY_TRY_RECONNECT]));
  expect(seats.flatMap(({ others }) => others).filter(({ kind }) => kind !== 'retry')).toEqual([]);
  expect(server.said).not.toContain('"level":50');
});

test('a client that does not say goodbye cannot hold up the end', NOT_HELD_UP, async () => {
  const server = await startServer();
  for (const { client } of await seatsAtTable(server)) client.socket.pause();
  expect(await server.end('SIGTERM')).toBe(0);
});

test('a server is ready when it says so, and lets go of a caller who keeps the line open', NOT_HELD_UP, async () => {
  const server = await startServer();
  const kept = await fetch(`${server.url}/health/ready`, { headers: { connection: 'keep-alive' } });
  expect(await kept.json()).toEqual({ ready: true });
  expect((await fetch(server.url)).status).toBe(200);
  expect(await server.end('SIGTERM')).toBe(0);
  await expect(fetch(server.url)).rejects.toThrow();
});
