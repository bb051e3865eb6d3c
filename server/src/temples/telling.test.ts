/** What bridges are told of a temple, and when. */
import { Unbalanced } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import { MemoryJournal } from '../journal/memory.ts';
import { runningMatch } from '../match/table.fixture.ts';
import { newProcess, TEMPLE, UnsafeJournal } from './process.fixture.ts';

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
  const { match } = await temple.told();
  expect(match?.deadlineMs).toBe(60_000);
  const told = process.told.length;
  time.now += 20_000;
  expect((await temple.told()).match).toEqual({ ...match, deadlineMs: 40_000 });
  expect(process.told.length).toBe(told);
  await process.stop();
});

test('each change of the account is told once, whatever else goes on', async () => {
  const { process, temple, match } = await bound();
  await process.observe(42);
  for (let times = 0; times < 3; times++) await process.observe(42);
  await temple.told();
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

test('what is put right when a bridge comes is told to all of them', async () => {
  const { process, match, journal } = await bound();
  await process.stop();
  await match.abort('test', NOW);
  const again = newProcess(journal, () => NOW);
  const { ack } = await again.temples.of(TEMPLE).told();
  expect(ack?.match).toBeUndefined();
  expect(again.told.at(-1)).toMatchObject({ temple: TEMPLE, ack });
  await again.stop();
});

test('one whose journal cannot be read keeps nobody from hearing of the others', async () => {
  const { process, journal } = await bound();
  const other = 'templo-beef';
  const linesOf = journal.linesOf.bind(journal);
  journal.linesOf = async (id) => {
    if (id === other) throw new Error('a broken disk');
    return linesOf(id);
  };
  process.temples.of(other);
  process.temples.of('templo-cafe');
  const told: string[] = [];
  for await (const { temple } of process.temples.toldOfAll()) told.push(temple);
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
