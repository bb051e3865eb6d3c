/** How much vacation a player has left, and that each match learns of it once, whatever ends the process in between. */
import { deadlineOf, restsUntil, verify } from '@flower-war/protocol';
import { engine, fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { newTable, playOne, runningMatch, type TestTable } from '../../matches/table.fixture.ts';
import { StoreError } from '../../store/engine/engine.ts';
import { known, memoryStore } from '../../store/store.fixture.ts';
import { latestEnd, usedIn, Vacations } from './vacations.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 5, 1);
const DAYS_TABLE = { settings: { clock: { kind: 'days', days: 2 }, vacation: true, absence: 'strict' } } as const;

/** A store, with processes that one after another have its matches. */
async function house(days = 30) {
  const store = memoryStore();
  await known(store, 'p0', 'p1');
  const clock = { now: START };
  const flaws = { look: 0 };
  let n = 0;
  const process = () => {
    const owner = `process ${n++}`;
    let isDead = false;
    const vacationsOf = (players: readonly string[]) => vacations.lasting(players);
    const table: TestTable = newTable({ store: store.journal, owner, now: clock.now, vacationsOf });
    const vacations: Vacations = new Vacations({
      store: store.stores.vacations,
      days,
      now: () => clock.now,
      process: owner,
      isClosed: () => false,
      look: async (match) => {
        if (isDead || flaws.look-- > 0) throw new StoreError('the store is away');
        return table.matches.use(match, (opened) => opened.tend(clock.now));
      },
      tellOthers: () => {},
      report: () => {},
    });
    /** Ends it between two matches that it tells. No other process claims a match before. */
    const die = async () => {
      isDead = true;
      await vacations.tell();
      await table.matches.stop();
    };
    return { table, vacations, die };
  };
  const entriesOf = async (match: string) =>
    ((await store.journal.read(match))?.lines ?? []).map((line) => JSON.parse(line) as { kind: string; until: number });
  const vacationsIn = async (match: string) => (await entriesOf(match)).filter(({ kind }) => kind === 'vacation');
  return { store, clock, flaws, process, vacationsIn };
}

describe('the balance', () => {
  test('a day that is begun counts whole, so that begin and end can be repeated only so often', async () => {
    const { clock, process } = await house(3);
    const { vacations } = process();
    for (let n = 0; n < 3; n++) {
      await vacations.begin('p0', 1);
      clock.now += HOUR;
      expect((await vacations.end('p0')).left).toBe((2 - n) * DAY);
    }
    await expect(vacations.begin('p0', 1)).rejects.toMatchObject({ code: 'vacation-refused', reason: 'too-long' });
    expect(await vacations.end('p0')).toEqual({ daysAYear: 3, left: 0, mostDays: 0 });
  });

  test('the exact time counts beyond that', async () => {
    const { clock, process } = await house(30);
    const { vacations } = process();
    await vacations.begin('p0', 20);
    await expect(vacations.begin('p0', 1)).rejects.toMatchObject({ reason: 'on-vacation' });
    clock.now += 2 * DAY + 1;
    expect(await vacations.end('p0')).toEqual({ daysAYear: 30, left: 28 * DAY - 1, mostDays: 27 });
  });

  test('there is none where the host gives none, and none for a deleted player', async () => {
    await expect((await house(0)).process().vacations.begin('p0', 1)).rejects.toMatchObject({ reason: 'off' });
    const { store, process } = await house();
    await store.stores.accounts.forget('p0');
    await expect(process().vacations.begin('p0', 1)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('one that goes on into the next year takes of both years', () => {
    const at = Date.UTC(2026, 11, 27);
    expect(latestEnd([], { at, most: 30 * DAY })).toBe(Date.UTC(2027, 0, 31));
    const used = [{ began: Date.UTC(2026, 2, 1), until: Date.UTC(2026, 2, 28) }];
    expect(latestEnd(used, { at, most: 30 * DAY })).toBe(Date.UTC(2026, 11, 30));
    const row = { began: at, until: Date.UTC(2027, 0, 31) };
    expect([usedIn([row], 2026), usedIn([row], 2027)]).toEqual([5 * DAY, 30 * DAY]);
  });

  const first = Number(process.env.SEED ?? 1);
  test.each(Array.from({ length: 6 }, (_, n) => first + n))(
    'no player is on vacation for longer than a year allows, however often one begins and ends, seed %i',
    async (seed) => {
      const chance = fastChance(seed);
      const days = chance.pick([1, 2, 7, 30, 180]);
      const { clock, process, store } = await house(days);
      const { vacations } = process();
      let begun = 0;
      for (let step = 0; step < 150; step++) {
        clock.now += chance.pick([1, HOUR, DAY - 1, DAY, 40 * DAY]);
        if (chance.coin()) await vacations.end('p0');
        else begun += (await vacations.begin('p0', chance.die(days)).catch(() => undefined)) === undefined ? 0 : 1;
      }
      const rows = await store.stores.vacations.of('p0');
      for (let year = 2026; year < 2050; year++) {
        expect(usedIn(rows, year)).toBeLessThanOrEqual(days * DAY);
        const [from, to] = [Date.UTC(year), Date.UTC(year + 1)];
        expect(rows.filter(({ began }) => began >= from && began < to).length).toBeLessThanOrEqual(days + 1);
      }
      expect(rows.length).toBe(begun);
    },
  );
});

describe('matches', () => {
  test('all of the player hear of it, awake or asleep, and those entered later too; others do not', async () => {
    const { clock, process, vacationsIn } = await house();
    const { table, vacations } = process();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await runningMatch(table, DAYS_TABLE)).id);
    for (const id of ids.slice(1)) await table.matches.release(id);
    const fast = await runningMatch(table, { settings: { clock: { kind: 'turn', seconds: 60 } } });
    const without = await runningMatch(table, { settings: { clock: { kind: 'days', days: 2 } } });
    await vacations.begin('p0', 5);
    await vacations.tell();
    const later = await runningMatch(table, DAYS_TABLE);
    const until = clock.now + 5 * DAY;
    for (const id of [...ids, later.id]) expect(await vacationsIn(id)).toMatchObject([{ seat: 0, until }]);
    for (const { id } of [fast, without]) expect(await vacationsIn(id)).toEqual([]);
    clock.now += DAY;
    table.now = clock.now;
    await vacations.end('p0');
    await vacations.tell();
    for (const id of ids) expect((await vacationsIn(id)).map((one) => one.until)).toEqual([until, clock.now]);
  });

  test('a match that wakes for a late player asks first, also if no process could tell it', async () => {
    const { clock, flaws, process, vacationsIn } = await house();
    const { table, vacations } = process();
    const match = await runningMatch(table, DAYS_TABLE);
    while (match.privateOf(0).decision === undefined) await playOne(match, clock.now);
    flaws.look = 1000;
    clock.now += 2 * DAY - HOUR;
    await vacations.begin('p0', 5);
    await vacations.tell();
    clock.now += 2 * HOUR;
    await match.tend(clock.now);
    expect(match.position.clocks[0]?.missed).toBe(0);
    expect(restsUntil(match.position, 0, clock.now)).toBe(clock.now + 5 * DAY - 2 * HOUR);
    flaws.look = 0;
    await vacations.tell();
    expect(await vacationsIn(match.id)).toHaveLength(1);
  });

  const first = Number(process.env.SEED ?? 1);
  test.each(Array.from({ length: 5 }, (_, n) => first + n))(
    'each change is in each record once, whenever processes die, seed %i',
    async (seed) => {
      const chance = fastChance(seed);
      const { clock, flaws, process, store, vacationsIn } = await house(180);
      let { table, vacations, die } = process();
      const ids: string[] = [];
      // No clock runs out in that time: a match that is over learns of no vacation.
      const settings = { ...DAYS_TABLE.settings, clock: { kind: 'days', days: 14 } } as const;
      for (let n = 0; n < 4; n++) ids.push((await runningMatch(table, { settings })).id);
      for (let step = 0; step < 30; step++) {
        clock.now += chance.pick([1, HOUR, DAY]);
        table.now = clock.now;
        flaws.look = chance.die(4) - 1;
        const player = chance.pick(['p0', 'p1']);
        await (chance.coin() ? vacations.end(player) : vacations.begin(player, chance.die(5)).catch(() => {}));
        if (chance.coin()) await vacations.tell();
        if (chance.die(3) > 1) continue;
        await die();
        ({ table, vacations, die } = process());
      }
      flaws.look = 0;
      await vacations.tell();
      expect(await store.stores.vacations.news(9, 'any')).toEqual([]);
      const lasting = await vacations.lasting(['p0', 'p1']);
      for (const id of ids) {
        const match = (await table.matches.open(id))!;
        for (const seat of [0, 1]) expect(restsUntil(match.position, seat, clock.now)).toBe(lasting.get(`p${seat}`));
        const told = (await vacationsIn(id)) as unknown as { seat: number; until: number }[];
        for (const seat of [0, 1]) {
          const own = told.filter((one) => one.seat === seat).map(({ until }) => until);
          expect(own).toEqual(own.filter((until, n) => until !== own[n - 1]));
        }
        await match.abort('enough', clock.now);
        const lines = (await store.journal.read(id))!.lines;
        expect(await verify(lines.map((line) => `${line}\n`).join(''), engine)).toMatchObject({ ok: true });
      }
      await die();
    },
  );

  test('a player who is deleted is on vacation no longer', async () => {
    const { clock, store, process } = await house();
    const { table, vacations } = process();
    const match = await runningMatch(table, DAYS_TABLE);
    while (match.privateOf(0).decision === undefined) await playOne(match, clock.now);
    await vacations.begin('p0', 20);
    await vacations.tell();
    clock.now += DAY;
    await store.stores.accounts.forget('p0');
    await vacations.tell();
    expect(deadlineOf(match.position.clocks, 0)).toBe(clock.now + 2 * DAY);
  });
});
