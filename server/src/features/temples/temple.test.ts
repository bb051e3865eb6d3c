/** One temple with its journal and a match: crashes between two writes, and the messages to each side. */
import { type BeadAccount, type DeviceCommand, isBalanced, verify } from '@flower-war/protocol';
import { engine } from '@flower-war/rules';
import { expect, test } from 'vitest';
import type { Match } from '../../match/match.ts';
import type { Journal } from '../../store/journal/journal.ts';
import { MemoryJournal } from '../../store/storedJournal.ts';
import { ownTempleJson } from './ownTemple.ts';
import {
  bind,
  claimed as claimedAt,
  matchIn as matchAt,
  newProcess,
  type Process,
  TEMPLE,
  UnsafeJournal,
} from './process.fixture.ts';

const NOW = 1_760_000_000_000;
const DONE = { kind: 'done' };
const now = () => NOW;

const claimed = (journal: Journal = new MemoryJournal()) => claimedAt(journal, now);
const matchIn = (process: Process) => matchAt(process, NOW);
const inMatch = ({ position }: Match): BeadAccount | undefined => position.temples.all.get(TEMPLE)?.account;

test('whoever had it gives up nothing of another, who has claimed it meanwhile', async () => {
  const { temples, stop } = await claimed();
  const temple = temples.of(TEMPLE);
  const [, released] = await Promise.all([temple.claim('p1', 'printed'), temple.release('p0')]);
  expect(released).toEqual({ kind: 'refused', code: 'no-such-temple' });
  expect(temple.state.owner).toBe('p1');
  await stop();
});

test('the next owner finds the wiring that the last one set, and no name that the last one gave', async () => {
  const { temples, stop } = await claimed();
  const temple = temples.of(TEMPLE);
  await temple.configure('p0', { name: 'Itzel at home', names: { war: 'Itzel', rain: 'Ana' }, light: 40 });
  expect(temple.state.wanted).toMatchObject({ name: 'Itzel at home' });
  const { rev } = temple.state.wanted;
  await temple.release('p0');
  expect(temple.state.wanted).toEqual({ light: 40, rev: rev + 1 });
  await temple.claim('p1', 'printed');
  expect(temple.state.wanted).toEqual({ light: 40, rev: rev + 1 });
  await stop();
});

test('whoever had it when they asked reads nothing of another, who has claimed it meanwhile', async () => {
  const { temples, stop } = await claimed();
  const temple = temples.of(TEMPLE);
  const [, , state] = await Promise.all([temple.unbind('p0'), temple.claim('p1', 'printed'), temple.look()]);
  expect(ownTempleJson(temple, state, { player: 'p0', now: NOW })).toBeUndefined();
  expect(ownTempleJson(temple, state, { player: 'p1', now: NOW })).toMatchObject({ temple: TEMPLE });
  await stop();
});

test('a crash after its journal says that it is bound, and before the match does: it is bound at the next look', async () => {
  const real = new MemoryJournal();
  const unsafe = new UnsafeJournal(real, 1);
  const first = await claimed(unsafe.journal);
  const match = await matchIn(first);
  unsafe.left = 1;
  expect(await bind(first, match)).toEqual({ kind: 'retry' });
  const second = newProcess(real, now);
  expect((await second.observe(42)).ack).toMatchObject({ match: match.id, sensed: { war: 2 }, held: { war: 2 } });
  expect(inMatch((await second.matches.open(match.id)) as Match)).toMatchObject({ sensed: { war: 2 } });
});

test('bound again to the match that it had left, with a crash in between: it counts there again', async () => {
  const real = new MemoryJournal();
  const unsafe = new UnsafeJournal(real, 1);
  const first = await claimed(unsafe.journal);
  const match = await matchIn(first);
  await bind(first, match);
  await first.observe(42);
  await first.temples.of(TEMPLE).unbind('p0');
  unsafe.left = 1;
  await bind(first, match);
  const second = newProcess(real, now);
  const { ack } = await second.observe(43);
  expect(ack).toMatchObject({ match: match.id, sensed: { war: 3 }, held: { war: 1 }, refused: { war: 2 } });
});

test('a crash after the match is over, and before its journal says so: what was counted there is taken over once', async () => {
  const real = new MemoryJournal();
  const unsafe = new UnsafeJournal(real, 1);
  const first = await claimed(unsafe.journal);
  const match = await matchIn(first);
  await bind(first, match);
  await first.observe(43);
  unsafe.left = 2; // the resignation and the end of the record
  await match.resign(1, ['a'], NOW);
  const second = newProcess(real, now);
  const { ack } = await second.observe(44);
  expect(ack).toMatchObject({ sensed: { war: 4 }, refused: { war: 3 }, held: { war: 1 }, last: { why: 'no-match' } });
  expect(ack.match).toBeUndefined();
  expect((await second.temples.of(TEMPLE).stream.log()).map(({ kind }) => kind)).toEqual([
    'claimed',
    'bound',
    'unbound',
    'counted',
  ]);
});

test('of a match that was deleted nobody knows: what waited when it was bound counts no more, nor what it tells first', async () => {
  const real = new MemoryJournal();
  const first = await claimed(real);
  await first.observe(43);
  const match = await matchIn(first);
  await bind(first, match);
  const { rev } = (await first.observe(44)).ack;
  await first.stop();
  real.read = async () => undefined;
  const second = newProcess(real, now);
  const { ack } = await second.observe(47);
  expect(ack).toMatchObject({ sensed: { war: 3 }, held: { war: 0 }, refused: { war: 3 } });
  expect(ack.rev).toBeGreaterThan(rev);
  expect((await second.observe(48)).ack).toMatchObject({ sensed: { war: 4 }, held: { war: 1 } });
});

test('one that was claimed before it was heard of comes to the table when it is heard of, and brings no old bead', async () => {
  const process = newProcess(new MemoryJournal(), now);
  await process.temples.of(TEMPLE).claim('p0', 'printed');
  const match = await matchIn(process);
  expect(await bind(process, match)).toEqual(DONE);
  expect(inMatch(match)).toBeUndefined();
  await process.observe(40);
  expect((await process.observe(41)).ack).toMatchObject({ sensed: { war: 1 }, held: { war: 1 }, match: match.id });
  expect(inMatch(match)).toMatchObject({ sensed: { war: 1 } });
});

test('one that was never heard of in its match is free when that is over, and counts again in its rematch', async () => {
  const process = newProcess(new MemoryJournal(), now);
  const temple = process.temples.of(TEMPLE);
  await temple.claim('p0', 'printed');
  const match = await matchIn(process);
  await bind(process, match);
  await match.abort('test', NOW);
  const { bound, lastMatch, isUnbased } = await temple.look();
  expect([bound, lastMatch, isUnbased]).toEqual([undefined, match.id, true]);
  expect(await bind(process, await matchIn(process))).toEqual(DONE);
  await process.stop();
});

test('one that is away is refused at once by a match that could never take it', async () => {
  const process = await claimed();
  const match = await matchIn(process);
  const bindAway = async (id: string, seat?: number) => {
    await process.temples.of(id).claim('p0', 'printed');
    const wanted = { match: match.id, ...(seat !== undefined && { seat }) };
    return [await process.temples.of(id).bind('p0', wanted), process.temples.of(id).state.bound !== undefined];
  };
  const there = { kind: 'refused', code: 'no-temple-here', reason: 'temple-there' };
  expect(await bindAway('templo-0001', 1)).toEqual([{ ...there, reason: 'not-seated' }, false]);
  expect(await bindAway('templo-0001', 0)).toEqual([DONE, true]);
  expect(await bindAway('templo-0002', 0)).toEqual([there, false]); // both are away
  await process.temples.of('templo-0001').unbind('p0');
  await bind(process, match);
  expect(await bindAway('templo-0001', 0)).toEqual([there, false]);
  expect(await bindAway('templo-0001')).toEqual([there, false]);
  await process.stop();
});

test('one that was not there at its claim brings no bead that it counted meanwhile', async () => {
  const process = newProcess(new MemoryJournal(), now);
  await process.observe(40);
  process.temples.setPresence(TEMPLE, 'offline');
  await process.temples.of(TEMPLE).claim('p0', 'printed');
  expect((await process.observe(45)).ack.sensed.war).toBe(0);
  expect((await process.observe(46)).ack.sensed.war).toBe(1);
});

test('at its claim only totals that lay at the broker are known: it is asked for its own, which are the beginning', async () => {
  const process = newProcess(new MemoryJournal(), now);
  const asked: DeviceCommand[] = [];
  process.temples.listen({ tell: () => {}, command: (_, one) => void asked.push(one), forget: () => {} });
  await process.temples.observe(TEMPLE, { v: 1, epoch: 7, war: 40, rain: 0 }, { isOld: true });
  await process.temples.of(TEMPLE).claim('p0', 'printed');
  expect(asked).toMatchObject([{ op: 'report' }]);
  expect((await process.observe(45)).ack.sensed.war).toBe(0);
  expect((await process.observe(46)).ack.sensed.war).toBe(1);
  await process.temples.of(TEMPLE).give('p0', 'p1');
  expect(asked).toHaveLength(1);
});

test('after a restart its old totals are not a beginning: the bridge repeats them, and it counted more before its claim', async () => {
  const journal = new MemoryJournal();
  const first = newProcess(journal, now);
  await first.observe(40);
  first.temples.setPresence(TEMPLE, 'offline');
  await first.temples.of(TEMPLE).claim('p0', 'printed');
  const second = newProcess(journal, now);
  await second.temples.observe(TEMPLE, { v: 1, epoch: 7, war: 40, rain: 0 }, { isOld: true });
  expect(second.temples.of(TEMPLE).state.isUnbased).toBe(true);
  expect((await second.observe(45)).ack.sensed.war).toBe(0);
  const old = await second.temples.observe(TEMPLE, { v: 1, epoch: 7, war: 46, rain: 0 }, { isOld: true });
  expect(old.ack.sensed.war).toBe(1);
});

test('a line that could not be written changes nothing that its device is told', async () => {
  const unsafe = new UnsafeJournal(new MemoryJournal(), 1);
  const process = await claimed(unsafe.journal);
  const before = (await process.observe(42)).ack;
  const told = process.told.length;
  unsafe.left = 0;
  expect((await process.observe(43)).ack).toEqual(before);
  expect(process.told.slice(told)).toEqual([]);
  unsafe.left = 9;
  expect((await process.observe(43)).ack).toMatchObject({ rev: before.rev + 1, sensed: { war: 3 } });
});

test('a line that was written although the journal failed is not written twice', async () => {
  const real = new MemoryJournal();
  const journal: Journal = Object.create(real);
  const process = await claimed(journal);
  await process.observe(45);
  journal.append = async (append) => {
    await real.append(append);
    throw new Error('the connection to the journal is gone');
  };
  expect(await process.temples.of(TEMPLE).returned('p0', 'war', 2)).toEqual(DONE);
  expect((await process.observe(45)).ack).toMatchObject({ held: { war: 3 }, refused: { war: 2 } });
});

test('two servers that hear the same temple count each bead once, and whoever was late reads what is there', async () => {
  const real = new MemoryJournal();
  const first = await claimed(real);
  const second = newProcess(real, now);
  await Promise.all([first.observe(42), second.observe(42)]);
  await Promise.all([first.observe(43), second.observe(43)]);
  const acks = [(await first.observe(43)).ack, (await second.observe(43)).ack];
  for (const ack of acks) expect(ack).toMatchObject({ sensed: { war: 3 }, held: { war: 3 } });
});

test('taken out of its match by another server, it goes on to count where it is told next, and is written of once', async () => {
  const journal = new MemoryJournal();
  const first = await claimed(journal);
  const match = await matchIn(first);
  await bind(first, match);
  const second = newProcess(journal, now);
  await second.observe(41);
  while ((await first.temples.of(TEMPLE).unbind('p0')).kind !== 'done');
  for (let report = 0; report < 3; report++) await second.observe(43).catch(() => undefined);
  const { length } = await journal.linesOf(TEMPLE);
  expect((await second.observe(43)).ack).toMatchObject({ through: { war: 43 }, sensed: { war: 3 } });
  expect(await journal.linesOf(TEMPLE)).toHaveLength(length);
});

test('taken out before the match has heard of it, it is free', async () => {
  const process = newProcess(new MemoryJournal(), now);
  await process.temples.of(TEMPLE).claim('p0', 'printed');
  await bind(process, await matchIn(process));
  expect(await process.temples.of(TEMPLE).unbind('p0')).toEqual(DONE);
  expect(process.temples.of(TEMPLE).state.bound).toBeUndefined();
});

test('a throw in the rules counts no bead twice, and the match goes on; the bead is counted when it is told again', async () => {
  const process = await claimed();
  const match = await matchIn(process);
  await bind(process, match);
  const { temple } = match.engine as { temple: { standing: unknown } };
  const { standing } = temple;
  temple.standing = () => {
    throw new Error('a bug');
  };
  try {
    expect((await process.observe(41)).ack.sensed.war).toBe(0);
    expect(process.reports).toContain('a command failed');
  } finally {
    temple.standing = standing;
  }
  expect((await process.observe(41)).ack).toMatchObject({ sensed: { war: 1 }, held: { war: 1 } });
  expect(isBalanced(inMatch(match) as BeadAccount)).toBe(true);
  await match.abort('test', NOW);
  const stored = await process.matches.open(match.id);
  expect(stored?.position.status).toBe('ended');
});

test('bead and move in one moment: whichever comes first, the bead counts once', async () => {
  const real = new MemoryJournal();
  const process = await claimed(real);
  const match = await matchIn(process);
  await bind(process, match);
  const { decision = 0, legal } = match.privateOf(match.awaited[0] ?? 0);
  const playing = match.act(match.awaited[0] ?? 0, ['m', decision, legal[0] ?? ''], NOW);
  const [answer, { ack }] = await Promise.all([playing, process.observe(41)]);
  expect([answer.kind, ack.sensed.war, ack.applied.war + ack.held.war + ack.refused.war]).toEqual(['accepted', 1, 1]);
  await match.abort('test', NOW);
  const lines = (await real.read(match.id))?.lines ?? [];
  expect(await verify(lines.map((line) => `${line}\n`).join(''), engine)).toMatchObject({ ok: true });
});

test('a match whose record is damaged lets go of a temple that is taken out, and what it tells next is the beginning', async () => {
  const real = new MemoryJournal();
  const first = await claimed(real);
  const match = await matchIn(first);
  await bind(first, match);
  await first.observe(42);
  const damaged: Journal = Object.create(real);
  damaged.read = async (id: string) => {
    const stored = await real.read(id);
    return stored && { ...stored, lines: stored.lines.map((line) => line.replace('"kind"', '"kin"')) };
  };
  const second = newProcess(damaged, now);
  expect((await second.observe(43)).ack).toMatchObject({ match: match.id, sensed: { war: 0 } });
  expect(await second.temples.of(TEMPLE).unbind('p0')).toEqual({ kind: 'done' });
  expect((await second.observe(43)).ack.sensed.war).toBe(0);
  expect((await second.observe(44)).ack).toMatchObject({ sensed: { war: 1 }, held: { war: 1 } });
});

test('a temple that a match would not have is not the one that counts in its rematch', async () => {
  const process = await claimed();
  const other = process.temples.of('templo-0001');
  await process.temples.observe(other.id, { v: 1, epoch: 7, war: 0, rain: 0 });
  await other.claim('p0', 'printed');
  const match = await matchIn(process);
  await bind(process, match);
  expect(await other.bind('p0', { match: match.id, seat: 0 })).toMatchObject({ reason: 'temple-there' });
  await match.abort('test', NOW);
  expect((await other.look()).lastMatch).toBeUndefined();
  expect((await process.temples.of(TEMPLE).look()).lastMatch).toBe(match.id);
  await process.stop();
});

test('one that is nobody’s hears that the bead which fell last is not a sacrifice', async () => {
  const { observe, stop } = newProcess(new MemoryJournal(), now);
  const lastOf = async (war: number, rain: number) => (await observe(war, rain)).ack.last;
  const unpaired = { verdict: 'refused', why: 'unpaired' };
  expect(await lastOf(0, 0)).toBeUndefined();
  expect(await lastOf(0, 3)).toEqual({ slot: 'rain', ordinal: 3, ...unpaired });
  expect(await lastOf(1, 3)).toEqual({ slot: 'war', ordinal: 1, ...unpaired });
  expect(await lastOf(1, 4)).toEqual({ slot: 'rain', ordinal: 4, ...unpaired });
  expect(await lastOf(1, 4)).toEqual({ slot: 'rain', ordinal: 4, ...unpaired });
  await stop();
});
