/** Matches that last for days: they sleep in the journal, and are opened when they are due. */
import { expect, test } from 'vitest';
import { askedSeat, newTable, playOne, runningMatch } from '../matches/table.fixture.ts';

const NOW = 1_000_000;
const DAY = 86_400_000;
const DAYS = { clock: { kind: 'days', days: 2 }, absence: 'fair' } as const;

async function asleep() {
  const table = newTable();
  const match = await runningMatch(table, { settings: DAYS });
  const seat = askedSeat(match);
  await table.matches.release(match.id);
  const entries = async () => ((await table.journal.read(match.id))?.lines ?? []).map((line) => JSON.parse(line));
  return { table, match, seat, entries };
}

test('nothing happens to a match that sleeps before its time', async () => {
  const { table, entries } = await asleep();
  const before = await entries();
  table.now = NOW + 2 * DAY - 1;
  await table.matches.wake();
  expect(await entries()).toEqual(before);
});

test('it is opened when a turn is over, the clock answers, and it sleeps again until the next time', async () => {
  const { table, match, seat, entries } = await asleep();
  table.now = NOW + 2 * DAY;
  await table.matches.wake();
  expect((await entries()).find(({ kind }) => kind === 'clock')).toMatchObject({ seat, at: table.now });
  expect((await table.journal.index(match.id))?.index.wakeAt).toBe(table.now + 2 * DAY);
  expect(await table.matches.open(match.id)).not.toBe(match);
});

test('whoever comes in time finds it as it was, and plays on', async () => {
  const { table, match } = await asleep();
  table.now = NOW + DAY;
  const opened = (await table.matches.open(match.id))!;
  expect(opened.position).toEqual(match.position);
  expect(await playOne(opened, table.now)).toMatchObject({ kind: 'accepted' });
  expect(opened.dueAt).toBe(table.now + 2 * DAY);
});

test.each([
  ['given up when nobody has played for so long', 31 * DAY, 'ended'],
  ['kept as long as somebody may come back', 29 * DAY, 'running'],
])('a match without a clock is %s', async (_, later, status) => {
  const table = newTable({ idleForMs: 30 * DAY });
  const match = await runningMatch(table);
  await playOne(match);
  await match.resume(5000, NOW + 20 * DAY);
  await table.matches.release(match.id);
  table.now = NOW + later;
  await table.matches.wake();
  expect((await table.journal.index(match.id))?.index).toMatchObject({ status });
  if (status === 'ended')
    expect(JSON.parse((await table.journal.index(match.id))!.index.summary).result.reason).toBe('abandoned');
});

test('a thousand that are due at the same moment are all opened', async () => {
  const table = newTable();
  const matches = [];
  for (let i = 0; i < 1000; i++) matches.push((await runningMatch(table, { settings: DAYS })).id);
  for (const id of matches) await table.matches.release(id);
  table.now = NOW + 2 * DAY;
  for (let times = 0; times < 5; times++) await table.matches.wake();
  for (const id of matches)
    expect((await table.journal.read(id))?.lines.filter((line) => line.includes('"kind":"clock"'))).not.toEqual([]);
});
