/** What the front door does with sockets, and with a process that is silent. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { atTheEnd, endAll, until } from '@flower-war/bridge/testing';
import { freePort } from '@flower-war/protocol/hosting';
import { afterEach, expect, test } from 'vitest';
import { ask, type Behind, raw, startBehind, startDoor } from './door.fixture.ts';

afterEach(endAll);

/** Takes every socket: it says its name, then repeats what it hears. */
async function withSockets(name: string): Promise<Behind & { readonly sockets: readonly Socket[] }> {
  const behind = await startBehind(name);
  const sockets: Socket[] = [];
  behind.http.on('upgrade', ({ headers }, socket: Socket, head) => {
    sockets.push(socket);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    socket.write(`${name} for ${headers['x-forwarded-for']};${head}`);
    socket.on('error', () => socket.destroy()).pipe(socket);
  });
  return { ...behind, sockets };
}

const opening = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n`;

test('a socket goes to the process that its path names, and any process takes one with another name', async () => {
  const door = await startDoor();
  const [a, b] = [await withSockets('a'), await withSockets('b')];
  await door.tell(['a', a.port, true], ['b', b.port]);
  for (const name of ['a', 'b', 'a'])
    expect(await raw(door.port, `${opening(`/${name}/room?sessionId=1`)}hello`)).toMatch(
      new RegExp(`^HTTP/1.1 101 [\\s\\S]*\r\n\r\n${name} for 127.0.0.1;(hello)?(hello)?$`),
    );
  for (const path of ['/c/room', '/127.0.0.1:1/room', '/constructor/room', '/a', '//', '*'])
    expect(await raw(door.port, opening(path))).toContain('\r\n\r\nb for ');
});

test('a socket of a process that is gone goes to another, which can say so', async () => {
  const door = await startDoor();
  const b = await startBehind('b');
  b.http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 409 Conflict\r\nContent-Length: 4\r\n\r\ngone'));
  await door.tell(['a', await freePort()], ['b', b.port]);
  expect(await raw(door.port, opening('/a/room'))).toMatch(/^HTTP\/1.1 409 Conflict\r\n[\s\S]*\r\n\r\ngone$/);
  await door.tell();
  expect(await raw(door.port, opening('/a/room'))).toMatch(/^HTTP\/1.1 503 [\s\S]*"unavailable"/);
});

test('a refused caller who keeps its half open is let go of, wherever it was refused', async () => {
  const door = await startDoor();
  const b = await startBehind('b');
  b.http.on('upgrade', (_, socket) => socket.end('HTTP/1.1 409 Conflict\r\nContent-Length: 4\r\n\r\ngone'));
  const files = () => readdirSync(`/proc/${door.child.pid}/fd`).length;
  const before = files();
  for (const processes of [[], [['b', b.port]]] as const) {
    await door.tell(...processes);
    const callers = Array.from({ length: 50 }, () => {
      const caller = connect({ port: door.port, host: '127.0.0.1', allowHalfOpen: true });
      atTheEnd(() => caller.destroy());
      caller.write(opening('/a/room'));
      return once(caller.resume(), 'end');
    });
    await Promise.all(callers);
    await until(() => expect(files()).toBeLessThan(before + 10));
  }
});

test('an offer of another protocol than sockets is a plain request', async () => {
  const [door, a] = [await startDoor(), await startBehind('a')];
  await door.tell(['a', a.port]);
  expect((await ask(door.port, { headers: { connection: 'upgrade', upgrade: 'h2c' } })).text).toBe('a:');
});

async function opened(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  atTheEnd(() => socket.destroy());
  socket.write(opening(path));
  await once(socket, 'data');
  return socket;
}

test('the end of either side ends the other', async () => {
  const [door, a] = [await startDoor(), await withSockets('a')];
  await door.tell(['a', a.port]);
  const one = await opened(door.port, '/a/room');
  one.destroy();
  await until(() => expect(a.sockets[0]?.destroyed).toBe(true));
  const other = await opened(door.port, '/a/room');
  a.sockets[1]?.destroy();
  await once(other, 'close');
});

test('a process that answers no health check loses its sockets and requests, so that clients look elsewhere', async () => {
  const door = await startDoor();
  const [a, b] = [await withSockets('a'), await withSockets('b')];
  await door.tell(['a', a.port], ['b', b.port]);
  const [atA, atB] = [await opened(door.port, '/a/room'), await opened(door.port, '/b/room')];
  const usual = a.http.listeners('request')[0] as () => void;
  a.http.off('request', usual).on('request', () => {});
  const since = performance.now();
  await once(atA, 'close');
  expect(performance.now() - since).toBeGreaterThan(3000);
  expect(atB.destroyed).toBe(false);
  for (let n = 0; n < 3; n++) expect((await ask(door.port)).text).toBe('b:');
});
