import type { TableSettings } from '@flower-war/protocol';
import { testGame } from '@flower-war/rules/testing';
import { describe, expect, test } from 'vitest';
import { ambush } from './ambush.fixture.ts';
import { ALL, AmbushTable, COUNTER, COUNTERS, DODGE, type Hands, NONE, SEATS } from './ambushTable.fixture.ts';

testGame(ambush(ALL), {
  candidates: () => ['strike', 'feint', 'rest', 'think', 'boost', 'dodge', 'counter', 'pass'],
  redraw: (state, viewer) => ({
    ...state,
    thoughts: state.thoughts.map((count, seat) => (seat === viewer ? count : count + 1)),
  }),
});

const SPECTATOR = SEATS;

/** Seat 0 strikes, and all asked seats pass, each some seconds later. */
async function strikeAndPass(
  hands: Hands,
  strike = 'strike',
  { settings = {}, passesAfter = 3000 }: { settings?: Partial<TableSettings>; passesAfter?: number } = {},
): Promise<AmbushTable> {
  const ambushed = await AmbushTable.start(hands, settings);
  const striking = ambushed.play(0, strike);
  await ambushed.settle();
  while (ambushed.asked.some((seat) => ambushed.match.privateOf(seat).legal.includes('pass'))) {
    ambushed.table.now += passesAfter;
    void ambushed.play(ambushed.asked[0]!, 'pass');
    await ambushed.settle();
  }
  expect(await striking).toMatchObject({ kind: 'accepted' });
  await ambushed.settle();
  return ambushed;
}

describe('standing still', () => {
  test.each<[string, Hands, number[]]>([
    ['an attack', DODGE, [0, 2, 3, SPECTATOR]],
    ['a reaction', COUNTER, [0, 1, 3, SPECTATOR]],
    ['a reaction of two seats', COUNTERS, [0, 1, SPECTATOR]],
    ['a window of the mover', [['boost']], [1, 2, 3, SPECTATOR]],
    ['three windows in a row', ALL, [SPECTATOR]],
    ['two windows in a row', [[], ['dodge'], ['counter']], [0, 3, SPECTATOR]],
  ])('%s shows those who are not asked what they would be shown without it', async (_, hands, unasked) => {
    const [plain, windowed] = [await strikeAndPass(NONE), await strikeAndPass(hands)];
    for (const viewer of unasked) expect(windowed.told[viewer]).toEqual(plain.told[viewer]);
    expect((await windowed.entries()).length).toBeGreaterThan((await plain.entries()).length);
  });

  test.each<TableSettings['clock']>([
    { kind: 'turn', seconds: 30 },
    { kind: 'bank', seconds: 60, increment: 2 },
    { kind: 'days', days: 1 },
  ])('a clock tells as little: %j', async (clock) => {
    const at = { settings: { clock }, passesAfter: 0 };
    const [plain, windowed] = [await strikeAndPass(NONE, 'strike', at), await strikeAndPass(COUNTERS, 'strike', at)];
    for (const viewer of [0, 1, SPECTATOR]) expect(windowed.told[viewer]).toEqual(plain.told[viewer]);
    expect(windowed.match.table.clocks.some(({ deadline }) => deadline > 0)).toBe(true);
  });

  test('nobody is charged while others are asked in secret', async () => {
    const settings = { clock: { kind: 'bank', seconds: 60, increment: 0 } as const };
    const windowed = await strikeAndPass(COUNTERS, 'strike', { settings });
    expect(windowed.match.table.clocks.map(({ left }) => left)).toEqual(Array(SEATS).fill(60_000));
  });

  test('a mover whose turn it is again is asked a new question, with a window or without', async () => {
    const [plain, windowed] = [await strikeAndPass(NONE, 'feint'), await strikeAndPass(DODGE, 'feint')];
    for (const viewer of [0, 2, 3, SPECTATOR]) expect(windowed.told[viewer]).toEqual(plain.told[viewer]);
    expect(plain.told[0]!.map(([what]) => what)).toContain('private');
  });

  test('until the window is over they are told nothing, and nor is who has answered', async () => {
    const ambushed = await AmbushTable.start(COUNTERS);
    const before = ambushed.told.map((list) => list.length);
    void ambushed.play(0, 'strike');
    await ambushed.settle();
    expect(ambushed.told.map((list, i) => list.length - before[i]!)).toEqual([0, 0, 1, 1, 0, 0]);
    void ambushed.play(2, 'pass');
    await ambushed.settle();
    expect(ambushed.told.map((list, i) => list.length - before[i]!)).toEqual([0, 0, 1, 1, 0, 0]);
    await ambushed.play(3, 'pass');
    expect(ambushed.told.map((list, i) => list.length - before[i]!)).not.toContain(0);
  });

  test('who comes or comes back sees what was told last; the server that reads the record says the same', async () => {
    const ambushed = await AmbushTable.start(COUNTERS);
    const [mover, struck, , onlooker] = ambushed.privates();
    void ambushed.play(0, 'strike');
    await ambushed.settle();
    expect([ambushed.privates()[0], ambushed.privates()[1]]).toEqual([mover, struck]);
    const asked = ambushed.privates()[3];
    expect(asked?.legal).not.toEqual(onlooker?.legal);
    void ambushed.play(3, 'pass');
    await ambushed.settle();
    expect(ambushed.privates()[3]).toEqual(asked);
    const again = await ambushed.restart(COUNTERS);
    expect(again.privates()).toEqual(ambushed.privates());
    expect([again.match.publicStep, again.match.table.view]).toEqual([
      ambushed.match.publicStep,
      ambushed.match.table.view,
    ]);
  });

  test('a decision that is still shown is answered: whoever names it comes too late', async () => {
    const ambushed = await AmbushTable.start(COUNTERS);
    void ambushed.play(0, 'strike');
    await ambushed.settle();
    void ambushed.play(2, 'pass');
    await ambushed.settle();
    for (const [seat, move] of [
      [0, 'rest'],
      [0, 'strike'],
      [2, 'counter'],
    ] as const)
      expect(await ambushed.play(seat, move)).toMatchObject({ kind: 'rejected', code: 'stale-decision' });
    expect(await ambushed.play(1, 'rest')).toMatchObject({ kind: 'rejected', code: 'stale-decision' });
  });
});

describe('the answer waits', () => {
  test('until the outcome is shown, and so do its repeats, also after a restart', async () => {
    const plain = await strikeAndPass(NONE);
    const ambushed = await AmbushTable.start(COUNTERS);
    const { decision = 0 } = ambushed.match.privateOf(0);
    const strike = [77, decision, 'strike'] satisfies [number, number, string];
    const answers = [ambushed.repeat(0, strike), ambushed.repeat(0, strike)];
    await ambushed.settle();
    void ambushed.play(2, 'pass');
    await ambushed.settle();
    expect(await Promise.race([...answers, 'none yet'])).toBe('none yet');
    const again = await ambushed.restart(COUNTERS);
    const later = [again.repeat(0, strike), again.repeat(0, strike)];
    await again.settle();
    expect(await Promise.race([...later, 'none yet'])).toBe('none yet');
    expect(await again.repeat(0, [77, decision, 'rest'])).toMatchObject({ code: 'id-reused' });
    expect(await again.play(3, 'pass')).toMatchObject({ kind: 'accepted' });
    const [, expected] = plain.told[0]!.at(-1)!;
    expect(await Promise.all(later)).toEqual([expected, expected]);
    expect(await again.repeat(0, strike)).toEqual({ ...(expected as object), repeated: true });
    expect((await again.entries()).filter(({ id }) => id === 77)).toHaveLength(1);
  });

  test('no longer than until the mover is asked, who sees then what came of the move', async () => {
    const ambushed = await AmbushTable.start([['boost'], ['dodge']]);
    expect(await ambushed.play(0, 'strike')).toEqual({ kind: 'accepted', step: ambushed.privates()[0]!.step });
    expect(ambushed.privates()[0]!.legal).toEqual(['boost', 'pass']);
    const boosting = ambushed.play(0, 'boost');
    await ambushed.settle();
    expect(await Promise.race([boosting, 'none yet'])).toBe('none yet');
    expect(await ambushed.play(1, 'dodge')).toMatchObject({ kind: 'accepted' });
    expect(await boosting).toMatchObject({ kind: 'accepted' });
  });

  test('not for ever: the end of the match, and the loss of it, settle every answer', async () => {
    const [aborted, lost] = [await AmbushTable.start(DODGE), await AmbushTable.start(DODGE)];
    const [one, other] = [aborted.play(0, 'strike'), lost.play(0, 'strike')];
    await Promise.all([aborted.settle(), lost.settle()]);
    await aborted.match.abort('nobody-came', aborted.table.now);
    expect(await one).toMatchObject({ kind: 'accepted' });
    lost.table.journal.faults.push('other-owner');
    await lost.match.asks(3, [1, 'none'], lost.table.now);
    expect(await other).toEqual({ kind: 'retry' });
  });

  test.each(['lost-before', 'lost-after', 'lost-before-and-blind', 'lost-after-and-blind'] as const)(
    'a journal that fails (%s) under the hidden move: the repeat is played once',
    async (fault) => {
      const ambushed = await AmbushTable.start(DODGE);
      const strike = [5, ambushed.match.privateOf(0).decision ?? 0, 'strike'] satisfies [number, number, string];
      ambushed.table.journal.faults.push(fault);
      const first = ambushed.repeat(0, strike);
      await ambushed.settle();
      const again = ambushed.repeat(0, strike);
      await ambushed.settle();
      expect(await Promise.race([again, 'none yet'])).toBe('none yet');
      expect(await ambushed.play(1, 'pass')).toMatchObject({ kind: 'accepted' });
      expect(await again).toMatchObject({ kind: 'accepted' });
      expect(['accepted', 'retry']).toContain((await first).kind);
      expect((await ambushed.entries()).filter(({ move }) => move === 'strike')).toHaveLength(1);
    },
  );
});

describe('somebody leaves in the middle', () => {
  const leave = (ambushed: AmbushTable, seat: number) => ambushed.match.resign(seat, [9], ambushed.table.now);

  test.each<[string, Hands, number, string]>([
    ['who is asked', COUNTER, 2, 'struck'],
    ['the mover', COUNTER, 0, 'left'],
    ['who is struck', DODGE, 1, 'left'],
  ])('%s: the window closes, and everybody is answered', async (_, hands, seat, event) => {
    const ambushed = await AmbushTable.start(hands);
    const striking = ambushed.play(0, 'strike');
    await ambushed.settle();
    expect(await leave(ambushed, seat)).toMatchObject({ kind: 'accepted' });
    expect(await striking).toMatchObject({ kind: 'accepted' });
    expect(ambushed.told[SPECTATOR]!.at(-1)).toEqual([
      'events',
      expect.arrayContaining([expect.objectContaining({ kind: event })]),
    ]);
  });

  test('one of two who are asked: everybody sees that, and nothing else, until the other has answered', async () => {
    const ambushed = await AmbushTable.start(COUNTERS);
    const striking = ambushed.play(0, 'strike');
    await ambushed.settle();
    expect(await leave(ambushed, 3)).toMatchObject({ kind: 'accepted' });
    expect(ambushed.told[SPECTATOR]!.at(-1)).toEqual(['events', [{ kind: 'left', seat: 3 }]]);
    expect(ambushed.match.table.view).toMatchObject({ turn: 0, turns: 0, here: [0, 1, 2, 4] });
    expect(ambushed.privates()[0]).toMatchObject({ legal: ['strike', 'feint', 'rest', 'think'] });
    expect(await Promise.race([striking, 'none yet'])).toBe('none yet');
    await ambushed.play(2, 'pass');
    expect(await striking).toMatchObject({ kind: 'accepted' });
    expect(ambushed.match.table.view).toMatchObject({ turn: 1, turns: 1 });
  });

  test('somebody else, while one of two has answered: who has answered keeps what it was told', async () => {
    const ambushed = await AmbushTable.start(COUNTERS);
    void ambushed.play(0, 'strike');
    await ambushed.settle();
    void ambushed.play(3, 'pass');
    await ambushed.settle();
    const { table: _, step: __, ...told } = ambushed.privates()[3]!;
    await leave(ambushed, 4);
    expect(ambushed.privates()[3]).toMatchObject(told);
    expect(ambushed.told[3]!.at(-1)).toEqual(['events', [{ kind: 'left', seat: 4 }]]);
  });

  test('somebody who has nothing to do with it: the same as without a window', async () => {
    const [plain, windowed] = [await AmbushTable.start(NONE), await AmbushTable.start(DODGE)];
    void windowed.play(0, 'strike');
    await windowed.settle();
    for (const ambushed of [plain, windowed]) await leave(ambushed, 3);
    for (const viewer of [0, 2, 3, 4, SPECTATOR]) expect(windowed.told[viewer]).toEqual(plain.told[viewer]);
  });
});
