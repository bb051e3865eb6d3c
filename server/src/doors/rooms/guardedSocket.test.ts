/** What many clients are sent at once: each gets every frame as it was, in order, and no player waits for spectators. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Protocol } from '@colyseus/core';
import { WebSocketClient } from '@colyseus/ws-transport';
import { fastChance } from '@flower-war/rules';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { GuardedSocket, sendSafely } from './guardedSocket.ts';

const SEED = Number(process.env.SEED ?? 1);
const http = createServer();
const sockets = new WebSocketServer({ server: http, WebSocket: GuardedSocket });
http.listen(0, '127.0.0.1');
await once(http, 'listening');
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate();
  http.close();
});

type Connected = Awaited<ReturnType<typeof connected>>;

/** Both ends of a connection. */
async function connected({ isWatching }: { readonly isWatching: boolean }) {
  const { port } = http.address() as AddressInfo;
  const far = new WebSocket(`ws://127.0.0.1:${port}`);
  const heard: string[] = [];
  far.on('message', (frame: Buffer) => heard.push(frame.toString('latin1')));
  const [[near]] = await Promise.all([once(sockets, 'connection') as Promise<[GuardedSocket]>, once(far, 'open')]);
  const client = new WebSocketClient('', near);
  sendSafely(client, isWatching);
  const { _socket } = near as unknown as { readonly _socket: Socket };
  return { client, far, heard, written: vi.spyOn(_socket, 'write') };
}

test('each gets all frames in order, also a state whose buffer serves the next one', async () => {
  const chance = fastChance(SEED);
  const all: Connected[] = [];
  for (let n = 0; n < 6; n++) all.push(await connected({ isWatching: n % 2 === 0 }));
  const sent = all.map((): string[] => []);
  const encoder = Buffer.alloc(80_000);
  for (let turn = 0; turn < 200; turn++) {
    const length = chance.pick([1, 2, 125, 126, 300, 65_535, 65_536, 70_000]);
    encoder.fill(chance.die(255), 0, length);
    encoder[0] = chance.pick([Protocol.ROOM_STATE, Protocol.ROOM_STATE_PATCH]);
    const state = encoder.subarray(0, length);
    const message = Buffer.from(`${String.fromCharCode(Protocol.ROOM_DATA)}${turn}`);
    for (const [n, { client }] of all.entries())
      for (const frame of chance.coin() ? [state, message] : [state]) {
        client.raw(frame);
        sent[n]?.push(frame.toString('latin1'));
      }
    if (chance.coin()) await new Promise((resolve) => setTimeout(resolve, chance.die(3)));
  }
  for (const [n, { heard }] of all.entries()) {
    await expect.poll(() => heard.length).toBe(sent[n]?.length);
    expect(
      heard.every((frame, at) => frame === sent[n]?.[at]),
      `seed ${SEED}, client ${n}`,
    ).toBe(true);
  }
});

test('a player is written to first, and spectators in groups, all of one turn in one piece that they share', async () => {
  const crowd: Connected[] = [];
  for (let n = 0; n < 120; n++) crowd.push(await connected({ isWatching: true }));
  const player = await connected({ isWatching: false });
  const groups: number[] = [];
  const count = () => crowd.filter(({ written }) => written.mock.calls.length > 0).length;
  const frames = [Buffer.from('a'), Buffer.from('bc')];
  for (const { client } of [...crowd, player]) for (const frame of frames) client.raw(frame);
  await new Promise(process.nextTick);
  expect([count(), player.written.mock.calls.length]).toEqual([0, 1]);
  for (let known = 0; known < crowd.length; ) {
    await new Promise(setImmediate);
    if (count() > known) groups.push(count() - known);
    known = count();
  }
  expect(groups.length).toBeGreaterThan(1);
  const pieces = new Set(crowd.map(({ written }) => written.mock.calls[0]?.[0]));
  expect([...pieces]).toEqual([Buffer.from('\x82\x01a\x82\x02bc', 'latin1')]);
  expect(crowd.every(({ written }) => written.mock.calls.length === 1)).toBe(true);
});

test('a spectator who is sent away gets what waited before that', async () => {
  const { client, far, heard } = await connected({ isWatching: true });
  client.raw(Buffer.from('last'));
  client.leave(4000);
  const [code] = (await once(far, 'close')) as [number];
  expect([code, heard]).toEqual([4000, ['last']]);
});
