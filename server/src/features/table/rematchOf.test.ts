import { tableSettings } from '@flower-war/protocol';
import { gameById, resolveOptions } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { rematchId } from '../../base/ids.ts';
import { newTable } from '../../matches/table.fixture.ts';
import { findRematch, rematchOf } from './summary.ts';

const usual = resolveOptions(gameById('tieqchieq')!, undefined, {});
const wanted = {
  game: 'tieqchieq',
  preset: 'tieqchieq',
  options: usual.ok ? usual.options : {},
  seats: 2,
  host: 'p0',
  table: tableSettings.parse({ visibility: 'private' }),
};

test('two servers that make the rematch at the same moment make one, and neither writes over the other', async () => {
  const here = newTable();
  const there = newTable({ journal: here.journal });
  const rematch = { of: 'BEFORE', id: rematchId('BEFORE', 0) };
  const made = await Promise.all([here, there].map(({ matches }) => matches.create({ ...wanted, rematch })));
  expect(made).toEqual([rematch.id, rematch.id]);
  expect((await here.journal.read(rematch.id))?.lines).toHaveLength(1);
  expect(await rematchOf(here.journal, 'BEFORE')).toBe(rematch.id);
  for (const { matches } of [here, there]) await matches.stop();
});

test('one that was given up is passed over, and there is an end to that', async () => {
  const { journal, matches, now } = newTable();
  expect(await rematchOf(journal, 'BEFORE')).toBeUndefined();
  const ids = new Set<string>();
  for (
    let next = await findRematch(journal, 'BEFORE');
    next !== undefined;
    next = await findRematch(journal, 'BEFORE')
  ) {
    expect(next.isThere).toBe(false);
    ids.add(await matches.create({ ...wanted, rematch: { of: 'BEFORE', id: next.id } }));
    await (await matches.open(next.id))!.abort('nobody-came', now);
  }
  expect(ids.size).toBe(20);
  await matches.stop();
});

test('a match that only happens to have this id is none', async () => {
  const { journal, matches } = newTable();
  await matches.create({ ...wanted, rematch: { of: 'ANOTHER', id: rematchId('BEFORE', 0) } });
  expect(await rematchOf(journal, 'BEFORE')).toBeUndefined();
  expect(await findRematch(journal, 'BEFORE')).toEqual({ id: rematchId('BEFORE', 1), isThere: false });
  await matches.stop();
});
