/** No player waits alone: bots take the free seats in time, even after restarts of the server. */
import { tableSettings } from '@flower-war/protocol';
import { gameById, resolveOptions } from '@flower-war/rules';
import { expect, test, vi } from 'vitest';
import { newTable, passTime, type TestTable } from '../matches/table.fixture.ts';

const HALF_MINUTE = { table: tableSettings.parse({ fillSeconds: 30 }) };
const usual = resolveOptions(gameById('mexica')!, undefined, {});
const PLACE = { game: 'mexica', preset: 'mexica', options: usual.ok ? usual.options : {}, seats: 4, host: 'p0' };

async function waiting(table: TestTable, wanted: { rematch?: { of: string; id: string } } = {}) {
  const id = await table.matches.create({ ...PLACE, ...HALF_MINUTE, ...wanted });
  const match = await table.matches.open(id);
  if (match === undefined) throw new Error('it was just made');
  return match;
}

const person = (player: string) => ({ by: 'player', player, contribution: 'ab'.repeat(16) }) as const;
const kinds = (match: { position: { occupants: ReadonlyMap<number, { kind: string }> } }) =>
  [0, 1, 2, 3].map((seat) => match.position.occupants.get(seat)?.kind ?? 'free');

test('a match of four with one person starts on time, and not before', async () => {
  const table = newTable();
  const match = await waiting(table);
  expect(match.dueAt).toBeUndefined(); // no player waits yet
  await match.sit(person('p0'), undefined, table.now);
  expect(match.dueAt).toBe(table.now + 30_000);
  await match.tend(table.now + 29_999);
  expect([match.position.status, kinds(match)]).toEqual(['open', ['player', 'free', 'free', 'free']]);
  await match.tend(table.now + 30_000);
  expect([match.position.status, kinds(match)]).toEqual(['running', ['player', 'bot', 'bot', 'bot']]);
  await table.matches.stop();
});

test('the time runs from the first who sat down: who comes later does not lengthen it, who leaves does not end it', async () => {
  const table = newTable();
  const match = await waiting(table);
  await match.sit(person('p1'), 2, table.now);
  await match.sit(person('p2'), undefined, table.now + 20_000);
  await match.standUp(2, table.now + 25_000);
  expect(match.dueAt).toBe(table.now + 30_000);
  await match.standUp(0, table.now + 26_000);
  expect(match.dueAt).toBeUndefined();
  await match.sit(person('p3'), undefined, table.now + 40_000);
  expect(match.dueAt).toBe(table.now + 70_000);
  await table.matches.stop();
});

test('a server that was away in between fills the match as soon as it is back', async () => {
  const table = newTable();
  const match = await waiting(table);
  await match.sit(person('p0'), undefined, table.now);
  await table.matches.stop();

  const again = newTable({ journal: table.journal, now: table.now + 10_000 });
  await again.matches.wake();
  expect((await table.journal.index(match.id))?.index).toMatchObject({ status: 'open', wakeAt: table.now + 30_000 });
  again.now = table.now + 30_000;
  await again.matches.wake();
  expect((await table.journal.index(match.id))?.index.status).toBe('running');
  await again.matches.stop();
});

test('at a table of a tournament bots wait for what an outage took, and as long again for players to come back', async () => {
  const first = newTable();
  const id = await first.matches.create({ ...PLACE, ...HALF_MINUTE, host: 't-1' });
  const { journal, now } = first;
  await journal.beat(now, true);
  await (await first.matches.open(id))?.sit(person('p1'), 1, now);
  await first.matches.stop();

  const back = now + 600_000;
  await journal.beat(back, true);
  const again = newTable({ journal, now: back });
  const statusAfter = async (passed: number) => {
    again.now = back + passed;
    await again.matches.wake();
    return (await journal.index(id))?.index.status;
  };
  const match = await again.matches.open(id);
  expect([await statusAfter(0), match?.dueAt, await statusAfter(29_999)]).toEqual(['open', back + 30_000, 'open']);
  match?.noteGap({ at: back + 40_000, lost: 10_000 });
  expect([await statusAfter(40_000), match?.dueAt]).toEqual(['open', back + 70_000]);
  expect(await statusAfter(70_000)).toBe('running');
  await again.matches.stop();
});

test('bots come at their time although the match has waited for people as long as it may', async () => {
  const table = newTable(); // matches are open for a minute
  const match = await waiting(table);
  const begun = table.now;
  table.now = begun + 59_000;
  await match.sit(person('p0'), undefined, table.now);
  table.now = begun + 61_000;
  await table.matches.wake();
  expect((await table.journal.index(match.id))?.index.status).toBe('open');
  table.now = begun + 89_000;
  await table.matches.wake();
  expect((await table.journal.index(match.id))?.index.status).toBe('running');
  await table.matches.stop();
});

test('with people gone, it is given up when its time is over', async () => {
  const table = newTable();
  const match = await waiting(table);
  await match.sit(person('p0'), undefined, table.now);
  await match.standUp(0, table.now);
  table.now += 60_000;
  await table.matches.wake();
  expect((await table.journal.index(match.id))?.index.status).toBe('ended');
  await table.matches.stop();
});

test.each(['lost-before', 'lost-after', 'lost-after-and-blind'] as const)(
  'a journal that fails in the middle (%s) is asked again, and the match starts with four',
  async (fault) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const table = newTable();
      const match = await waiting(table);
      await match.sit(person('p0'), undefined, table.now);
      table.journal.faults.push(fault);
      table.now += 30_000;
      await passTime(33_000);
      expect([match.position.status, kinds(match)]).toEqual(['running', ['player', 'bot', 'bot', 'bot']]);
      await table.matches.stop();
    } finally {
      vi.useRealTimers();
    }
  },
);

test('the clock of an open match does it by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const table = newTable();
    const match = await waiting(table);
    await match.sit(person('p0'), undefined, table.now);
    table.now += 30_000;
    await passTime(30_000);
    expect(match.position.status).toBe('running');
    await table.matches.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('in a rematch bots do not take a seat while it is kept', async () => {
  const table = newTable();
  const match = await waiting(table, { rematch: { of: 'BEFORE', id: 'AFTER' } });
  await match.sit(person('p0'), undefined, table.now);
  expect(match.dueAt).toBe(table.now + 3 * 60_000);
  await table.matches.stop();
});
