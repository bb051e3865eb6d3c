import { tableSettings } from '@flower-war/protocol';
import { signerOf } from '@flower-war/protocol/hosting';
import { at, engine } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { Match } from '../match/match.ts';
import type { Journal } from '../store/journal/journal.ts';
import { openMatch } from './openMatch.ts';
import { askedSeat, FaultyJournal, newTable, playOne, runningMatch } from './table.fixture.ts';

const seats = [0, 1];
const numbersOf = (match: Match) => [match.publicStep, ...seats.map((seat) => match.privateOf(seat))];

/** A copy of a match's first entries, as a crash after them would leave it. */
async function cutAfter(journal: Journal, id: string, entries: number): Promise<FaultyJournal> {
  const stored = await journal.read(id);
  const copy = new FaultyJournal();
  for (const [expectedSeq, line] of (stored?.lines ?? []).slice(0, entries).entries()) {
    const hash = /"hash":"(\w+)"/.exec(line)?.[1] ?? '';
    await copy.append({
      match: id,
      expectedSeq,
      owner: 'me',
      claim: 1,
      line,
      hash,
      ...(stored && { index: stored.index, secrets: stored.secrets }),
    });
  }
  return copy;
}

test('a match that is opened again is where it was: position, steps, decisions, legal moves and answers', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  for (let played = 0; played < 120 && match.position.status === 'running'; played++) {
    const seat = askedSeat(match);
    const { decision = 0, legal } = match.privateOf(seat);
    const action = [played, decision, at(legal, played % legal.length)] as const;
    const answer = await match.act(seat, [...action], 5);
    const stored = await table.journal.read(match.id);
    const opened = await openMatch(stored!, engine);
    const again = new Match(
      { ...opened, tail: { ...opened.tail, claim: 1 }, openedAt: 0 },
      {
        ...table,
        now: () => table.now,
        owner: 'me',
        signer: signerOf('11'.repeat(32)),
        openForMs: 1,
        report: () => {},
      },
    );
    expect(again.position).toEqual(match.position);
    expect(numbersOf(again)).toEqual(numbersOf(match));
    expect(await again.act(seat, [...action], 9)).toEqual({ ...answer, repeated: true });
    expect((await table.journal.read(match.id))?.lines).toEqual(stored?.lines);
  }
});

test('after a crash behind any entry the match opens, and comes to its end', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  while (match.position.status === 'running') await playOne(match);
  const all = (await table.journal.read(match.id))?.lines ?? [];
  expect(match.position.status).toBe('ended');
  for (const entries of [1, 2, 3, 4, 5, 9, 32, 33, all.length - 2, all.length - 1, all.length]) {
    const journal = await cutAfter(table.journal, match.id, entries);
    const restarted = newTable({ journal });
    const again = await restarted.matches.open(match.id);
    if (entries < 3) expect(again?.position.status).toBe('open');
    while (again?.position.status === 'running') await playOne(again);
    if (entries >= 3) expect(again?.position.status).toBe('ended');
    const lines = (await journal.read(match.id))?.lines ?? [];
    expect(lines.slice(0, entries)).toEqual(all.slice(0, entries));
  }
});

test('a match whose last seat was taken just before the crash starts when it is opened', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  const journal = await cutAfter(table.journal, match.id, 3);
  const again = await newTable({ journal }).matches.open(match.id);
  expect(again?.position.status).toBe('running');
});

test('a damaged record is not opened, and says where', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  const stored = await table.journal.read(match.id);
  const lines = stored!.lines.map((line, i) => (i === 2 ? line.replace('"seat":1', '"seat":0') : line));
  await expect(openMatch({ ...stored!, lines }, engine)).rejects.toThrow(/line 3 .*damaged/);
  await expect(openMatch(stored!, async () => undefined)).rejects.toThrow(/no rules for tieqchieq version 1/);
});

test('an outage is noted once, in a running match, when it is opened', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  const journal = await cutAfter(table.journal, match.id, 4);
  journal.lostSince = async () => 90_000;
  const restarted = newTable({ journal, now: table.now + 90_000 });
  await restarted.matches.open(match.id);
  const last = JSON.parse((await journal.read(match.id))!.lines.at(-1)!);
  expect(last).toMatchObject({ kind: 'resumed', lost: 90_000 });
  await restarted.matches.open(match.id);
  expect((await journal.read(match.id))!.lines).toHaveLength(5);
});

test('an outage that cannot be noted when the match is opened is noted before anything else', async () => {
  const table = newTable();
  const match = await runningMatch(table);
  const journal = await cutAfter(table.journal, match.id, 4);
  journal.lostSince = async () => 90_000;
  const restarted = newTable({ journal, now: table.now + 90_000 });
  journal.faults.push('lost-before', 'lost-before-and-blind');
  const opened = await restarted.matches.open(match.id);
  await expect.poll(() => playOne(opened!, restarted.now)).toMatchObject({ kind: 'accepted' });
  const [noted] = (await journal.read(match.id))!.lines.slice(4).map((line) => JSON.parse(line));
  expect(noted).toMatchObject({ kind: 'resumed', lost: 90_000 });
});

test('a match that nobody came to is given up in time, and its secret is published', async () => {
  const table = newTable();
  const wanted = { game: 'tieqchieq', preset: 'tieqchieq', options: {}, seats: 2, host: 'p0' };
  const id = await table.matches.create({ ...wanted, table: tableSettings.parse({}) });
  table.now += 59_000;
  await table.matches.wake();
  expect((await table.journal.index(id))?.index.status).toBe('open');
  table.now += 2000;
  await table.matches.wake();
  expect((await table.journal.index(id))?.index.status).toBe('ended');
  const last = JSON.parse((await table.journal.read(id))!.lines.at(-1)!);
  expect(last).toMatchObject({ kind: 'ended', result: { result: 'aborted', reason: 'nobody-came' } });
});

test('a record that cannot be opened keeps no other match waiting, and is reported once', async () => {
  const table = newTable();
  const wanted = { game: 'tieqchieq', preset: 'tieqchieq', options: {}, seats: 2, host: 'p0' };
  const create = () => table.matches.create({ ...wanted, table: tableSettings.parse({}) });
  const [damaged, whole] = [await create(), await create()];
  const read = table.journal.read.bind(table.journal);
  table.journal.read = async (id) => {
    const stored = await read(id);
    return id === damaged && stored ? { ...stored, lines: ['{"seq":0}'] } : stored;
  };
  table.now += 61_000;
  await table.matches.wake();
  await table.matches.wake();
  expect((await table.journal.index(whole))?.index.status).toBe('ended');
  expect(table.reports).toEqual(['a match could not be opened']);
});

test('a match is given up in time even while somebody looks at it', async () => {
  const table = newTable();
  const wanted = { game: 'tieqchieq', preset: 'tieqchieq', options: {}, seats: 2, host: 'p0' };
  const id = await table.matches.create({ ...wanted, table: tableSettings.parse({}) });
  const match = await table.matches.open(id);
  match?.watch({ onFlush: () => {}, onLost: () => {} });
  table.now += 61_000;
  await table.matches.wake();
  expect(match?.position.status).toBe('ended');
  expect(await table.journal.due(table.now, 9)).toEqual([]);
});

test('a match of bots that the server left in the middle is finished by the next one', async () => {
  const table = newTable({ botDelayMs: 60_000 });
  const wanted = { game: 'tieqchieq', preset: 'tieqchieq', options: optionsOf(), seats: 2, host: 'p0' };
  const id = await table.matches.create({ ...wanted, table: tableSettings.parse({}) });
  const match = await table.matches.open(id);
  for (const bot of ['greedy', 'random']) await match?.sit({ by: 'bot', bot }, undefined, table.now);
  await table.matches.stop();
  expect(await table.journal.due(table.now, 9)).toEqual([id]);
  const restarted = newTable({ journal: table.journal });
  await restarted.matches.wake();
  await expect.poll(async () => (await table.journal.index(id))?.index.status, { timeout: 20_000 }).toBe('ended');
});

function optionsOf() {
  return {
    board: 'S7',
    surcharge: 'exact',
    plusFree: true,
    mayPass: false,
    stacking: false,
    startPlayer: 'host',
    turnCap: 1000,
  };
}

describe('after an outage', () => {
  const MINUTE = 60_000;
  /** The server lives on from then until the other time. */
  async function live(journal: FaultyJournal, from: number, to: number) {
    for (let at = from; at <= to; at += 3000) await journal.beat(at, true);
  }
  /** A table of a tournament to which no player came, after its first minute. */
  async function waiting() {
    const first = newTable({ now: 100 * MINUTE });
    const { journal } = first;
    const wanted = { game: 'tieqchieq', preset: 'tieqchieq', options: {}, seats: 2, host: 't-1' };
    const id = await first.matches.create({ ...wanted, table: tableSettings.parse({ visibility: 'private' }) });
    await live(journal, first.now, first.now + MINUTE);
    return { journal, id, now: first.now + MINUTE };
  }
  /** Begins after the outage, and says whether the table still waits after this many minutes. */
  async function restartedAt(journal: FaultyJournal, now: number) {
    await journal.beat(now, true);
    const table = newTable({ journal, now });
    return async (id: string, minutes: number) => {
      table.now = now + minutes * MINUTE;
      await table.matches.wake();
      return (await journal.index(id))?.index.status;
    };
  }

  test('players of a tournament have the minutes that it took, and some to come back, also if there are two', async () => {
    const { journal, id, now } = await waiting();
    const again = await restartedAt(journal, now + 10 * MINUTE);
    expect(await again(id, 3)).toBe('open');
    const statusAfter = await restartedAt(journal, now + 20 * MINUTE);
    expect(await statusAfter(id, 4.9)).toBe('open');
    expect(await statusAfter(id, 5)).toBe('ended');
  });

  test('a table does not wait for ever while the server begins again and again', async () => {
    const { journal, id, now } = await waiting();
    let [status, tries]: [string | undefined, number] = ['open', 0];
    for (let at = now + MINUTE; status === 'open' && tries < 20; tries++, at += 5 * MINUTE) {
      const statusAfter = await restartedAt(journal, at);
      await live(journal, at, at + 4 * MINUTE);
      status = await statusAfter(id, 4);
    }
    expect([status, tries]).toEqual(['ended', 3]);
  });
});

test('a match that was given up and is opened again here stays one, also once the viewers of before are told', async () => {
  const table = newTable();
  const { id } = await runningMatch(table);
  const given = await table.matches.giveUpAll();
  const again = await table.matches.open(id);
  for (const match of given) match.tellLost();
  expect(given.map((match) => match.id)).toEqual([id]);
  expect(await table.matches.open(id)).toBe(again);
});

test('a match that another process takes while it is opened here is not open here', async () => {
  const table = newTable();
  const { id } = await runningMatch(table, { settings: { clock: { kind: 'days', days: 1 } } });
  await table.matches.release(id);
  table.now += 86_400_000;
  table.journal.faults.push('other-owner'); // at the move that the clock plays
  await expect(table.matches.open(id)).rejects.toThrow('went elsewhere');
  expect(table.matches.isAwake(id)).toBe(false);
});
