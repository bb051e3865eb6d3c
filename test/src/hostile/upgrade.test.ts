/** Upgrade requests in every form: the server survives, and players notice nothing. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { fastChance } from '@flower-war/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onTheWire, placeOf, say, statusOf, upgradeOf } from '../fuzz/wire.ts';
import { ChildServer } from '../support/childServer.ts';
import { newPerson, takeSeat } from '../support/sockets/rawClient.ts';

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const REQUESTS = 1000;
const AT_ONCE = 50;
let server: ChildServer;

beforeAll(async () => {
  server = new ChildServer(await freePort(), { DATA_DIR: mkdtempSync(join(tmpdir(), 'upgrade-')), LOG_LEVEL: 'error' });
  await server.start();
});
afterAll(() => server?.end('SIGKILL'));

test(`${REQUESTS} requests for a socket, seed ${SEED}: no answer is a fault of the server, and a player plays on`, async () => {
  const chance = fastChance(SEED);
  const person = await newPerson(server.url);
  const { body: match } = await person.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const player = await takeSeat(person, match);
  const paths = ['/', '/x/y?sessionId=z', `/x/${match.match}?sessionId=z`, '/api/games', `/x/${match.match}`];
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const requests = Array.from({ length: AT_ONCE }, () => onTheWire(chance, upgradeOf(chance, paths)));
    const answers = await Promise.all(requests.map((bytes) => say(placeOf(server.url), [bytes])));
    for (const [i, answer] of answers.entries())
      expect(statusOf(answer) ?? 400, JSON.stringify(requests[i]?.toString('latin1'))).toBeLessThan(500);
    await player.settle();
  }
  expect(await player.request('nothing')).toMatchObject({ code: 'unknown-action' });
  expect(server.said).not.toMatch(/"level":(50|60)/);
  player.close();
}, 120_000);
