/** Real rows of several processes in one store. */
import { expect, test } from 'vitest';
import { type HostedGames, hostedGames, UnknownRules } from '../base/hostedGames.ts';
import { Readiness } from '../base/readiness.ts';
import { newProcess } from '../base/ids.ts';
import { memoryStore } from '../store/store.fixture.ts';
import { Owners } from './owners.ts';
import { newTable, openedMatch } from './table.fixture.ts';

const TRIES = 50;

/** A version of the server that does not know the rules of today. */
const olderGames: HostedGames = { ...hostedGames(), engineOf: async () => undefined };

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
  const older = new Owners({ journal, self, readiness, games: olderGames, ...none });
  return { stores, journal, readiness, takers, older };
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

test('a process that does not know the rules of a match leaves it to another one, and claims it not even where it is alone', async () => {
  for (const names of [['newer'], []]) {
    const { journal, older } = await processes(...names);
    const { id } = await openedMatch(newTable({ store: journal, owner: 'gone' }));
    await journal.releaseAll('gone');
    await expect(older.mustBeHere('match', id)).rejects.toThrow(names[0] ?? UnknownRules);
    const { matches, reports } = newTable({ store: journal, games: olderGames, owner: 'older', now: 9_000_000 });
    for (let looks = 0; looks < 2; looks++) await matches.wake();
    expect(reports).toEqual(['a match could not be opened']);
    await expect(matches.open(id)).rejects.toThrow(UnknownRules);
    expect(await journal.holderOf(id)).toBeUndefined();
    await matches.stop();
  }
});
