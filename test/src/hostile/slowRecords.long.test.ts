/** Clients that ask for a long record and never read it cost next to nothing, and block no other reader. */
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { MatchSummary } from '@flower-war/protocol';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { house, serveThisFile } from '../sdk/house.ts';
import { newMatch } from '../support/sockets/plainStream.ts';
import { lengthen } from '../support/longRecord.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const ENTRIES = 20_000;
const DEAF = 30;
/** How many bytes may wait in this process for all of these clients together. */
const MOST_WAITING = 8 * 1024 * 1024;

let match: MatchSummary;
const responses = new Set<ServerResponse>();
const sockets: Socket[] = [];

serveThisFile({ TRUST_PROXY: '1' });
beforeAll(async () => {
  subscribe('http.server.request.start', (message) =>
    responses.add((message as { response: ServerResponse }).response),
  );
  const people = [await newPerson(house.url), await newPerson(house.url)];
  match = await newMatch(people[0]!, { game: 'tieqchieq' });
  for (const person of people) (await takeSeat(person, match)).close();
  while (house.server.services.matches.awake.length > 0) await new Promise(setImmediate);
  await lengthen(house.server.services, match.match, { entries: ENTRIES, of: 'gaps', isEnded: true });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function deaf(from: string): void {
  const { hostname, port } = new URL(house.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).pause();
  const lines = [`GET /api/matches/${match.match}/record HTTP/1.1`, 'Host: server', `X-Forwarded-For: ${from}`, '', ''];
  socket.write(lines.join('\r\n').repeat(4));
  sockets.push(socket);
}

const waiting = () => [...responses].reduce((sum, response) => sum + response.writableLength, 0);

async function read(from: string): Promise<number> {
  const response = await fetch(`${house.url}/api/matches/${match.match}/record`, {
    headers: { 'x-forwarded-for': from },
  });
  return response.status === 200 ? (await response.text()).length : response.status;
}

test('one address reads only so many at once, and another still reads', async () => {
  do
    deaf('10.2.0.1'); // the kernel takes the first bytes of each answer
  while ((await read('10.2.0.1')) !== 429);
  expect(await read('10.0.0.1')).toBeGreaterThan(2_500_000);
});

test('thirty sockets that never read hold little memory, and others read the whole record meanwhile', async () => {
  const size = await read('10.0.0.1');
  expect(size).toBeGreaterThan(2_500_000);
  responses.clear();
  for (let n = 0; n < DEAF; n++) deaf(`10.1.0.${n}`);
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, waiting())), 1);
  while (responses.size < DEAF) await new Promise(setImmediate);
  expect(await read('10.0.0.1')).toBe(size);
  clearInterval(look);
  expect(most).toBeLessThan(MOST_WAITING);
});
