/** A bug in a socket listener, of the server or of a library, ends the connection that met it and nothing else. */
import { matchMaker } from '@colyseus/core';
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bytesOf, placeOf, say } from '../fuzz/wire.ts';
import { testServer } from '../support/server.ts';
import { newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const fail = () => {
  throw new Error('planted');
};
let server: Running;
let quiet: RawClient;
let loud: RawClient;
let match: MatchSummary;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.stop());
afterEach(async () => {
  expect(await quiet.request('nothing')).toMatchObject({ code: 'unknown-action' });
  for (const one of [quiet, loud]) one.close();
});

async function sit(): Promise<void> {
  const [ana, beto] = [await newPerson(server.address), await newPerson(server.address)];
  match = (await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' })).body;
  quiet = await takeSeat(ana, match);
  loud = await takeSeat(beto, match);
}

const roomOf = () => matchMaker.getLocalRoomById(match.match)!;

test.each(['message', 'ping', 'pong', 'close'] as const)('a listener of %s that throws', async (event) => {
  await sit();
  const { ref } = roomOf().clients.at(-1)!;
  ref.on(event, fail);
  if (event === 'message') loud.sendRequest('nothing');
  else if (event === 'close') loud.socket.close();
  else loud.socket[event]();
  await expect.poll(() => loud.closeCode).toBeDefined();
});

test('a frame that breaks the protocol, with a listener of its error that throws', async () => {
  await sit();
  roomOf().clients.at(-1)!.ref.on('error', fail);
  (loud.socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket.write(Buffer.alloc(2, 0xff));
  await expect.poll(() => loud.closeCode).toBeDefined();
});

test('a farewell that fails, where Colyseus catches nothing', async () => {
  await sit();
  const events = roomOf()['_events'];
  const { emit } = events;
  events.emit = () => {
    events.emit = emit;
    fail();
  };
  loud.socket.send(Buffer.from([12]));
  await expect.poll(() => loud.closeCode).toBeDefined();
});

test('a door that throws gives no answer, and closes', async () => {
  await sit();
  Object.assign(roomOf(), { hasReservedSeat: fail });
  const headers = [
    ['Host', 'x'],
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
  ] as const;
  const request = {
    method: 'GET',
    target: `/${server.services.self.name}/${match.match}?sessionId=y`,
    headers,
    body: '',
  };
  expect(await say(placeOf(server.address), [bytesOf(request)])).toBe('');
});
