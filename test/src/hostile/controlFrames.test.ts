/** The rate limit also counts frames that no room ever sees: pings, pongs, empty messages, fragments. */
import type { Socket } from 'node:net';
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lawfulFrame } from '../fuzz/wire.ts';
import { testServer } from '../support/server.ts';
import { newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const A_SECOND = 20;
/** Far more than a second allows, and more than one read of a socket holds. */
const FLOOD = 100_000;
let server: Running;

beforeAll(async () => {
  server = await testServer({ MESSAGES_PER_SECOND: String(A_SECOND) });
});
afterAll(() => server?.stop());

const socketOf = ({ socket }: RawClient) => (socket as unknown as { readonly _socket: Socket })._socket;

async function pair(): Promise<readonly [RawClient, RawClient]> {
  const [ana, beto] = [await newPerson(server.address), await newPerson(server.address)];
  const { body: match } = await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  return [await takeSeat(ana, match), await takeSeat(beto, match)];
}

test.each([
  ['pongs', [lawfulFrame('pong')]],
  ['pings', [lawfulFrame('ping', Buffer.alloc(125))]],
  ['empty binary messages', [lawfulFrame('binary')]],
  ['empty texts', [lawfulFrame('text')]],
  ['pieces of messages with pings between', [lawfulFrame('binary', Buffer.from([1]), false), lawfulFrame('ping')]],
  ['messages in two empty pieces', [lawfulFrame('binary', Buffer.alloc(0), false), lawfulFrame('more')]],
])('a flood of %s closes the connection that sends it, and no other', async (_, frames) => {
  const [loud, quiet] = await pair();
  const closed = new Promise((resolve) => socketOf(loud).once('close', resolve));
  const flood = Buffer.concat(Array.from({ length: FLOOD }, (_, i) => frames[i % frames.length]!));
  socketOf(loud).write(flood);
  await closed;
  expect(await quiet.request('nothing')).toMatchObject({ code: 'unknown-action' });
  quiet.close();
});

test('a message in endless empty pieces closes its connection', async () => {
  const [loud, quiet] = await pair();
  const closed = new Promise((resolve) => socketOf(loud).once('close', resolve));
  const pieces = Array.from({ length: 100 }, () => lawfulFrame('more', Buffer.alloc(0), false));
  socketOf(loud).write(Buffer.concat([lawfulFrame('binary', Buffer.alloc(0), false), ...pieces]));
  await closed;
  quiet.close();
});

test('a client that answers pings and sends a few of its own stays', async () => {
  const [client, quiet] = await pair();
  for (let i = 0; i < A_SECOND; i++) socketOf(client).write(Buffer.concat([lawfulFrame('pong'), lawfulFrame('ping')]));
  expect(await client.request('nothing')).toMatchObject({ code: 'unknown-action' });
  for (const one of [client, quiet]) one.close();
});
