/**
 * Lines whose sender got an answer are still there after `kill -9`. The host of a server may limit talk further than
 * the table does.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchSummary, TalkLine } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChildServer } from '../support/childServer.ts';
import { comeBack, newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'talk-'));
let port: number;
let server: ChildServer;

beforeAll(async () => {
  port = await freePort();
  server = new ChildServer(port, { DATA_DIR });
  await server.start();
});
afterAll(async () => {
  await server?.end('SIGTERM');
  rmSync(DATA_DIR, { recursive: true });
});

const heard = (client: RawClient) => client.messages<TalkLine[]>('talk').flat();

test('kill -9 loses nothing that was accepted, and a repeat after it is said once', async () => {
  const [ana, beto] = [await newPerson(server.url, 'Ana'), await newPerson(server.url, 'Beto')];
  const { body: match } = await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const first = await takeSeat(ana, match);
  await takeSeat(beto, match);
  expect(await first.request('say', [1, 'before'])).toEqual({ kind: 'accepted', step: 1 });
  expect(await first.request('phrase', [2, 'hello'])).toEqual({ kind: 'accepted', step: 2 });
  expect(await first.request('silence', [3, beto.session.player, true])).toMatchObject({ kind: 'accepted' });
  await server.end('SIGKILL');
  await server.start();
  const [again, other] = [await comeBack(ana, match), await comeBack(beto, match)];
  expect(await again.request('say', [1, 'before'])).toEqual({ kind: 'accepted', step: 1, repeated: true });
  expect(await again.request('say', [1, 'other words'])).toMatchObject({ code: 'id-reused' });
  expect(await other.request('say', [1, 'hm'])).toMatchObject({ code: 'silenced' });
  expect(await again.request('say', [4, 'after'])).toEqual({ kind: 'accepted', step: 3 });
  await other.settle();
  expect(heard(other).map(({ n, text, phrase }) => [n, text ?? phrase])).toEqual([
    [1, 'before'],
    [2, 'hello'],
    [3, 'after'],
  ]);

  await server.end('SIGKILL');
  server = new ChildServer(port, { DATA_DIR, TALK: 'phrases' });
  await server.start();
  const later = await comeBack(ana, match);
  await later.settle();
  expect(heard(later).map(({ n }) => n)).toEqual([2]);
  expect(await later.request('say', [5, 'hm'])).toMatchObject({ code: 'phrases-only' });

  await server.end('SIGKILL');
  server = new ChildServer(port, { DATA_DIR, TALK: 'off' });
  await server.start();
  const silent = await comeBack(ana, match);
  await silent.settle();
  expect(heard(silent)).toEqual([]);
  expect(await silent.request('phrase', [5, 'hello'])).toMatchObject({ code: 'talk-off' });
  for (const client of [first, again, other, later, silent]) client.close();
});
