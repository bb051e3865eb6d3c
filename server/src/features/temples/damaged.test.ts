/** A temple that counts for a match with a damaged record. Other temples must not suffer. */
import { expect, test } from 'vitest';
import { runningMatch } from '../../matches/table.fixture.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { newProcess, TEMPLE } from './process.fixture.ts';

const NOW = 1_760_000_000_000;
const now = () => NOW;

/** The temple is bound; then the process ends, and the next process cannot read the record. */
async function damaged() {
  const real = new MemoryJournal();
  const first = newProcess(real, now);
  await first.observe(40);
  await first.temples.of(TEMPLE).claim('p0', 'printed');
  const match = await runningMatch({ matches: first.matches, now: NOW } as never, { game: 'flower-war' });
  await first.temples.of(TEMPLE).bind('p0', { match: match.id, seat: 0 });
  await first.stop();
  const journal: Journal = Object.create(real);
  let reads = 0;
  journal.read = async (id) => {
    const stored = await real.read(id);
    if (id === match.id) reads++;
    const lines = stored?.lines.map((line) => (id === match.id ? line.replace('"kind"', '"kin"') : line)) ?? [];
    return stored && { ...stored, lines };
  };
  return { process: newProcess(journal, now), match, reads: () => reads };
}

test('its owner sees it, and takes it out', async () => {
  const { process, match } = await damaged();
  const temple = process.temples.of(TEMPLE);
  expect((await temple.look()).bound).toEqual({ match: match.id, seat: 0 });
  expect(await temple.bind('p0', { match: 'K7Q42M8A', seat: 0 })).toMatchObject({ code: 'temple-bound' });
  expect(await temple.unbind('p0')).toEqual({ kind: 'done' });
  expect((await temple.look()).bound).toBeUndefined();
  await process.stop();
});

test('a bridge hears of it, is answered, and is never told that it counted', async () => {
  const { process, match } = await damaged();
  expect((await process.temples.of(TEMPLE).messages()).ack).toMatchObject({ match: match.id, sensed: { war: 0 } });
  expect((await process.observe(42)).ack).toMatchObject({ through: { war: 40 }, sensed: { war: 0 } });
  await process.stop();
});

test('the record is read once, and reported once, however often it reports', async () => {
  const { process, reads } = await damaged();
  for (const war of [41, 42, 43]) await process.observe(war);
  expect([reads(), process.reports]).toEqual([1, ['a match could not be opened']]);
  await process.stop();
});
