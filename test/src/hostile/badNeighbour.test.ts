/**
 * Whatever one connection sends or meets, the other players at the table notice nothing. The server warns a connection that sends
 * too much, then closes it; frames that no room ever sees count too. A bug in a socket listener, of the server or of a library, ends
 * the connection that met it and nothing else.
 */
import type { Socket } from 'node:net';
import { matchMaker } from '@colyseus/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOf, lawfulFrame, placeOf, say } from '../fuzz/wire.ts';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const A_SECOND = 20;
/** Far more than a second allows, and more than one read of a socket holds. */
const FLOOD = 100_000;
let now = 1_000_000;
let quiet: RawClient;
let loud: RawClient;
let match: string;

serveThisFile({ MESSAGES_PER_SECOND: String(A_SECOND) }, { now: () => now });
beforeEach(async () => {
  const [ana, beto] = [await newPerson(house.url), await newPerson(house.url)];
  const made = await newMatch(ana, { game: 'tieqchieq' });
  match = made.match;
  quiet = await takeSeat(ana, made);
  loud = await takeSeat(beto, made);
});
afterEach(async () => {
  await isHeard(quiet);
  for (const one of [quiet, loud]) one.close();
});

const socketOf = ({ socket }: RawClient) => (socket as unknown as { readonly _socket: Socket })._socket;
const isHeard = async (client: RawClient) => {
  expect(await client.request('nothing')).toMatchObject({ code: 'unknown-action' });
};

test('20 actions a second are answered, 80 are refused, more close the connection', async () => {
  const ids = Array.from({ length: 80 }, () => loud.sendRequest('nothing'));
  const answers = await Promise.all(ids.map((id) => loud.answerTo(id)));
  const codes = answers.map((answer) => (answer.kind === 'rejected' ? answer.code : answer.kind));
  expect(codes).toEqual([...Array(20).fill('unknown-action'), ...Array(60).fill('too-many')]);
  now += 1000;
  await isHeard(loud);
  for (let i = 0; i < 90; i++) loud.sendRequest('nothing');
  await expect.poll(() => loud.closeCode).toBeDefined();
});

const repeated = (...frames: readonly Buffer[]) =>
  Buffer.concat(Array.from({ length: FLOOD }, (_, i) => frames[i % frames.length]!));
const piece = (bytes: number) => lawfulFrame('binary', Buffer.alloc(bytes), false);
const morePieces = Array.from({ length: 100 }, () => lawfulFrame('more', Buffer.alloc(0), false));

test.each([
  ['pongs', () => repeated(lawfulFrame('pong'))],
  ['pings', () => repeated(lawfulFrame('ping', Buffer.alloc(125)))],
  ['empty binary messages', () => repeated(lawfulFrame('binary'))],
  ['empty texts', () => repeated(lawfulFrame('text'))],
  ['pieces of messages with pings between', () => repeated(piece(1), lawfulFrame('ping'))],
  ['messages in two empty pieces', () => repeated(piece(0), lawfulFrame('more'))],
  ['empty pieces of one message', () => Buffer.concat([piece(0), ...morePieces])],
])('a flood of %s closes the connection that sends it', async (_, flood) => {
  const closed = new Promise((resolve) => socketOf(loud).once('close', resolve));
  socketOf(loud).write(flood());
  await closed;
});

test('a client that answers pings and sends a few of its own stays', async () => {
  for (let i = 0; i < A_SECOND; i++) socketOf(loud).write(Buffer.concat([lawfulFrame('pong'), lawfulFrame('ping')]));
  await isHeard(loud);
});

test('one that pings a few times a second is never sent away, although no timer of a room counts the seconds', async () => {
  for (let pings = 0; pings < A_SECOND * 2; pings++) {
    await loud.settle();
    await new Promise((resolve) => setTimeout(resolve, 1100 / (A_SECOND - 1))); // Colyseus counts by the clock of the machine
  }
  await isHeard(loud);
});

const fail = () => {
  throw new Error('planted');
};
const roomOf = () => matchMaker.getLocalRoomById(match)!;

test.each(['message', 'ping', 'pong', 'close'] as const)('a listener of %s that throws', async (event) => {
  const { ref } = roomOf().clients.at(-1)!;
  ref.on(event, fail);
  if (event === 'message') loud.sendRequest('nothing');
  else if (event === 'close') loud.socket.close();
  else loud.socket[event]();
  await expect.poll(() => loud.closeCode).toBeDefined();
});

test('a frame that breaks the protocol, with a listener of its error that throws', async () => {
  roomOf().clients.at(-1)!.ref.on('error', fail);
  socketOf(loud).write(Buffer.alloc(2, 0xff));
  await expect.poll(() => loud.closeCode).toBeDefined();
});

test('a farewell that fails, where Colyseus catches nothing', async () => {
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
  Object.assign(roomOf(), { hasReservedSeat: fail });
  const target = `/${house.server.services.self.name}/${match}?sessionId=y`;
  const headers = [
    ['Host', 'x'],
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
  ] as const;
  expect(await say(placeOf(house.url), [bytesOf({ method: 'GET', target, headers, body: '' })])).toBe('');
});
