import type { TableSettings } from '@flower-war/protocol';
import { describe, expect, test } from 'vitest';
import { newTable } from '../matches/table.fixture.ts';
import { hostingAmbush } from './ambush.fixture.ts';
import { ALL, AmbushTable, COUNTERS, DODGE, type Hands, NONE, SEATS } from './ambushTable.fixture.ts';

const SPECTATOR = SEATS;
const PENDING = 'none yet';
const unanswered = async (answer: Promise<unknown>) => (await Promise.race([answer, PENDING])) === PENDING;
const kinds = async (ambushed: AmbushTable) =>
  (await ambushed.entries())
    .slice(SEATS + 2)
    .map(({ kind, seat, by }) => [kind, seat, ...(by === undefined ? [] : [by])]);

async function struck(hands: Hands, settings: object = {}) {
  const ambushed = await AmbushTable.start(hands, settings);
  const striking = ambushed.play(0, 'strike');
  await ambushed.settle();
  return { ambushed, striking };
}

describe('a window has its own time', () => {
  test('after reactSeconds the clock passes for each seat that is asked', async () => {
    const { ambushed, striking } = await struck(COUNTERS, { reactSeconds: 7 });
    const until = ambushed.table.now + 7000;
    expect(ambushed.privates().map((told) => told.until)).toEqual([undefined, undefined, until, until, undefined]);
    await ambushed.wait(6.999);
    expect(await unanswered(striking)).toBe(true);
    await ambushed.wait(0.001);
    expect(await striking).toMatchObject({ kind: 'accepted' });
    expect(await kinds(ambushed)).toEqual([
      ['move', 0, 'player'],
      ['clock', 2],
      ['clock', 3],
    ]);
    expect(ambushed.privates().map((told) => told.until)).toEqual(Array(SEATS).fill(undefined));
  });

  test('the answers of others prolong nothing; each window in a row has its own', async () => {
    const { ambushed } = await struck([[], ['dodge'], ['counter'], ['counter']], { reactSeconds: 10 });
    await ambushed.wait(4);
    const second = ambushed.table.now + 10_000;
    void ambushed.play(1, 'pass');
    await ambushed.wait(5);
    void ambushed.play(2, 'pass');
    await ambushed.settle();
    expect(ambushed.match.privateOf(3).until).toBe(second);
    expect(ambushed.match.dueAt).toBe(second);
    await ambushed.wait(5);
    expect(await kinds(ambushed)).toEqual([
      ['move', 0, 'player'],
      ['move', 1, 'player'],
      ['move', 2, 'player'],
      ['clock', 3],
    ]);
  });

  test('0 means no limit', async () => {
    const { ambushed, striking } = await struck(DODGE, { reactSeconds: 0 });
    expect([ambushed.match.dueAt, ambushed.match.privateOf(1).until]).toEqual([undefined, undefined]);
    await ambushed.wait(1e6);
    expect(await unanswered(striking)).toBe(true);
  });

  test('a match that sleeps is opened when it is due', async () => {
    const { ambushed } = await struck(DODGE, { reactSeconds: 60 });
    await ambushed.table.matches.stop();
    const { journal, now } = ambushed.table;
    const awake = newTable({ games: hostingAmbush(DODGE), journal, now: now + 59_999 });
    await awake.matches.wake();
    expect(await kinds(ambushed)).toHaveLength(1);
    awake.now++;
    await awake.matches.wake();
    expect(await kinds(ambushed)).toEqual([
      ['move', 0, 'player'],
      ['clock', 1],
    ]);
    await awake.matches.stop();
  });

  test('time that the server was away does not count', async () => {
    const { ambushed } = await struck(DODGE, { reactSeconds: 20 });
    await ambushed.wait(15);
    const until = ambushed.match.privateOf(1).until ?? 0;
    const again = await ambushed.restart(DODGE, 100_000);
    expect(again.match.privateOf(1).until).toBe(until + 100_000);
    expect(await kinds(again)).toEqual([
      ['move', 0, 'player'],
      ['resumed', undefined],
    ]);
    await again.wait(4.999);
    expect(await kinds(again)).toHaveLength(2);
    await again.wait(0.001);
    expect((await kinds(again)).at(-1)).toEqual(['clock', 1]);
  });
});

describe('a fixed delay hides the pause', () => {
  const DELAY = 10;

  /** What each viewer is told, and when, in seconds after the strike. Asked seats answer by the script. */
  async function timeline(
    hands: Hands,
    script: Readonly<Record<number, (ambushed: AmbushTable) => unknown>>,
    settings: Partial<TableSettings> = {},
  ) {
    const ambushed = await AmbushTable.start(hands, { reactDelaySeconds: DELAY, ...settings });
    const lists = ambushed.told.map((): unknown[] => []);
    const seen = ambushed.told.map((list) => list.length);
    for (let second = 0; second <= 2 * DELAY; second++) {
      await script[second]?.(ambushed);
      await ambushed.settle();
      for (const [viewer, list] of ambushed.told.entries())
        for (const told of list.slice(seen[viewer])) lists[viewer]!.push([second, told]);
      for (const [viewer, list] of ambushed.told.entries()) seen[viewer] = list.length;
      await ambushed.wait(1);
    }
    return { ambushed, lists };
  }

  const strike = (ambushed: AmbushTable) => void ambushed.play(0, 'strike');
  const pass = (seat: number) => (ambushed: AmbushTable) => void ambushed.play(seat, 'pass');

  test.each<[string, Hands, Parameters<typeof timeline>[1], number[]]>([
    ['answered at once', DODGE, { 0: strike, 1: pass(1) }, [0, 2, 3, SPECTATOR]],
    ['answered late', DODGE, { 0: strike, 9: pass(1) }, [0, 2, 3, SPECTATOR]],
    ['answered never', DODGE, { 0: strike }, [0, 2, 3, SPECTATOR]],
    ['answered by one of two', COUNTERS, { 0: strike, 3: pass(2) }, [0, 1, SPECTATOR]],
    ['in a row', ALL, { 0: strike, 1: pass(0), 4: pass(1), 5: pass(2) }, [SPECTATOR]],
    ['with a second move by the mover', DODGE, { 0: strike, 2: strike }, [2, 3, SPECTATOR]],
  ])('a window %s: everything comes when it would come without', async (_, hands, script, unasked) => {
    const plain = await timeline(NONE, { 0: strike });
    const windowed = await timeline(hands, script);
    for (const viewer of unasked) expect(windowed.lists[viewer]).toEqual(plain.lists[viewer]);
    const times = plain.lists[SPECTATOR]!.map((told) => (told as [number])[0]);
    expect(new Set(times)).toEqual(new Set([DELAY]));
  });

  test.each<TableSettings['clock']>([
    { kind: 'turn', seconds: 60 },
    { kind: 'bank', seconds: 90, increment: 2 },
    { kind: 'days', days: 1 },
  ])('clocks go on as if nobody had been asked, and a wish gives nobody time: %j', async (clock) => {
    const wish = (ambushed: AmbushTable) => void ambushed.wish(4, 'attacks');
    const plain = await timeline(NONE, { 0: strike, 4: wish }, { clock });
    const windowed = await timeline(COUNTERS, { 0: strike, 3: pass(2), 4: wish, 7: pass(3) }, { clock });
    for (const viewer of [0, 1, 4, SPECTATOR]) expect(windowed.lists[viewer]).toEqual(plain.lists[viewer]);
    const silent = await timeline(NONE, { 0: strike }, { clock });
    const later = await timeline(NONE, { 0: strike, [DELAY + 2]: wish }, { clock });
    const due = silent.ambushed.match.dueAt;
    expect([plain, windowed, later].map(({ ambushed }) => ambushed.match.dueAt)).toEqual([due, due, due]);
    expect(plain.ambushed.match.table.clocks.some(({ deadline }) => deadline > 0)).toBe(true);
  });

  test.each([3, 0])('that seat %i leaves meanwhile shows after the move, with a window or without', async (seat) => {
    const leave = (ambushed: AmbushTable) => void ambushed.match.resign(seat, [9], ambushed.table.now);
    const script = { 0: strike, 4: leave };
    const [plain, windowed] = [await timeline(NONE, script), await timeline(DODGE, script)];
    for (const viewer of [0, 2, 3, SPECTATOR]) expect(windowed.lists[viewer]).toEqual(plain.lists[viewer]);
    const times = plain.lists[SPECTATOR]!.map((told) => (told as [number])[0]);
    expect([...new Set(times)]).toEqual([DELAY]);
  });

  test('whoever moves again meanwhile comes too late, with a window or without', async () => {
    for (const hands of [NONE, DODGE]) {
      const { ambushed, striking } = await struck(hands, { reactDelaySeconds: DELAY });
      expect(await ambushed.play(0, 'rest')).toMatchObject({ code: 'stale-decision' });
      expect(await ambushed.play(2, 'rest')).toMatchObject({ code: 'stale-decision' });
      expect(await unanswered(striking)).toBe(true);
    }
  });

  test('seats are asked at once, for no longer than the delay, and the answer that closes is in the record when it shows', async () => {
    const { ambushed } = await struck(COUNTERS, { reactDelaySeconds: DELAY, reactSeconds: 20 });
    expect(ambushed.match.privateOf(2).until).toBe(ambushed.table.now + DELAY * 1000);
    void ambushed.play(2, 'counter');
    await ambushed.wait(1);
    expect(await ambushed.play(2, 'pass')).toMatchObject({ code: 'stale-decision' });
    void ambushed.play(3, 'counter');
    await ambushed.wait(DELAY - 2);
    expect(await kinds(ambushed)).toHaveLength(1);
    await ambushed.wait(1);
    expect(await kinds(ambushed)).toEqual([
      ['move', 0, 'player'],
      ['move', 2, 'player'],
    ]);
    expect(ambushed.told[3]!.at(-1)).toEqual(['answer', expect.objectContaining({ code: 'stale-decision' })]);
  });

  test('reactSeconds shorter than the delay ends a window early, for the next one; the outcome shows in time', async () => {
    const { ambushed, striking } = await struck(ALL, { reactDelaySeconds: DELAY, reactSeconds: 3 });
    for (const [asked] of [[[0]], [[1]], [[2, 3]]]) {
      expect(ambushed.asked).toEqual(asked);
      await ambushed.wait(3);
    }
    expect(ambushed.match.table.view).toMatchObject({ turns: 0 });
    await ambushed.wait(1);
    expect(ambushed.match.table.view).toMatchObject({ turns: 1 });
    expect(await striking).toMatchObject({ kind: 'accepted' });
  });

  test('what only the mover sees needs no delay, and nor does leaving', async () => {
    const ambushed = await AmbushTable.start(NONE, { reactDelaySeconds: DELAY });
    expect(await ambushed.play(0, 'think')).toMatchObject({ kind: 'accepted' });
    expect(await ambushed.match.resign(3, [9], ambushed.table.now)).toMatchObject({ kind: 'accepted' });
  });

  test('who leaves while a move waits is answered with the others, and only once', async () => {
    const { ambushed, striking } = await struck(NONE, { reactDelaySeconds: DELAY });
    const leave = (id: number) => ambushed.match.resign(1, [id], ambushed.table.now);
    const [leaving, again] = [leave(9), leave(9)];
    expect(await leave(8)).toMatchObject({ kind: 'rejected', reason: 'has-left' });
    expect([await unanswered(leaving), await unanswered(striking)]).toEqual([true, true]);
    await ambushed.wait(DELAY);
    expect(await striking).toMatchObject({ kind: 'accepted' });
    expect(await Promise.all([leaving, again])).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
    expect(await kinds(ambushed)).toEqual([
      ['move', 0, 'player'],
      ['absence', 1],
    ]);
  });

  test('a move that still waits when the match ends is refused, and so is what waits behind it', async () => {
    const { ambushed, striking } = await struck(NONE, { reactDelaySeconds: DELAY });
    const leaving = ambushed.match.resign(1, [9], ambushed.table.now);
    await ambushed.match.abort('nobody-came', ambushed.table.now);
    for (const answer of [striking, leaving])
      expect(await answer).toMatchObject({ kind: 'rejected', code: 'match-over' });
  });

  test('whoever repeats the action meanwhile waits for the same answer', async () => {
    const ambushed = await AmbushTable.start(NONE, { reactDelaySeconds: DELAY });
    const strike = [7, ambushed.match.privateOf(0).decision ?? 0, 'strike'] satisfies [number, number, string];
    const answers = [ambushed.repeat(0, strike), ambushed.repeat(0, strike)];
    expect(await ambushed.repeat(0, [7, strike[1], 'rest'])).toMatchObject({ code: 'id-reused' });
    await ambushed.wait(DELAY);
    const [one, other] = await Promise.all(answers);
    expect(one).toMatchObject({ kind: 'accepted' });
    expect(other).toEqual(one);
  });

  test('a crash loses only what was not accepted: the same action is played then', async () => {
    const ambushed = await AmbushTable.start(NONE, { reactDelaySeconds: DELAY });
    const strike = [7, ambushed.match.privateOf(0).decision ?? 0, 'strike'] satisfies [number, number, string];
    const first = ambushed.repeat(0, strike);
    await ambushed.wait(5);
    expect(await unanswered(first)).toBe(true);
    const again = await ambushed.restart(NONE, 1000);
    const second = again.repeat(0, strike);
    await again.wait(DELAY);
    expect(await second).toMatchObject({ kind: 'accepted' });
    expect((await again.entries()).filter(({ move }) => move === 'strike')).toHaveLength(1);
  });

  test('a crash in a window takes its time away from no one', async () => {
    const { ambushed } = await struck(DODGE, { reactDelaySeconds: DELAY });
    await ambushed.wait(4);
    const again = await ambushed.restart(DODGE, 60_000);
    await again.wait(DELAY - 5);
    expect(again.match.table.view).toMatchObject({ turns: 0 });
    await again.wait(1);
    expect(again.match.table.view).toMatchObject({ turns: 1 });
  });
});
