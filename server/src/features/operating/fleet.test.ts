/** What a process tells of itself in its row, with a real store. */
import { expect, test } from 'vitest';
import { newProcess } from '../../base/ids.ts';
import { Readiness } from '../../base/readiness.ts';
import { memoryStore } from '../../store/store.fixture.ts';
import { Fleet } from './fleet.ts';

test('what could not be written is told again, and what was written is not', async () => {
  const { stores, database } = memoryStore();
  const self = newProcess('one');
  const row = { process: self.id, name: self.name, address: '', now: Date.now() };
  await stores.processes.renew({ ...row, mayBury: false, isFirst: true, isAlone: false, quietUntil: 0 });
  const present = { players: [{ player: 'p-ana' }], unlisted: 0, temples: [] };
  const fleet = new Fleet({
    store: stores.processReports,
    self,
    readiness: new Readiness(),
    now: Date.now,
    look: async () => ({ numbers: {}, present }),
    handOver: async () => {},
    tellDrain: () => {},
  } as never);
  const told = async () => (await stores.processReports.all(Date.now(), 0))[0]?.present;

  database.exec(`CREATE TRIGGER full BEFORE UPDATE ON processes BEGIN SELECT RAISE(FAIL, 'disk full'); END`);
  await expect(fleet.report()).rejects.toThrow('disk full');
  database.exec('DROP TRIGGER full');
  expect(await told()).toBeNull();
  await fleet.report();
  expect(JSON.parse((await told()) ?? '')).toEqual(present);

  database.exec(`UPDATE processes SET present = 'left as it is'`);
  await fleet.report();
  expect(await told()).toBe('left as it is');
});
