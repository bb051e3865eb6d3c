/** What a match does with an outage, in which no player could act. */
import type { Entry } from '@flower-war/protocol';
import { type Chance, fastChance } from '@flower-war/rules';
import { expect, test } from 'vitest';
import { askedSeat, FaultyJournal, newTable, playOne, runningMatch } from '../matches/table.fixture.ts';
import type { Append } from '../store/journal/journal.ts';
import type { Outage } from '../store/ownership/processes.ts';

const TURN = { kind: 'turn', seconds: 30 } as const;
const AT = 1_000_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

test('a command that waited already finds the clock as it was', async () => {
  const match = await runningMatch(newTable(), { settings: { clock: TURN } });
  const seat = askedSeat(match);
  const waiting = match.tend(AT + HOUR); // a timer that rang before the gap was found
  match.noteGap({ at: AT + HOUR, lost: HOUR });
  await waiting;
  expect(match.position.clocks[seat]).toMatchObject({ left: 30_000, missed: 0 });
  expect(match.dueAt).toBe(AT + HOUR + 30_000);
  expect(await playOne(match, AT + HOUR)).toMatchObject({ kind: 'accepted' });
});

test('two gaps before the match is asked are both given back', async () => {
  const match = await runningMatch(newTable(), { settings: { clock: TURN } });
  match.noteGap({ at: AT + MINUTE, lost: MINUTE });
  match.noteGap({ at: AT + HOUR, lost: HOUR - MINUTE });
  await match.tend(AT + HOUR);
  expect(match.dueAt).toBe(AT + HOUR + 30_000);
});

test('what was played within a gap was not lost, and is not given back', async () => {
  const table = newTable();
  const match = await runningMatch(table, { settings: { clock: TURN } });
  await playOne(match, AT + 20_000);
  match.noteGap({ at: AT + 25_000, lost: 24_000 });
  await match.tend(AT + 25_000);
  expect(match.dueAt).toBe(AT + 25_000 + 30_000);
  match.noteGap({ at: AT + 25_000, lost: 5000 }); // the same outage, found in another way
  await match.tend(AT + 25_000);
  expect(match.dueAt).toBe(AT + 25_000 + 30_000);
  const told = (await table.journal.linesOf(match.id)).filter((line) => line.includes('"resumed"'));
  expect(told).toHaveLength(1);
});

test('a process that does not know yet how long it stood still takes no time of another process back', async () => {
  const before = newTable();
  const { id } = await runningMatch(before, { settings: { clock: TURN } });
  await before.matches.use(id, (match) => playOne(match, AT + 20_000));
  await before.matches.stop();
  const woken = newTable({ journal: before.journal, now: AT + 1000 });
  await woken.matches.use(id, async (match) => {
    expect(await playOne(match, woken.now)).toMatchObject({ kind: 'accepted' });
    match.noteGap({ at: AT + 25_000, lost: 24_000 });
    await match.tend(AT + 25_000);
    expect(match.dueAt).toBe(AT + 25_000 + 30_000);
  });
  const entries = (await before.journal.linesOf(id)).map((line) => JSON.parse(line) as Entry);
  expect(entries.slice(-3)).toMatchObject([{ at: AT + 20_000 }, { at: AT + 20_000 }, { at: AT + 25_000, lost: 5000 }]);
  await woken.matches.stop();
});

test('no clock acts while the gap cannot be written, and all of it is given back later', async () => {
  const table = newTable();
  const match = await runningMatch(table, { settings: { clock: TURN } });
  table.journal.faults.push('lost-before', 'lost-before');
  match.noteGap({ at: AT + HOUR, lost: HOUR });
  expect(await playOne(match, AT + HOUR)).toEqual({ kind: 'retry' });
  await match.tend(AT + HOUR + 5000);
  expect(match.position.clocks[askedSeat(match)]).toMatchObject({ left: 30_000, missed: 0 });
  expect(match.dueAt).toBe(AT + HOUR + 30_000);
});

/** A journal that keeps appends waiting, while the time of the table goes on. */
class SlowJournal extends FaultyJournal {
  readonly waits: number[] = [];
  pass: (milliseconds: number) => void = () => {};

  override append(append: Append): Promise<'appended' | 'conflict'> {
    this.pass(this.waits.shift() ?? 0);
    return super.append(append);
  }
}

async function slowTable() {
  const journal = new SlowJournal();
  const table = newTable({ journal });
  journal.pass = (milliseconds) => {
    table.now += milliseconds;
  };
  const match = await runningMatch(table, { settings: { clock: TURN } });
  return { table, journal, match, seat: askedSeat(match) };
}

test('a turn does not run out while its own answer cannot be written', async () => {
  const { table, journal, match, seat } = await slowTable();
  table.now = AT + 20_000;
  journal.waits.push(40_000);
  journal.faults.push('lost-before-and-blind');
  expect(await playOne(match, table.now)).toEqual({ kind: 'retry' });
  expect(match.dueAt).toBeLessThanOrEqual(table.now); // it is settled soon, without a request
  table.now += 5000;
  await match.tend(table.now);
  expect(match.position.clocks[seat]).toMatchObject({ left: 10_000, missed: 0 });
  expect(match.dueAt).toBe(AT + 65_000 + 10_000);
  expect(await playOne(match, table.now)).toMatchObject({ kind: 'accepted' });
  await table.matches.stop();
});

test('a clock that waited behind an answer is judged again', async () => {
  const { table, journal, match, seat } = await slowTable();
  table.now = AT + 20_000;
  journal.waits.push(15_000);
  journal.faults.push('lost-before');
  const answer = playOne(match, table.now);
  const late = match.tend(AT + 30_000); // it waits behind the answer
  expect(await answer).toEqual({ kind: 'retry' });
  await late;
  expect(await playOne(match, AT + 31_000)).toMatchObject({ kind: 'accepted' }); // it was asked before the time was given back
  const times = (await table.journal.linesOf(match.id)).map((line) => (JSON.parse(line) as Entry).at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(match.position.clocks[seat]).toMatchObject({ missed: 0 });
  await table.matches.stop();
});

test('an entry that was written late costs no player the time in which it could not be seen', async () => {
  const { table, journal, match } = await slowTable();
  journal.waits.push(40_000);
  expect(await playOne(match, AT)).toMatchObject({ kind: 'accepted' });
  await match.tend(table.now);
  expect(match.position.clocks).toMatchObject([{ missed: 0 }, { missed: 0 }]);
  expect(match.dueAt).toBe(AT + 40_000 + 30_000);
  await table.matches.stop();
});

test('nobody is taken for absent who could not come back', async () => {
  const match = await runningMatch(newTable());
  const seat = askedSeat(match);
  await match.arrive(1 - seat, AT);
  await match.arrive(seat, AT);
  match.depart(seat, AT);
  match.noteGap({ at: AT + HOUR, lost: HOUR });
  await match.tend(AT + HOUR + MINUTE - 1);
  expect(match.position.occupants.get(seat)).not.toHaveProperty('bot');
  await match.tend(AT + HOUR + MINUTE);
  expect(match.position.occupants.get(seat)).toHaveProperty('bot');
});

test('a match is not given up for time in which nobody could play', async () => {
  const table = newTable({ idleForMs: HOUR });
  const match = await runningMatch(table);
  match.noteGap({ at: AT + HOUR, lost: HOUR });
  await match.tend(AT + HOUR);
  expect(match.isForgotten(AT + HOUR)).toBe(false);
  expect(match.isForgotten(AT + 2 * HOUR)).toBe(true);
  await table.matches.stop();
});

test('however outages overlap, no more is given back than has passed', async () => {
  const chance = fastChance(SEED);
  for (let run = 0; run < 60; run++) {
    const table = newTable();
    const match = await runningMatch(table, { settings: { clock: { kind: 'bank', seconds: 7200, increment: 0 } } });
    let now = AT;
    for (let step = 0; step < 25; step++) {
      now += chance.die(20_000) - 1;
      const at = Math.max(0, now + chance.die(6000) - 3000); // the clock of another process
      const lost = chance.die(40_000);
      const what = chance.die(4);
      if (what === 1) match.noteGap({ at, lost });
      else if (what === 2) await match.resume(lost, at);
      else if (what === 3) await match.tend(at);
      else await playOne(match, now);
    }
    await match.tend(now);
    const entries = (await table.journal.linesOf(match.id)).map((line) => JSON.parse(line) as Partial<Entry>);
    for (const [n, entry] of entries.entries()) {
      const passed = (entry.at ?? 0) - (entries[n - 1]?.at ?? 0);
      const given = 'lost' in entry ? (entry.lost ?? 0) : 0;
      expect(given, `seed ${SEED}, run ${run}, entry ${n}`).toBeLessThanOrEqual(Math.max(0, passed));
    }
    await table.matches.stop();
  }
});

/** Causes of an outage that overlap, lie within it, and leave no part of it out; in the order in which they end. */
function causesOf({ began, ended }: Outage, chance: Chance): readonly Outage[] {
  const cuts = Array.from({ length: chance.die(4) - 1 }, () => began + chance.die(ended - began));
  const ends = [...cuts, ended].toSorted((one, other) => one - other);
  return ends.map((end, n) => ({ began: Math.max(began, (ends[n - 1] ?? began) - chance.die(20_000)), ended: end }));
}

test(`however the causes of outages overlap, exactly their time is given back, seed ${SEED}`, async () => {
  const chance = fastChance(SEED);
  const clock = { kind: 'bank', seconds: 7200, increment: 0 } as const;
  for (let run = 0; run < 60; run++) {
    const table = newTable();
    const match = await runningMatch(table, { settings: { clock } });
    let [now, lost, played] = [AT, 0, 0];
    for (let step = 0; step < 20; step++) {
      const thought = chance.die(20_000);
      played += thought;
      now += thought;
      if (chance.die(3) > 1) await playOne(match, now);
      if (match.position.status !== 'running') break;
      const outage = { began: now, ended: now + chance.die(40_000) };
      now = outage.ended;
      lost += outage.ended - outage.began;
      for (const { began, ended } of causesOf(outage, chance)) {
        match.noteGap({ at: ended, lost: ended - began });
        if (chance.die(2) === 1) await match.tend(ended);
      }
      if (chance.die(3) === 1) await match.resume(outage.ended - outage.began, now); // found in the store, too
      await match.tend(now);
    }
    const entries = (await table.journal.linesOf(match.id)).map((line) => JSON.parse(line) as Partial<Entry>);
    const given = entries.reduce((sum, entry) => sum + ('lost' in entry ? (entry.lost ?? 0) : 0), 0);
    expect(given, `seed ${SEED}, run ${run}`).toBe(lost);
    const left = match.position.clocks.reduce((sum, one) => sum + one.left, 0);
    if (match.position.status === 'running') expect(2 * 7_200_000 - left, `seed ${SEED}, run ${run}`).toBe(played);
    await table.matches.stop();
  }
});
