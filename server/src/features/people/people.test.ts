/** The names that tables show without waiting. */
import { describe, expect, test } from 'vitest';
import { diskStore, memoryStore, type TestStore } from '../../store/store.fixture.ts';
import { People } from './people.ts';

const ANA = { player: 'p-ANA', name: 'Ana', createdAt: 1 };
const BEN = { player: 'p-BEN', name: 'Ben', createdAt: 1 };
const DELETED = 'Somebody';
/** More than the names that are kept. */
const MANY = 50_001;

async function opened(store: TestStore = memoryStore()) {
  const people = new People(store.stores);
  let late = 0;
  people.onLate = () => void late++;
  for (const person of [ANA, BEN]) await store.stores.people.add(person);
  return { ...store, people, timesLate: () => late };
}

function flood(people: People): void {
  for (let n = 0; n < MANY; n++) people.note(`other ${n}`, 'Other');
}

describe('a name that was', () => {
  test('loaded is shown at once, by seat, and told apart', async () => {
    const { people, stores, timesLate } = await opened();
    await stores.people.add({ player: 'p-ANA2', name: 'Ana', createdAt: 1 });
    await people.load(['p-ANA', undefined, 'p-BEN', 'p-ANA', 'p-ANA2', 'p-GONE']);
    expect(people.namesOf(['p-ANA', undefined, 'p-GONE', 'p-BEN'])).toEqual(['Ana', undefined, DELETED, 'Ben']);
    expect(people.namesOf(['p-ANA', 'p-ANA2'])).toEqual(['Ana (-ANA)', 'Ana (ANA2)']);
    expect([people.nameOf('p-BEN'), people.nameOf('p-GONE'), timesLate()]).toEqual(['Ben', DELETED, 0]);
  });

  test('found is shown at once, and so is that a player is not known', async () => {
    const { people, timesLate } = await opened();
    expect(await people.find('p-ANA')).toEqual(ANA);
    expect([await people.isKnown('p-BEN'), await people.isKnown('p-GONE')]).toEqual([true, false]);
    expect(['p-ANA', 'p-BEN', 'p-GONE'].map((player) => people.nameOf(player))).toEqual(['Ana', 'Ben', DELETED]);
    expect(timesLate()).toBe(0);
  });

  test('loaded is not read again, and changes when the change is noted', async () => {
    const { people, stores } = await opened();
    await people.load(['p-ANA']);
    await stores.people.rename('p-ANA', 'Anahí');
    await people.load(['p-ANA']);
    expect(people.nameOf('p-ANA')).toBe('Ana');
    people.note('p-ANA', 'Anahí');
    expect(people.nameOf('p-ANA')).toBe('Anahí');
    people.note('p-ANA', undefined);
    expect(people.namesOf(['p-ANA'])).toEqual([DELETED]);
  });
});

test('a name that was found before it is read anew is not kept', async () => {
  const { stores } = await opened();
  const held = Promise.withResolvers<void>();
  const slow: typeof stores.people = {
    ...stores.people,
    find: async (player) => {
      const found = await stores.people.find(player);
      await held.promise;
      return found;
    },
    findAll: async (players) => {
      held.resolve();
      await finding;
      return stores.people.findAll(players);
    },
  };
  const people = new People({ ...stores, people: slow });
  const finding = people.find('p-ANA');
  await stores.people.rename('p-ANA', 'Anahí');
  await people.reread(['p-ANA']);
  expect(people.nameOf('p-ANA')).toBe('Anahí');
});

test('a change while the old name is read is what is shown', async () => {
  const { people } = await opened();
  const reading = [people.load(['p-ANA']), people.find('p-BEN')];
  people.note('p-ANA', 'Anahí');
  people.note('p-BEN', undefined);
  await Promise.all(reading);
  expect(people.namesOf(['p-ANA', 'p-BEN'])).toEqual(['Anahí', DELETED]);
});

describe.each([
  ['in this thread', memoryStore],
  ['in a thread of its own', diskStore],
])('a name that was not loaded, with data %s', (_, open: () => TestStore) => {
  test('is read at the first look, and shown again once it is there', async () => {
    const { people, timesLate } = await opened(open());
    expect([people.nameOf('p-ANA'), people.namesOf(['p-BEN'])]).toEqual([DELETED, [DELETED]]);
    await expect.poll(timesLate).toBe(1);
    expect([people.nameOf('p-ANA'), people.namesOf(['p-BEN'])]).toEqual(['Ana', ['Ben']]);
    expect(timesLate()).toBe(1);
  });

  test('of a player who is not known is asked for once', async () => {
    const { people, timesLate } = await opened(open());
    expect(people.nameOf('p-GONE')).toBe(DELETED);
    await expect.poll(timesLate).toBe(1);
    for (let n = 0; n < 9; n++) expect(people.nameOf('p-GONE')).toBe(DELETED);
    await people.load(['p-GONE']);
    expect(timesLate()).toBe(1);
  });

  test('and that cannot be read holds nobody up, and comes when it can be read', async () => {
    const { people, database, timesLate } = await opened(open());
    database.exec('ALTER TABLE people RENAME TO away');
    await people.load(['p-ANA']);
    expect([people.nameOf('p-ANA'), timesLate()]).toEqual([DELETED, 0]);
    database.exec('ALTER TABLE away RENAME TO people');
    await expect.poll(timesLate, { timeout: 5000 }).toBe(1);
    await expect.poll(() => people.nameOf('p-ANA')).toBe('Ana'); // a look after the failure asks again
  });
});

describe('while names cannot be read', () => {
  /** A store that answers when it is let go. */
  async function held() {
    const { stores } = await opened();
    const waiting: (() => void)[] = [];
    let asked = 0;
    const findAll: typeof stores.people.findAll = async (players) => {
      asked++;
      await new Promise<void>((resolve) => void waiting.push(resolve));
      return stores.people.findAll(players);
    };
    const people = new People({ ...stores, people: { ...stores.people, findAll } });
    let late = 0;
    people.onLate = () => void late++;
    return { people, letGo: () => waiting.shift()?.(), asked: () => asked, late: () => late };
  }

  test('a thousand looks ask once, and those who came meanwhile ask together', async () => {
    const { people, letGo, asked, late } = await held();
    for (let n = 0; n < 1000; n++) people.nameOf('p-ANA');
    await expect.poll(asked).toBe(1);
    for (let n = 0; n < 1000; n++) people.nameOf(`p-${n}`);
    people.nameOf('p-BEN');
    letGo();
    await expect.poll(asked).toBe(2);
    letGo();
    await expect.poll(() => people.nameOf('p-BEN')).toBe('Ben');
    expect([people.nameOf('p-ANA'), asked(), late()]).toEqual(['Ana', 2, 2]);
  });

  test('who waits for one goes on without it, and shows it later', async () => {
    const { people, letGo, late } = await held();
    await people.load(['p-ANA', 'p-BEN']);
    expect([people.namesOf(['p-ANA', 'p-BEN']), late()]).toEqual([[DELETED, DELETED], 0]);
    letGo();
    await expect.poll(late).toBe(1);
    letGo(); // of the look above
    await expect.poll(() => people.namesOf(['p-ANA', 'p-BEN'])).toEqual(['Ana', 'Ben']);
  });
});

describe('of more names than are kept', () => {
  test('the one used last the longest ago goes, and comes back when it is looked at', async () => {
    const { people, timesLate } = await opened();
    await people.load(['p-ANA']);
    flood(people);
    expect(people.nameOf('p-ANA')).toBe(DELETED);
    await expect.poll(timesLate).toBe(1);
    expect(people.nameOf('p-ANA')).toBe('Ana');
  });

  test('one that is looked at stays', async () => {
    const { people, timesLate } = await opened();
    await people.load(['p-ANA', 'p-BEN']);
    for (let n = 0; n < MANY; n++) {
      people.note(`other ${n}`, 'Other');
      if (n % 10_000 === 0) expect(people.namesOf(['p-ANA', 'p-BEN'])).toEqual(['Ana', 'Ben']);
    }
    expect([people.nameOf('p-ANA'), timesLate()]).toEqual(['Ana', 0]);
  });
});
