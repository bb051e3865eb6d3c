/** Real rows of several processes in one store. */
import { expect, test } from 'vitest';
import { hostedGames } from '../base/hostedGames.ts';
import { Readiness } from '../base/readiness.ts';
import { newProcess } from '../base/ids.ts';
import { memoryStore } from '../store/store.fixture.ts';
import { Owners } from './owners.ts';

const TRIES = 50;

async function processes(...names: readonly string[]) {
  const { stores, journal } = memoryStore();
  const self = newProcess('self');
  for (const { id, name } of [self, ...names.map(newProcess)]) {
    const row = { process: id, name, address: '', now: Date.now() };
    await stores.processes.renew({ ...row, mayBury: false, isFirst: false, isAlone: false, quietUntil: 0 });
  }
  const readiness = new Readiness();
  const none = { isAlone: false, isAwake: () => false, mustHaveTemple: async () => {}, onSearch: async () => {} };
  const owners = new Owners({ journal, self, readiness, games: hostedGames(), ...none });
  /** The processes to which it leaves matches; itself if it owns them. */
  const takers = async () => {
    const seen = new Set<string>();
    for (let n = 0; n < TRIES; n++)
      seen.add(
        await owners.mayClaim(`match ${n}`).then(
          () => 'self',
          ({ peer }) => peer.name,
        ),
      );
    return [...seen].toSorted();
  };
  return { stores, readiness, takers };
}

test('a process that has handed over leaves matches to the others, and to none that drains', async () => {
  const { stores, readiness, takers } = await processes('two', 'three', 'four');
  expect(await takers()).toEqual(['self']);
  readiness.hasHandedOver = true;
  expect(await takers()).toEqual(['four', 'three', 'two']);
  await stores.processReports.drain('two', true);
  expect(await takers()).toEqual(['four', 'three']);
  await stores.processReports.drain(null, true);
  expect(await takers()).toEqual(['four', 'three', 'two']); // one that runs again by then may take it
});

test('where all drain, each goes on with what people want of it: matches stand still for none', async () => {
  const { stores, readiness, takers } = await processes('two', 'three');
  await stores.processReports.drain(null, true);
  readiness.phase = 'draining';
  readiness.hasHandedOver = true;
  expect(await takers()).toEqual(['self']);
});

test('a process that is alone keeps its matches', async () => {
  const { readiness, takers } = await processes();
  readiness.hasHandedOver = true;
  expect(await takers()).toEqual(['self']);
});
