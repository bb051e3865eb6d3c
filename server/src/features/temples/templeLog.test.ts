import { expect, test } from 'vitest';
import type { Journal } from '../../store/journal/journal.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { logOf } from './ownTemple.ts';
import { newProcess, TEMPLE } from './process.fixture.ts';

/** Counts the lines that were read. */
function counting(real: Journal): { readonly journal: Journal; readonly read: () => number } {
  let lines = 0;
  const journal: Journal = Object.create(real);
  journal.linesOf = async (...asked) => {
    const found = await real.linesOf(...asked);
    lines += found.length;
    return found;
  };
  return { journal, read: () => lines };
}

test('a page of the log reads no more of the journal than that page, from the owner’s claim on', async () => {
  const { journal, read } = counting(new MemoryJournal());
  const { temples, observe, stop } = newProcess(journal, () => 1000);
  const temple = temples.of(TEMPLE);
  await observe(0);
  await temple.claim('ana', 'printed');
  for (let war = 1; war <= 20; war++) await observe(war);
  await temple.give('ana', 'ben');
  for (let war = 21; war <= 60; war++) await observe(war);
  const before = read();
  const page = await logOf(temple.stream, 'ben', { limit: 10 });
  expect(read() - before).toBe(10);
  expect(page.entries.map((entry) => entry.kind === 'counted' && entry.war)).toEqual(
    Array.from({ length: 10 }, (_, n) => 60 - n),
  );
  const rest = await logOf(temple.stream, 'ben', { limit: 100, before: page.next! });
  expect(rest.entries.at(-1)).toMatchObject({ kind: 'claimed', how: 'given' });
  expect([page.entries.length + rest.entries.length, rest.next]).toEqual([41, undefined]);
  for (const query of [
    { limit: 5, before: 3 },
    { limit: 100, before: 0 },
  ])
    expect(await logOf(temple.stream, 'ben', query)).toEqual({ entries: [] });
  expect(await logOf(temple.stream, 'ben', { limit: 1, before: 1e9 })).toMatchObject({ entries: [{ war: 60 }] });
  expect(await logOf(temple.stream, 'ana', { limit: 100 })).toEqual({ entries: [] });
  await stop();
});
