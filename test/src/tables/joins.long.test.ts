/** Many people join at once. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, onTestFinished, test } from 'vitest';
import { newMatch } from '../support/sockets/plainStream.ts';
import { ChildServer } from '../support/server.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const [MATCHES, SEATS] = [20, 5];
const WITHIN_MS = 1000;

test('complaint 22, joining fails under load: 100 people join 20 matches within a second: all are answered, without an error or a seat too many', async () => {
  const server = new ChildServer(await freePort(), { DATA_DIR: mkdtempSync(join(tmpdir(), 'joins-')) });
  await server.start();
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const people = await Promise.all(Array.from({ length: MATCHES * SEATS }, () => newPerson(server.url)));
  const hosts = people.slice(0, MATCHES);
  const tables = await Promise.all(hosts.map((host) => newMatch(host, { game: 'flower-war', seats: SEATS })));
  const joining = people.map(async (person, i) => {
    await pause(Math.random() * WITHIN_MS);
    return takeSeat(person, tables[i % MATCHES]!);
  });
  for (const socket of await Promise.all(joining)) socket.close();
  for (const { match } of tables) {
    const { seats } = (await (await fetch(`${server.url}/api/matches/${match}`)).json()) as MatchSummary;
    expect(new Set(seats.flatMap(({ player }) => player ?? [])).size).toBe(SEATS);
  }
});
