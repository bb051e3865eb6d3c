/** Simulated connections beside real ones: one suite for both, so that the simulator shows programs what they would really see. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { builtinsOf } from './builtins.ts';
import { clocksOf } from './clock.ts';
import { Network } from './network.ts';
import { Program } from './program.ts';
import { World } from './world.ts';

interface TestedNetwork {
  readonly net: Pick<typeof net, 'createServer' | 'connect'>;
  readonly http: Pick<typeof http, 'createServer' | 'request'>;
  readonly run: <T>(job: Promise<T>) => Promise<T>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

const real: TestedNetwork = { net, http, run: (job) => job, pause };

function simulated(): TestedNetwork {
  const world = new World(5, new Map([['people', () => {}]]));
  const network = new Network(world);
  const program = Program.begin(world, network, { name: 'people', kind: 'people' });
  const { require } = builtinsOf(program, { clocks: clocksOf(program), process });
  const run = async <T>(job: Promise<T>): Promise<T> => {
    let isOver = false;
    const over = () => (isOver = true);
    job.then(over, over);
    world.in(3_600_000, () => {}); // a test that waits for ever fails by its time-out
    await world.run(() => isOver);
    return job;
  };
  return {
    net: require('node:net') as typeof net,
    http: require('node:http') as typeof http,
    run,
    pause: (ms) => world.pause(ms),
  };
}

const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

describe.each([
  ['real', () => real],
  ['simulated', simulated],
] as const)('%s connections', (_, placeOf) => {
  const { net: Net, http: Http, run, pause: wait } = placeOf();

  async function listening(onConnection: (socket: Socket) => void, allowHalfOpen = true): Promise<number> {
    const server: Server = Net.createServer({ allowHalfOpen }, onConnection);
    ends.push(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  }

  const connected = async (port: number): Promise<Socket> => {
    const socket = Net.connect({ port, host: '127.0.0.1' });
    ends.push(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };

  const that = (name: string, job: () => Promise<void>) => test(name, () => run(job()));

  that('bytes come in their order, and the end comes after them', async () => {
    const port = await listening((socket) => socket.pipe(socket));
    const socket = await connected(port);
    const sent = Buffer.from(Array.from({ length: 300_000 }, (_one, n) => n % 251));
    for (let at = 0; at < sent.length; at += 7000) socket.write(sent.subarray(at, at + 7000));
    socket.end();
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(sent)).toBe(true);
  });

  that('where no program listens, a connection is refused', async () => {
    const port = await listening(() => {});
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
    const [error] = await once(Net.connect({ port, host: '127.0.0.1' }), 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  that('a reset is an error at the other end', async () => {
    const port = await listening((socket) => socket.once('data', () => socket.resetAndDestroy()));
    const socket = await connected(port);
    socket.write('x');
    const [error] = await once(socket, 'error');
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  that('who has ended their half still hears the other one', async () => {
    const port = await listening((socket) => socket.resume().once('end', () => socket.end('late')));
    const socket = await connected(port);
    socket.end('early');
    const [heard] = await once(socket, 'data');
    expect(String(heard)).toBe('late');
    await once(socket, 'close');
  });

  that('a destroyed end is the end of the other one, and who writes on learns that it broke', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const port = await listening((socket) => accepted.resolve(socket.on('error', () => {})));
    const socket = await connected(port);
    const there = await accepted.promise;
    const closed = new Promise((resolve) => there.once('close', resolve));
    socket.destroy();
    there.resume();
    await once(there, 'end');
    const write = () => there.destroyed || there.write('y', () => setImmediate(write));
    write();
    await closed;
    expect(there.destroyed).toBe(true);
  });

  that('a reader who does not read holds the writer up', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const port = await listening((socket) => accepted.resolve(socket.pause()));
    const socket = await connected(port);
    const reader = await accepted.promise;
    const piece = Buffer.alloc(1024 * 1024);
    let taken = 0;
    for (let n = 0; n < 30; n++) socket.write(piece, () => taken++);
    await wait(100);
    expect(taken).toBeLessThan(30);
    let read = 0;
    reader.on('data', (part: Buffer) => (read += part.length)).resume();
    socket.end();
    await once(reader, 'end');
    expect(read).toBe(30 * piece.length);
  });

  that('HTTP keeps a connection, streams an answer, and upgrades', async () => {
    const server = Http.createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        response.write(`${request.method} `);
        setImmediate(() => response.end(body));
      });
    });
    server.on('upgrade', (_request, socket) =>
      socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello'),
    );
    ends.push(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    for (const said of ['one', 'two']) {
      const sent = Http.request({ host: '127.0.0.1', port, method: 'POST' }).end(said);
      const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
      expect(String(await answer.reduce((all, part) => all + String(part), ''))).toBe(`POST ${said}`);
    }
    const headers = { connection: 'Upgrade', upgrade: 'x' };
    const [, , head] = await once(Http.request({ host: '127.0.0.1', port, headers }).end(), 'upgrade');
    expect(String(head)).toBe('hello');
  });
});
