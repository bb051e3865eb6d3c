/** Frames that only keep a connection alive count per second, although no timer of a room counts the seconds. */
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const A_SECOND = 5;
let server: Running;

beforeAll(async () => {
  server = await testServer({ MESSAGES_PER_SECOND: String(A_SECOND) });
});
afterAll(() => server?.stop());

test('whoever pings a few times a second is never sent away', async () => {
  const person = await newPerson(server.address);
  const { body: match } = await person.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const client = await takeSeat(person, match);
  const began = performance.now();
  for (let pings = 0; pings < A_SECOND * 3; pings++) {
    await client.settle();
    await new Promise((resolve) => setTimeout(resolve, 1100 / (A_SECOND - 1)));
  }
  expect(performance.now() - began).toBeGreaterThan(3000);
  expect(client.closeCode).toBeUndefined();
  client.close();
});
