/** The server warns a connection that sends too much, then closes it. Other players at the table notice nothing. */
import type { MatchSummary } from '@flower-war/protocol';
import type { Running } from '@flower-war/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer } from '../support/server.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

let server: Running;
let now = 1_000_000;

beforeAll(async () => {
  server = await testServer({ MESSAGES_PER_SECOND: '20' }, { now: () => now });
});
afterAll(() => server?.stop());

test('20 actions a second are answered, 80 are refused, more close the connection', async () => {
  const [ana, beto] = [await newPerson(server.address), await newPerson(server.address)];
  const { body: match } = await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const [loud, quiet] = [await takeSeat(ana, match), await takeSeat(beto, match)];
  const ids = Array.from({ length: 80 }, () => loud.sendRequest('nothing'));
  const answers = await Promise.all(ids.map((id) => loud.answerTo(id)));
  const codes = answers.map((answer) => (answer.kind === 'rejected' ? answer.code : answer.kind));
  expect(codes).toEqual([...Array(20).fill('unknown-action'), ...Array(60).fill('too-many')]);
  now += 1000;
  expect(await loud.request('nothing')).toMatchObject({ code: 'unknown-action' });
  for (let i = 0; i < 90; i++) loud.sendRequest('nothing');
  await expect.poll(() => loud.closeCode).toBeDefined();
  expect(await quiet.request('nothing')).toMatchObject({ code: 'unknown-action' });
  quiet.close();
});
