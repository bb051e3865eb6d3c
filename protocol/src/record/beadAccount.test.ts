import { Decoder, Encoder, Reflection } from '@colyseus/schema';
import { describe, expect, test } from 'vitest';
import { SlotState, TempleState } from '../state/table.ts';
import { MOST_COUNT } from '../temple/beads.ts';
import {
  account,
  type BeadAccount,
  type BeadPace,
  heldAgain,
  hold,
  isBalanced,
  isQuarantined,
  largerAccount,
  marked,
  NEW_ACCOUNT,
  newBeads,
  paceAfter,
  type Run,
  sensed,
  settled,
  takenOut,
  withBaseline,
} from './beadAccount.ts';

const bead = (slot: 'war' | 'rain', ordinal: number, more: Partial<Run> = {}): Run => ({
  slot,
  n: 1,
  ordinal,
  why: 'no-match',
  ...more,
});
const ALL = { isMeant: () => true };
const totals = (war: number, rain = 0, epoch = 7) => ({ epoch, war, rain });
const coming = { at: 1000, as: () => ({ why: 'no-match' as const }) };

describe('beads that wait', () => {
  test('neighbours with one fate are one run, and the oldest go first', () => {
    const held = hold(NEW_ACCOUNT, [bead('war', 1), bead('war', 2), bead('rain', 1), bead('war', 3)]);
    expect(held.waiting).toEqual([bead('war', 2, { n: 2 }), bead('rain', 1), bead('war', 3)]);
    const offered = settled(held, { isMeant: ({ slot }) => slot === 'war', most: 1 }, 'ok');
    expect(offered).toMatchObject({ held: { war: 2, rain: 1 }, applied: { war: 1, rain: 0 } });
    expect(offered.last).toEqual({ slot: 'war', ordinal: 1, verdict: 'applied', why: 'ok' });
    expect(offered.waiting[0]).toEqual(bead('war', 2));
  });

  test('200 runs are the most: then those with one fate are joined, and none is lost', () => {
    const runs = Array.from({ length: 500 }, (_, i) => bead(i % 2 === 0 ? 'war' : 'rain', i + 1));
    const held = runs.reduce((was, run) => hold(was, [run]), NEW_ACCOUNT);
    expect(held.waiting.length).toBeLessThanOrEqual(200);
    expect(held.held).toEqual({ war: 250, rain: 250 });
    expect(account.parse(held)).toEqual(held);
    expect(settled(held, ALL, 'ok').applied).toEqual({ war: 250, rain: 250 });
  });

  test('a run across two lives of the device has numbers of the later one, none below 0', () => {
    const held = sensed(sensed(NEW_ACCOUNT, totals(50), coming), totals(2, 0, 8), coming);
    expect(held.waiting).toEqual([bead('war', 2, { n: 52 })]);
    const rest = settled(held, { ...ALL, most: 10 }, 'no-skulls');
    expect(rest.last?.ordinal).toBe(0);
    expect(account.safeParse(rest).success).toBe(true);
  });
});

describe('what became of beads', () => {
  const refused = settled(hold(NEW_ACCOUNT, [bead('war', 3, { n: 3 })]), ALL, 'match-over');

  test('refused ones are to be taken out, until a player did', () => {
    expect(refused).toMatchObject({ refused: { war: 3 }, toTake: { war: 3 } });
    expect(takenOut(refused, 'war', 2)).toMatchObject({
      refused: { war: 3 },
      toTake: { war: 1 },
      last: { why: 'returned' },
    });
    expect(takenOut(refused, 'war', 0)).toBe(refused);
  });

  test('those that a person took out while they waited need not be taken out once more', () => {
    const out = settled(hold(NEW_ACCOUNT, [bead('war', 1)]), ALL, 'returned');
    expect(out).toMatchObject({ refused: { war: 1 }, toTake: { war: 0 } });
  });

  test('more than there are cannot be taken out, nor count again', () => {
    expect(() => takenOut(refused, 'war', 4)).toThrow('does not balance');
    expect(() => heldAgain(refused, { slot: 'war', n: 4 })).toThrow('does not balance');
    expect(heldAgain(refused, { slot: 'war', n: 3 })).toMatchObject({ held: { war: 3 }, refused: { war: 0 } });
  });

  test('nobody meant changes nothing, not even the number', () => {
    expect(settled(refused, ALL, 'ok')).toBe(refused);
    expect(marked(refused, ALL, { why: 'incomplete' })).toBe(refused);
    expect(hold(refused, [])).toBe(refused);
  });

  test.each<[string, Partial<BeadAccount>]>([
    ['a bead without a fate', { sensed: { war: 4, rain: 0 } }],
    ['a bead with two', { applied: { war: 1, rain: 0 } }],
    ['one that is held but does not wait', { held: { war: 1, rain: 0 }, sensed: { war: 4, rain: 0 } }],
    ['more to take out than were refused', { toTake: { war: 4, rain: 0 } }],
    ['fewer than none', { refused: { war: 4, rain: 0 }, applied: { war: -1, rain: 0 } }],
  ])('%s is found', (_, wrong) => expect(isBalanced({ ...refused, ...wrong })).toBe(false));
});

describe('limits', () => {
  const MOST = 0xffffffff;

  test('totals of 2^32 - 1 in each of many lives are counted, held and written down', () => {
    const held = [7, 8, 9].reduce((was, epoch) => sensed(was, totals(MOST, MOST, epoch), coming), NEW_ACCOUNT);
    expect(held.sensed).toEqual({ war: 3 * MOST, rain: 3 * MOST });
    expect(held.waiting.every(({ why }) => why === 'implausible')).toBe(true);
    expect(account.safeParse(held).success).toBe(true);
    expect(account.safeParse(settled(held, ALL, 'returned')).success).toBe(true);
  });

  test('64 at once are believed, 65 wait for a confirmation', () => {
    expect(sensed(NEW_ACCOUNT, totals(64, 64), coming).waiting.map(({ why }) => why)).toEqual(['no-match', 'no-match']);
    expect(sensed(NEW_ACCOUNT, totals(0, 65), coming).waiting.map(({ why }) => why)).toEqual(['implausible']);
  });

  test('8 lives have a cursor; of one more the oldest counts no more, whatever it tells', () => {
    const lives = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const held = lives.reduce((was, epoch) => sensed(was, totals(2, 0, epoch), coming), NEW_ACCOUNT);
    expect(held.cursors.map(({ epoch }) => epoch)).toEqual(lives.slice(1));
    expect(held.retired).toEqual([1]);
    expect(sensed(held, totals(99, 99, 1), coming)).toBe(held);
    expect(sensed(held, totals(3, 0, 2), coming).sensed.war).toBe(19);
  });

  test('a life that was left for good counts again from a baseline on', () => {
    const lives = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const held = lives.reduce((was, epoch) => sensed(was, totals(2, 0, epoch), coming), NEW_ACCOUNT);
    const based = withBaseline(held, totals(40, 4, 1));
    expect(based.retired).toEqual([2]);
    expect(sensed(based, totals(40, 4, 1), coming)).toBe(based);
    expect(sensed(based, totals(41, 4, 1), coming).sensed.war).toBe(held.sensed.war + 1);
  });

  test('512 lives without a cursor are remembered', () => {
    let held = NEW_ACCOUNT;
    for (let epoch = 1; epoch <= 8 + 512; epoch++) held = sensed(held, totals(1, 0, epoch), coming);
    expect(held.retired).toHaveLength(512);
    expect(sensed(held, totals(99, 0, 1), coming)).toBe(held);
    const more = sensed(held, totals(1, 0, 521), coming);
    expect(more.retired).toHaveLength(512);
    expect(more.retired).not.toContain(1);
  });
});

const comingAt = (at: number) => ({ at, as: () => ({ why: 'no-match' as const }) });

describe('running totals', () => {
  test('each counts what is new of it, in any order and however often', () => {
    const reports = [totals(3), totals(1), totals(3, 2), totals(3), totals(2, 2), totals(4, 2)];
    const held = reports.reduce((was, report, i) => sensed(was, report, comingAt(i)), NEW_ACCOUNT);
    expect(held.sensed).toEqual({ war: 4, rain: 2 });
    expect(held.rev).toBe(3);
  });

  test('what was counted before the baseline is not a sacrifice', () => {
    const based = withBaseline(NEW_ACCOUNT, totals(40, 17));
    expect(sensed(based, totals(40, 17), comingAt(1))).toBe(based);
    expect(sensed(based, totals(43, 17), comingAt(1)).sensed).toEqual({ war: 3, rain: 0 });
  });

  test('of two accounts that a crash left, the one with more changes holds', () => {
    const older = sensed(NEW_ACCOUNT, totals(1), comingAt(1));
    const newer = sensed(older, totals(2), comingAt(2));
    expect([largerAccount(older, newer), largerAccount(newer, older)]).toEqual([newer, newer]);
  });

  test('the last 8 beads of a report are told apart; of those before them no more is known than of the first', () => {
    const asked: number[] = [];
    const as = (_: string, ordinal: number) => {
      asked.push(ordinal);
      return { why: 'no-match' as const };
    };
    sensed(NEW_ACCOUNT, totals(20), { at: 1, as });
    expect(asked).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20]);
  });
});

describe('two devices with one id', () => {
  const alternate = (everyMs: number, times: number) => {
    let was = NEW_ACCOUNT;
    for (let i = 1; i <= times; i++) was = sensed(was, totals(i, 0, 7 + (i % 2)), comingAt(i * everyMs));
    return was;
  };

  test('lives that alternate are noticed at the third return within a minute, and their beads wait', () => {
    expect(isQuarantined(alternate(1000, 4), 4000)).toBe(false);
    const held = alternate(1000, 5);
    expect(isQuarantined(held, 5000)).toBe(true);
    expect(held.waiting.map(({ n, why }) => [n, why])).toEqual([
      [4 + 3, 'no-match'],
      [2, 'implausible'],
    ]);
  });

  test('that is over a minute later', () => expect(isQuarantined(alternate(1000, 5), 70_000)).toBe(false));

  test('returns that are far apart are late reports', () =>
    expect(isQuarantined(alternate(31_000, 20), 20 * 31_000)).toBe(false));
});

describe('the pace of a hand', () => {
  /** Whether each report, a time with a number of beads, kept to the pace. */
  const run = (reports: readonly (readonly [at: number, beads: number])[]) => {
    let pace: BeadPace | undefined;
    return reports.map(([at, war]) => {
      const next = paceAfter(pace, { war, rain: 0 }, at);
      pace = next.pace;
      return next.isKept;
    });
  };

  test.each<[string, readonly (readonly [number, number])[], readonly boolean[]]>([
    ['64 in the first report, whenever they fell', [[0, 64]], [true]],
    ['65 are too many', [[0, 65]], [false]],
    [
      '8 at once after a pause',
      [
        [0, 0],
        [30_000, 8],
      ],
      [true, true],
    ],
    [
      '9 within a second of the last contact',
      [
        [0, 0],
        [900, 9],
      ],
      [true, false],
    ],
    [
      '240 after half a minute of silence',
      [
        [0, 0],
        [30_000, 240],
        [60_000, 241],
      ],
      [true, true, false],
    ],
    ['8 a second for ever', Array.from({ length: 40 }, (_, i) => [i * 125, 1] as const), Array(40).fill(true)],
    [
      '10 a second soon no more',
      Array.from({ length: 40 }, (_, i) => [i * 50, 1] as const),
      expect.arrayContaining([false]),
    ],
    [
      'a clock that is set back',
      [
        [10_000, 0],
        [5000, 8],
        [5000, 1],
      ],
      [true, true, false],
    ],
  ])('%s', (_, reports, kept) => expect(run(reports)).toEqual(kept));
});

// Sums over many lives of a device are larger than what one life can count.

const NEAR = MOST_COUNT - 1;
const unmatched = { at: 1, as: () => ({ why: 'not-your-turn' }) as const };
const inLife = (epoch: number) => ({ epoch, war: NEAR, rain: 0 });

test('two lives near the largest count arrive whole at a client', () => {
  const account = [1, 2].reduce((was, epoch) => sensed(was, inLife(epoch), unmatched), NEW_ACCOUNT);
  expect(account.sensed.war).toBe(2 * NEAR);
  const state = new TempleState();
  state.war = new SlotState().assign({ sensed: account.sensed.war, held: account.held.war });
  state.doubted = account.held.war;
  const encoder = new Encoder(state);
  const client = Reflection.decode(Reflection.encode(encoder)).state as InstanceType<typeof TempleState>;
  new Decoder(client).decode(encoder.encodeAll());
  expect([client.war.sensed, client.war.held, client.doubted]).toEqual([2 * NEAR, 2 * NEAR, 2 * NEAR]);
});

test('beads that no number could sum up exactly are not counted', () => {
  const full = { ...NEW_ACCOUNT, sensed: { war: Number.MAX_SAFE_INTEGER - 1, rain: 0 } };
  expect(newBeads(full, { epoch: 9, war: 1, rain: 2 })).toEqual({ war: 1, rain: 2 });
  expect(newBeads(full, { epoch: 9, war: 2, rain: 2 })).toEqual({ war: 0, rain: 2 });
});
