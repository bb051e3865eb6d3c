/** Clients that ask for long records, and perhaps never read them, cost next to nothing, and block no other reader. */
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

/** Matches that one address wants played through at once, and one for another address. */
const MATCHES = 13;
const ENTRIES_EACH = 2000;

let match: MatchSummary;
const others: string[] = [];
const responses = new Set<ServerResponse>();
const sockets: Socket[] = [];

serveThisFile({ TRUST_PROXY: '1' });
beforeAll(async () => {
  subscribe('http.server.request.start', (message) =>
    responses.add((message as { response: ServerResponse }).response),
  );
  const people = [await newPerson(house.url), await newPerson(house.url)];
  const made: MatchSummary[] = [];
  while (made.length < 1 + MATCHES) {
    const one = await newMatch(people[0]!, { game: 'tieqchieq' });
    for (const person of people) (await takeSeat(person, one)).close();
    made.push(one);
  }
  const { services } = house.server;
  while (services.matches.awake.length > 0) await new Promise(setImmediate);
  const [first, ...rest] = made;
  match = first!;
  await lengthen(services, match.match, { entries: ENTRIES, of: 'gaps', isEnded: true });
  for (const one of rest) await lengthen(services, one.match, { entries: ENTRIES_EACH, of: 'gaps', isEnded: true });
  others.push(...rest.map((one) => one.match));
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

test.each([
  ['for their steps', 'GET', (id: string) => `/api/matches/${id}/steps?viewer=spectator&from=99999`],
  ['whether to go on watching them', 'GET', (id: string) => `/api/watch?on=${id}`],
  ['to watch them', 'POST', (id: string) => `/api/matches/${id}/watch`],
])('an address that asks of many ended matches at once %s holds up no other address', async (_, method, pathOf) => {
  const [own = '', ...many] = others;
  const { token } = (await newPerson(house.url)).session;
  let answered = 0;
  const ask = async (id: string, from: string) => {
    const headers = { 'x-forwarded-for': from, authorization: `Bearer ${token}` };
    const { status } = await fetch(house.url + pathOf(id), { method, headers });
    expect(status).toBe(200);
  };
  const greedy = many.map((id) => ask(id, '10.3.0.1').then(() => answered++));
  await ask(own, '10.3.0.2');
  expect(answered).toBeLessThan(many.length / 2);
  await Promise.all(greedy);
});
