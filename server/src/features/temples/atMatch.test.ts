/** A temple and its match: what opens the match, which beads come too late, and what is told when. */
import type { Ack } from '@flower-war/protocol';
import { expect, test } from 'vitest';
import type { Match } from '../../match/match.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { bind, claimed, matchIn, NAME, newProcess, type Process, playOn, TEMPLE } from './process.fixture.ts';

const NOW = 1_760_000_000_000;

async function bound(journal: Journal, settings = {}): Promise<{ process: Process; match: Match }> {
  const process = await claimed(journal, () => NOW);
  const match = await matchIn(process, NOW, settings);
  await bind(process, match);
  return { process, match };
}

const lastAck = ({ told }: Process): Ack | undefined => told.findLast(({ ack }) => ack !== undefined)?.ack;

test('a report that says nothing new wakes no match; a bead does', async () => {
  const journal = new MemoryJournal();
  const { process, match } = await bound(journal);
  const { ack } = await process.observe(42);
  await process.matches.release(match.id);
  let opened = 0;
  const { read } = journal;
  journal.read = (id) => {
    opened++;
    return read.call(journal, id);
  };
  expect([(await process.observe(42)).ack, opened]).toEqual([ack, 0]);
  expect([(await process.observe(43)).ack.sensed.war, opened]).toEqual([3, 1]);
});

test('a bead that comes while its match ends is not a bead of that match: it waits for the next one', async () => {
  const journal = new MemoryJournal();
  const { process, match } = await bound(journal);
  const [isReached, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { append } = journal;
  journal.append = async (entry) => {
    isReached.resolve();
    await mayGoOn.promise;
    return append.call(journal, entry);
  };
  const resigning = match.resign(1, ['a'], NOW);
  await isReached.promise;
  const isWaiting = Promise.withResolvers<void>();
  const { observe } = match;
  match.observe = (...report) => {
    isWaiting.resolve();
    return observe.apply(match, report);
  };
  const observing = process.observe(41);
  await isWaiting.promise;
  mayGoOn.resolve();
  await resigning;
  const { ack } = await observing;
  expect(ack).toMatchObject({ sensed: { war: 1 }, held: { war: 1 }, last: { verdict: 'held', why: 'no-match' } });
  expect(ack.match).toBeUndefined();
});

test('when a bead that was too early has found its fate, its temple is told without having said anything', async () => {
  const { process, match } = await bound(new MemoryJournal());
  await process.observe(41);
  expect(lastAck(process)).toMatchObject({ held: { war: 1 } });
  await playOn(match, () => match.position.temples.all.get(TEMPLE)?.account.held.war === 1);
  const told = lastAck(process);
  expect(told).toMatchObject({ sensed: { war: 1 }, held: { war: 0 } });
  expect((await process.observe(41)).ack).toEqual(told);
});

test('two that seem to share an id are noted once a minute', async () => {
  let now = NOW;
  const process = await claimed(new MemoryJournal(), () => now);
  const twins = () => process.noted.filter((event) => event === 'a temple seems to be there twice').length;
  const alternate = async (from: number) => {
    for (let war = from; war < from + 4; war++) for (const epoch of [7, 8]) await process.observe(war, 0, epoch);
  };
  await alternate(41);
  expect(twins()).toBe(1);
  now += 60_000;
  await alternate(45);
  expect(twins()).toBe(2);
});

test('a match that cannot be read for a while keeps its temple', async () => {
  const real = new MemoryJournal();
  const { match } = await bound(real);
  const broken: Journal = Object.create(real);
  broken.read = async () => {
    throw new Error('the disk does not answer');
  };
  const second = newProcess(broken, () => NOW);
  await expect(second.temples.of(TEMPLE).unbind('p0')).rejects.toThrow('the disk does not answer');
  broken.read = (id) => real.read(id);
  expect((await second.observe(41)).ack).toMatchObject({ match: match.id, sensed: { war: 1 } });
});

test('a line of its journal that was changed is found, and nothing is guessed', async () => {
  const journal = new MemoryJournal();
  const process = await claimed(journal, () => NOW);
  await process.observe(41);
  const { linesOf } = journal;
  journal.linesOf = async (temple, some) =>
    (await linesOf.call(journal, temple, some)).map((line) => line.replace('"war":41', '"war":49'));
  await expect(newProcess(journal, () => NOW).observe(42)).rejects.toThrow('line 1 of a temple is damaged');
});

test('on the turn of another the lights of a temple at home call for nothing, whatever that one may offer', async () => {
  const { process, match } = await bound(new MemoryJournal());
  await playOn(match, () => match.awaited[0] !== 1 || !match.table.mayOffer.war);
  const { match: lights } = await process.temples.of(TEMPLE).messages();
  expect(lights).toMatchObject({ turn: { seat: 1 }, yourTurn: false, mayOffer: { war: false, rain: false } });
  expect(lights?.turn?.name).toBe(NAME);
  expect(lights?.players).toEqual(Array(2).fill('I'.repeat(23))); // and no half of a character
});

test('a bead that waited for a match waits in it for its step', async () => {
  const process = await claimed(new MemoryJournal(), () => NOW);
  expect((await process.observe(41)).ack.last?.why).toBe('no-match');
  const match = await matchIn(process, NOW);
  await bind(process, match);
  expect(match.table.temples.get(TEMPLE)?.account.waiting).toMatchObject([{ n: 1, why: 'wrong-phase' }]);
  expect((await process.observe(41)).ack).toMatchObject({
    held: { war: 1 },
    last: { ordinal: 41, why: 'wrong-phase' },
  });
  await process.stop();
});

test('the number of the lights goes on rising after a restart, though they changed more than once a second', async () => {
  const journal = new MemoryJournal();
  const { process } = await bound(journal);
  const { match: before } = await process.temples.of(TEMPLE).messages();
  const { match: after } = await newProcess(journal, () => NOW + 1000)
    .temples.of(TEMPLE)
    .messages();
  expect(after?.rev).toBeGreaterThan(before?.rev ?? 0);
});

test('in the last quarter of a record no bead is counted, but what was counted is offered, and hands may pay', async () => {
  const { process, match } = await bound(new MemoryJournal());
  await process.observe(41);
  await playOn(match, () => match.position.temples.all.get(TEMPLE)?.account.held.war !== 1);
  const record = match['writer']['record'];
  record.size = { ...record.size, bytes: 7 * 1024 * 1024 }; // of 8 MiB
  await process.observe(42);
  const account = () => match.position.temples.all.get(TEMPLE)!.account;
  expect(account()).toMatchObject({ sensed: { war: 1 }, applied: { war: 0 } });
  await playOn(match, () => account().held.war > 0);
  expect(account()).toMatchObject({ sensed: { war: 1 }, applied: { war: 1 } });
  const paying = () => match.awaited.includes(0) && match.privateOf(0).legal.find((one) => one.startsWith('offer'));
  await playOn(match, () => !paying());
  const { decision = 0 } = match.privateOf(0);
  expect(await match.act(0, ['by hand', decision, paying() || ''], NOW)).toMatchObject({ kind: 'accepted' });
});
