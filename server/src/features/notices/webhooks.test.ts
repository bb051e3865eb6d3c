/** The webhooks in the memory of several processes on one store. */
import { expect, test } from 'vitest';
import { memoryStore } from '../../store/store.fixture.ts';
import { createIdentity } from '../people/identity.ts';
import { newGuest } from '../people/people.ts';
import { type HookChange, Webhooks } from './webhooks.ts';

const WANTED = { url: 'https://example.org/' };

async function processes() {
  const { stores, database } = memoryStore();
  const reads = { all: 0 };
  const counted = {
    ...stores.webhooks,
    everyHook: () => {
      reads.all++;
      return stores.webhooks.everyHook();
    },
  };
  const [here, there] = [new Webhooks(stores.webhooks), new Webhooks(counted)];
  const told: HookChange[] = [];
  here.onChange = (change) => told.push(change);
  await here.catchUp();
  await there.catchUp();
  reads.all = 0;
  const player = async () => {
    const guest = newGuest(undefined, 0);
    await stores.people.add(guest);
    return guest.player;
  };
  return { stores, database, here, there, told, reads, player };
}

test('a url is kept as it will be asked', async () => {
  const { here, player } = await processes();
  const ana = await player();
  const added = await here.add(ana, { url: 'HTTPS://Example.org:443/a/../b' }, 1);
  expect([added?.url, (await here.of(ana))[0]?.url]).toEqual(Array(2).fill('https://example.org/b'));
});

test('what one adds and removes the other finds, and reads all only after a change', async () => {
  const { here, there, reads, player } = await processes();
  const ana = await player();
  const added = await here.add(ana, WANTED, 1);
  expect(there.isOwner(ana)).toBe(false);
  await there.catchUp();
  expect(there.hooksOf(ana)).toEqual(here.hooksOf(ana));
  await there.catchUp();
  expect(reads.all).toBe(1);
  await here.remove(ana, added?.webhook ?? '');
  await there.catchUp();
  expect([there.isOwner(ana), reads.all]).toEqual([false, 2]);
});

test('what is told is read alone, unless another change was not told', async () => {
  const { here, there, told, reads, player } = await processes();
  const [ana, ben] = [await player(), await player()];
  await here.add(ana, WANTED, 1);
  for (const change of told.splice(0)) await there.reread(change);
  await there.catchUp();
  expect([there.hooksOf(ana), reads.all]).toEqual([here.hooksOf(ana), 0]);
  await here.add(ben, WANTED, 2);
  await here.add(ana, WANTED, 3);
  const [lost, last] = told;
  await there.reread(last ?? told[0]!);
  expect([there.hooksOf(ana).length, there.isOwner(ben)]).toEqual([2, false]);
  await there.catchUp();
  expect([there.isOwner(ben), reads.all]).toEqual([true, 1]);
  await there.reread(lost!);
  expect(there.hooksOf(ana)).toHaveLength(2);
});

test('own changes are never lost to a reading that began before them', async () => {
  const { here, there, player } = await processes();
  const [ana, ben] = [await player(), await player()];
  await here.add(ana, WANTED, 1);
  await Promise.all([there.catchUp(), there.add(ben, WANTED, 2), there.catchUp(), there.add(ana, WANTED, 3)]);
  expect([there.isOwner(ben), there.hooksOf(ana).length]).toEqual([true, 2]);
  await here.catchUp();
  expect(here.hooksOf(ana)).toEqual(there.hooksOf(ana));
});

test('who is deleted has none left in any process', async () => {
  const { stores, here, there, player } = await processes();
  const ana = await player();
  await here.add(ana, WANTED, 1);
  await there.catchUp();
  await createIdentity(stores, { NAMES_BLOCKED: '', REPORT_DAYS: 1 }).forget(ana);
  await there.catchUp();
  expect(there.isOwner(ana)).toBe(false);
});

test('a player who is deleted while a webhook is added is refused as not signed in', async () => {
  const { stores, here, player } = await processes();
  const ana = await player();
  await createIdentity(stores, { NAMES_BLOCKED: '', REPORT_DAYS: 1 }).forget(ana);
  await expect(here.add(ana, WANTED, 1)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(here.isOwner(ana)).toBe(false);
});

test('data of before revisions were counted is read', async () => {
  const { stores, database, here, player } = await processes();
  const ana = await player();
  await here.add(ana, WANTED, 1);
  database.exec('DELETE FROM revisions');
  const later = new Webhooks(stores.webhooks);
  await later.catchUp();
  expect(later.isOwner(ana)).toBe(true);
});
