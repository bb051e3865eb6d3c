/**
 * Lines whose sender got an answer are still there after `kill -9`. The host of a server may limit talk further than
 * the table does.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MatchSummary, TalkLine } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import { expect, onTestFinished, test } from 'vitest';
import { closing } from '../sdk/house.ts';
import { ChildServer } from '../support/server.ts';
import { comeBack, newPerson, type RawClient, takeSeat } from '../support/sockets/rawClient.ts';

const heard = (client: RawClient) => client.messages<TalkLine[]>('talk').flat();

test('kill -9 loses nothing that was accepted, and a repeat after it is said once', async () => {
  const [port, DATA_DIR] = [await freePort(), mkdtempSync(join(tmpdir(), 'talk-'))];
  let server: ChildServer | undefined;
  onTestFinished(async () => void (await server?.end('SIGTERM')));
  /** Kills the server, and starts one on the same data. */
  const restart = async (settings: Readonly<Record<string, string>> = {}) => {
    await server?.end('SIGKILL');
    server = new ChildServer(port, { DATA_DIR, ...settings });
    await server.start();
    return server;
  };
  const { url } = await restart();
  const [ana, beto] = [await newPerson(url, 'Ana'), await newPerson(url, 'Beto')];
  const { body: match } = await ana.post<MatchSummary>('/api/matches', { game: 'tieqchieq' });
  const first = closing(await takeSeat(ana, match));
  closing(await takeSeat(beto, match));
  expect(await first.request('say', [1, 'before'])).toEqual({ kind: 'accepted', step: 1 });
  expect(await first.request('phrase', [2, 'hello'])).toEqual({ kind: 'accepted', step: 2 });
  expect(await first.request('silence', [3, beto.session.player, true])).toMatchObject({ kind: 'accepted' });
  await restart();
  const [again, other] = [closing(await comeBack(ana, match)), closing(await comeBack(beto, match))];
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

  await restart({ TALK: 'phrases' });
  const later = closing(await comeBack(ana, match));
  await later.settle();
  expect(heard(later).map(({ n }) => n)).toEqual([2]);
  expect(await later.request('say', [5, 'hm'])).toMatchObject({ code: 'phrases-only' });

  await restart({ TALK: 'off' });
  const silent = closing(await comeBack(ana, match));
  await silent.settle();
  expect(heard(silent)).toEqual([]);
  expect(await silent.request('phrase', [5, 'hello'])).toMatchObject({ code: 'talk-off' });
});
