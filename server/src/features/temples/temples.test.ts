/** A temple that counts for a match with a damaged record. Other temples must not suffer. */
import { expect, test } from 'vitest';
import { runningMatch } from '../../matches/table.fixture.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { logOf } from './ownTemple.ts';
import { claimed, newProcess, TEMPLE } from './process.fixture.ts';

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

const LATER = Array.from({ length: 20_000 }, (_, n) => `templo-${(0x10000 + n).toString(16)}`);

test.each([
  ['is there', 'online', true],
  ['is gone', 'offline', false],
] as const)(
  'of more temples than can be kept those of nobody are let go first; one of somebody, if it %s',
  async (_, is, isKept) => {
    const { temples } = await claimed(new MemoryJournal(), () => 0);
    temples.setPresence(TEMPLE, is);
    for (const id of LATER) temples.of(id);
    expect(temples.all.some(({ id }) => id === TEMPLE)).toBe(isKept);
    expect(temples.all).toHaveLength(LATER.length);
  },
);
