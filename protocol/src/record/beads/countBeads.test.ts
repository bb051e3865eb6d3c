import { describe, expect, test } from 'vitest';
import { NEW_ACCOUNT } from './account.ts';
import { type BeadPace, isQuarantined, largerAccount, paceAfter, sensed, withBaseline } from './countBeads.ts';

const totals = (war: number, rain = 0, epoch = 7) => ({ epoch, war, rain });
const coming = (at: number) => ({ at, as: () => ({ why: 'no-match' as const }) });

describe('running totals', () => {
  test('each counts what is new of it, in any order and however often', () => {
    const reports = [totals(3), totals(1), totals(3, 2), totals(3), totals(2, 2), totals(4, 2)];
    const held = reports.reduce((was, report, i) => sensed(was, report, coming(i)), NEW_ACCOUNT);
    expect(held.sensed).toEqual({ war: 4, rain: 2 });
    expect(held.rev).toBe(3);
  });

  test('what was counted before the baseline is no sacrifice', () => {
    const based = withBaseline(NEW_ACCOUNT, totals(40, 17));
    expect(sensed(based, totals(40, 17), coming(1))).toBe(based);
    expect(sensed(based, totals(43, 17), coming(1)).sensed).toEqual({ war: 3, rain: 0 });
  });

  test('of two accounts that a crash left, the one with more changes holds', () => {
    const older = sensed(NEW_ACCOUNT, totals(1), coming(1));
    const newer = sensed(older, totals(2), coming(2));
    expect([largerAccount(older, newer), largerAccount(newer, older)]).toEqual([newer, newer]);
  });

  test('the last 8 beads of a report are told apart; of those before them nobody knows more than of the first', () => {
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
    for (let i = 1; i <= times; i++) was = sensed(was, totals(i, 0, 7 + (i % 2)), coming(i * everyMs));
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
