/** The messages of a temple that bridges get, and when they get them. */
import { MOST_COUNT, NEW_ACCOUNT, Unbalanced } from '@flower-war/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { runningMatch } from '../../matches/table.fixture.ts';
import { openData } from '../../store/openData.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { claimed, newProcess, TEMPLE, UnsafeJournal } from './process.fixture.ts';
import type { Temple } from './temple.ts';
import { ackOf, afterRestore } from './templeMessages.ts';
import { Temples } from './temples.ts';

const NOW = 1_760_000_000_000;

async function bound(journal = new MemoryJournal(), settings = {}) {
  const time = { now: NOW };
  const unsafe = new UnsafeJournal(journal, 1);
  const process = newProcess(unsafe.journal, () => time.now);
  await process.observe(40);
  const temple = process.temples.of(TEMPLE);
  await temple.claim('p0', 'printed');
  const table = { matches: process.matches, now: NOW } as never;
  const match = await runningMatch(table, { game: 'flower-war', settings });
  await temple.bind('p0', { match: match.id, seat: 0 });
  return { time, unsafe, process, temple, match, journal };
}

test('a bridge that comes later is told how much time is left by then, and the others nothing', async () => {
  const { time, temple, process } = await bound(undefined, { clock: { kind: 'turn', seconds: 60 } });
  const { match } = await temple.messages();
  expect(match?.deadlineMs).toBe(60_000);
  const told = process.told.length;
  time.now += 20_000;
  expect((await temple.messages()).match).toEqual({ ...match, deadlineMs: 40_000 });
  expect(process.told.length).toBe(told);
  await process.stop();
});

test('each change of the account is told once, whatever else goes on', async () => {
  const { process, temple, match } = await bound();
  await process.observe(42);
  for (let times = 0; times < 3; times++) await process.observe(42);
  await temple.messages();
  await match.tend(NOW);
  const acks = process.told.flatMap(({ ack }) => (ack ? [[ack.rev, ack.match === match.id]] : []));
  expect(acks).toEqual([
    [0, false],
    [2, false],
    [3, true],
    [4, true],
  ]);
  await process.stop();
});

const ENDS = [
  ['released', (temple: Temple) => temple.release('p0')],
  ['taken away', (temple: Temple) => temple.takeAway('operator')],
  ['given away', (temple: Temple) => temple.give('p0', 'p1')],
  ['claimed by its code', (temple: Temple) => temple.claim('p1', 'printed')],
] as const;

test.each(ENDS)('the beads that wait for a match when the temple is %s are told as refused', async (_, end) => {
  const process = await claimed(new MemoryJournal(), () => NOW);
  const { ack: before } = await process.observe(42);
  process.told.length = 0;
  await end(process.temples.of(TEMPLE));
  const [first, ...rest] = process.told.flatMap(({ ack }) => ack ?? []);
  const last = { slot: 'war', ordinal: 42, verdict: 'refused', why: 'unpaired' };
  expect(first).toMatchObject({ rev: before.rev + 1, held: NONE, refused: { war: 2 }, last });
  expect(rest).toMatchObject([{ sensed: NONE, refused: NONE }]);
  await process.stop();
});

test.each(ENDS)('the beads that wait in a match from which it is %s are told as refused', async (_, end) => {
  const { process, temple } = await bound();
  await process.observe(42);
  process.told.length = 0;
  await end(temple);
  const [first, ...rest] = process.told.flatMap(({ ack }) => ack ?? []);
  const last = { slot: 'war', ordinal: 42, verdict: 'refused', why: 'no-match' };
  expect(first).toMatchObject({ held: NONE, refused: { war: 2 }, last });
  expect(rest).toMatchObject([{ sensed: NONE, refused: NONE }]);
  await process.stop();
});

test('what is put right when a bridge comes is told to all of them', async () => {
  const { process, match, journal } = await bound();
  await process.stop();
  await match.abort('test', NOW);
  const again = newProcess(journal, () => NOW);
  const { ack } = await again.temples.of(TEMPLE).messages();
  expect(ack?.match).toBeUndefined();
  expect(again.told.at(-1)).toMatchObject({ temple: TEMPLE, ack });
  await again.stop();
});

test('settings are told at once while it counts for a match, and the match is not opened for that', async () => {
  const { process, temple, journal, match } = await bound();
  await process.stop();
  const opened: string[] = [];
  const again = newProcess(journal, () => NOW);
  const open = again.matches.open.bind(again.matches);
  again.matches.open = (id) => {
    opened.push(id);
    return open(id);
  };
  await again.temples.of(TEMPLE).configure('p0', { name: 'Hall', light: 20, swapped: true, debounceMs: 90 });
  expect(again.told).toEqual([
    { temple: TEMPLE, config: { v: 1, rev: 1, name: 'Hall', light: 20, swapped: true, debounceMs: 90 } },
  ]);
  expect([opened, temple.state.bound?.match]).toEqual([[], match.id]);
  await again.stop();
});

test('one that counts for a match has its lights and settings again after a restart, with the first report', async () => {
  const { process, temple, match, journal } = await bound();
  await temple.configure('p0', { light: 20 });
  await process.stop();
  const again = newProcess(journal, () => NOW);
  for (let times = 0; times < 3; times++) await again.observe(40);
  expect(again.told).toEqual([
    {
      temple: TEMPLE,
      ack: expect.objectContaining({ match: match.id }),
      match: expect.objectContaining({ match: match.id, turn: expect.anything() }),
      config: { v: 1, rev: 1, light: 20 },
    },
  ]);
  await again.stop();
});

test('a device that starts anew while it counts for a match is told so, and the match is left asleep', async () => {
  const { process, match } = await bound();
  process.told.length = 0;
  for (let times = 0; times < 2; times++) await process.observe(0, 0, 8);
  const ack = expect.objectContaining({ epoch: 8, through: { war: 0, rain: 0 }, match: match.id });
  expect(process.told).toEqual([{ temple: TEMPLE, ack }]);
  await process.stop();
});

test('a device that stays switched on hears the ledger of a backup: its number is above all from before', async () => {
  const observe = (temples: Temples, war: number) => temples.observe(TEMPLE, { v: 1, epoch: 7, war, rain: 0 });
  const [before, backup] = [
    await claimed(new MemoryJournal(), () => NOW),
    await claimed(new MemoryJournal(), () => NOW),
  ];
  for (let war = 41; war < 50; war++) await before.observe(war);
  const restored = new Temples({ ...backup.temples['tools'], restoredAt: NOW });
  const { ack } = await observe(restored, 41);
  expect(ack.rev).toBeGreaterThan((await before.observe(50)).ack.rev);
  expect(ack.rev).toBeLessThanOrEqual(MOST_COUNT);
  expect((await observe(restored, 42)).ack.rev).toBe(ack.rev + 1);
  restored.stop();
  for (const { stop } of [before, backup]) await stop();
});

test('the ledger of a server that lost its data is heard too: its number is above all from before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const acks = [];
  for (const hours of [0, 1]) {
    vi.setSystemTime(NOW + hours * 3_600_000);
    const { journal, restoredAt, letGo } = await openData(readConfig({ JOURNAL: 'memory' }));
    const server = await claimed(journal, () => NOW);
    const temples = new Temples({ ...server.temples['tools'], restoredAt });
    for (let war = 41; war < 50 - hours; war++)
      acks.push((await temples.observe(TEMPLE, { v: 1, epoch: 7, war, rain: 0 })).ack);
    temples.stop();
    await server.stop();
    letGo();
  }
  const revs = acks.map(({ rev }) => rev);
  expect(revs).toEqual(revs.toSorted((one, other) => one - other));
  expect(new Set(revs).size).toBe(revs.length);
});

test('no number is above those that a device can read', () => {
  const since1970 = Date.UTC(2039, 0);
  const ack = ackOf({ ...NEW_ACCOUNT, rev: since1970 / 1000 }, undefined);
  expect(afterRestore(ack, since1970).rev).toBe(MOST_COUNT);
});

const NONE = { war: 0, rain: 0 };

test('when its owner lets go of it, the numbers of that time go too, and a bead that waited is to be taken back', async () => {
  const process = newProcess(new MemoryJournal(), () => NOW);
  const temple = process.temples.of(TEMPLE);
  await process.observe(40);
  await temple.claim('p0', 'printed');
  await process.observe(42);
  const before = process.told.at(-1)?.ack?.rev ?? 0;
  await temple.release('p0');
  const nobodys = { sensed: NONE, applied: NONE, held: NONE, refused: NONE };
  const waited = { slot: 'war', ordinal: 42, verdict: 'refused', why: 'unpaired' };
  expect(process.told.at(-1)?.ack).toMatchObject({ ...nobodys, through: { war: 42, rain: 0 }, last: waited });
  expect(process.told.at(-1)?.ack?.rev).toBeGreaterThanOrEqual(before);
  expect((await process.observe(42)).ack).toMatchObject(nobodys);
  await process.stop();
});

test('nothing is said of a bead that had its end before its owner let go of it', async () => {
  const process = newProcess(new MemoryJournal(), () => NOW);
  const temple = process.temples.of(TEMPLE);
  await process.observe(40);
  await temple.claim('p0', 'printed');
  await process.observe(41);
  await temple.returned('p0', 'war', 1);
  await temple.release('p0');
  expect(process.told.at(-1)?.ack).toMatchObject({ refused: NONE });
  expect(process.told.at(-1)?.ack?.last).toBeUndefined();
  await process.stop();
});

test.each([
  ['claims it by its code', (temple: Temple) => temple.claim('p1', 'printed')],
  ['is given it', (temple: Temple) => temple.give('p0', 'p1')],
])('a player who %s does not hear in between that it is nobody’s', async (_, handOver) => {
  const process = newProcess(new MemoryJournal(), () => NOW);
  const temple = process.temples.of(TEMPLE);
  await process.observe(40);
  await temple.claim('p0', 'printed');
  process.told.length = 0;
  expect(await handOver(temple)).toEqual({ kind: 'done' });
  const acks = process.told.flatMap(({ ack }) => ack ?? []);
  expect(acks).toEqual([expect.objectContaining({ sensed: NONE, refused: NONE, held: NONE })]);
  expect(acks[0]?.last).toBeUndefined();
  await process.stop();
});

test('forgotten, one that is there goes on as a temple of nobody; of one that is gone nothing is kept', async () => {
  const time = { now: NOW };
  const process = newProcess(new MemoryJournal(), () => time.now);
  const forgotten: string[] = [];
  process.temples.listen({ tell: () => {}, command: () => {}, forget: (temple) => void forgotten.push(temple) });
  await process.observe(40);
  const temple = process.temples.of(TEMPLE);
  await temple.claim('p0', 'printed');
  temple.device.info = { v: 1, fw: '1.0.0' };
  expect([await process.temples.forget(TEMPLE, 'operator'), forgotten]).toEqual(['lives-on', []]);
  expect(process.temples.of(TEMPLE).device.info?.fw).toBe('1.0.0');
  temple.setPresence('offline');
  expect([await process.temples.forget(TEMPLE, 'operator'), forgotten]).toEqual(['gone', [TEMPLE]]);
  await process.stop();
});

test('one whose journal cannot be read keeps nobody from hearing of the others', async () => {
  const { process, journal } = await bound();
  const other = 'templo-beef';
  const linesOf = journal.linesOf.bind(journal);
  journal.linesOf = async (id, some) => {
    if (id === other) throw new Error('a broken disk');
    return linesOf(id, some);
  };
  process.temples.of(other);
  process.temples.of('templo-cafe');
  const told: string[] = [];
  await process.temples.tellAll(({ temple }) => told.push(temple));
  expect([told, process.reports]).toEqual([[TEMPLE, 'templo-cafe'], ['a temple cannot be told of']]);
  await process.stop();
});

test('an account that does not balance is shown to whoever keeps the server; its temple stops, the others go on', async () => {
  const process = newProcess(new MemoryJournal(), () => NOW);
  const { stream } = process.temples.of(TEMPLE);
  await process.observe(1);
  await process.temples.of(TEMPLE).claim('p0', 'printed');
  const account = { ...stream.state.account, sensed: { war: 1, rain: 0 } } as never;
  await stream.run(() => stream.write({ kind: 'unbound', at: NOW, account }));
  expect(process.temples.counts.unbalanced).toBe(1);
  expect((await process.observe(2)).ack).toMatchObject({ through: { war: 1 } });
  expect(process.reports).toEqual(['a temple could not be written of']);
  expect(process.temples.counts.unbalanced).toBe(2);
  await process.temples.observe('templo-beef', { v: 1, epoch: 1, war: 0, rain: 0 });
  expect(await process.temples.of('templo-beef').claim('p1', 'printed')).toEqual({ kind: 'done' });
  await process.stop();
});

test('so is one that a match could not write', async () => {
  const { process, match } = await bound();
  const { temple } = match.engine as { temple: { standing: unknown } };
  const { standing } = temple;
  temple.standing = () => {
    throw new Unbalanced('beads were lost');
  };
  try {
    await process.observe(41);
  } finally {
    temple.standing = standing;
  }
  expect([process.temples.counts.unbalanced, process.reports]).toEqual([1, ['a command failed']]);
  await process.stop();
});

test('the house sets the light level of a temple that has an owner, and writes nothing twice', async () => {
  const { process, temple, journal } = await bound();
  for (const light of [40, 40, 70]) await temple.dim(light);
  expect(temple.state.wanted).toEqual({ rev: 2, light: 70 });
  expect(process.told.at(-1)).toEqual({ temple: TEMPLE, config: { v: 1, rev: 2, light: 70 } });
  const stranger = newProcess(journal, () => NOW).temples.of('templo-b0b0');
  expect(await stranger.dim(40)).toEqual({ kind: 'done' });
  expect(stranger.state.wanted).toEqual({ rev: 0 });
  await process.stop();
});
