import { describe, expect, test } from 'vitest';
import { everyOutcome, recordingChance, scriptedChance } from '../tools/replay.ts';
import { fastChance } from './chance.ts';
import { SEATS } from './game.ts';

const CARDS = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('scriptedChance', () => {
  test('gives what the script says, in its order', () => {
    const chance = scriptedChance(['heads', false, 6, [{ id: 'c' }, { id: 'a' }, { id: 'b' }], { id: 'b' }, 'rest']);
    expect([chance.coin(), chance.coin(), chance.die(6)]).toEqual([true, false, 6]);
    expect(chance.shuffle(CARDS)).toEqual([CARDS[2], CARDS[0], CARDS[1]]);
    expect(chance.pick(CARDS)).toBe(CARDS[1]);
    expect(chance.rest()).toEqual(['rest']);
  });

  test.each([
    [[], 'the script is used up (0 results), but a number from 1 to 6 is needed'],
    [[7], 'result 1 is 7, but a number from 1 to 6 is needed'],
    [[0], 'result 1 is 0'],
    [[1.5], 'result 1 is 1.5'],
    [['heads'], 'result 1 is "heads"'],
  ])('a die cannot show %j', (script, message) => {
    expect(() => scriptedChance(script).die(6)).toThrow(message);
  });

  test('a coin, an order and a pick must be possible', () => {
    expect(() => scriptedChance([1]).coin()).toThrow('heads or tails');
    expect(() => scriptedChance([[1, 1, 2]]).shuffle([1, 2, 3])).toThrow('an order of [1,2,3]');
    expect(() => scriptedChance([[1, 2]]).shuffle([1, 2, 3])).toThrow('an order of [1,2,3]');
    expect(() => scriptedChance([4]).pick([1, 2, 3])).toThrow('one of [1,2,3]');
  });
});

test('recordingChance notes each result in the form of a script', () => {
  const play = (chance: ReturnType<typeof fastChance>) => [
    chance.coin(),
    chance.die(20),
    chance.shuffle(CARDS),
    chance.pick(SEATS),
  ];
  const recording = recordingChance(fastChance(5));
  const played = play(recording);
  expect(play(scriptedChance(recording.results()))).toEqual(played);
});

describe('fastChance', () => {
  test('one seed, one course; another seed, another', () => {
    const course = (seed: number) =>
      Array.from(
        { length: 20 },
        (
          (chance) => () =>
            chance.die(1000)
        )(fastChance(seed)),
      );
    expect(course(1)).toEqual(course(1));
    expect(course(1)).not.toEqual(course(2));
    expect(course(1)).not.toEqual(course(1 + 2 ** 32));
  });

  test('every side of a die, every order and both sides of a coin come about equally often', () => {
    const chance = fastChance(1);
    const counts = (draw: () => unknown) => {
      const seen = new Map<string, number>();
      for (let index = 0; index < 6000; index++) {
        const drawn = String(draw());
        seen.set(drawn, (seen.get(drawn) ?? 0) + 1);
      }
      return [...seen.values()];
    };
    const draws: readonly [number, () => unknown][] = [
      [6, () => chance.die(6)],
      [2, () => chance.coin()],
      [6, () => chance.shuffle([1, 2, 3]).join('')],
      [3, () => chance.pick(['a', 'b', 'c'])],
    ];
    for (const [kinds, draw] of draws) {
      const seen = counts(draw);
      expect(seen).toHaveLength(kinds);
      // 6000 draws: five standard deviations of the rarest kind are 144
      for (const count of seen) expect(Math.abs(count - 6000 / kinds)).toBeLessThan(200);
    }
  });
});

describe('everyOutcome', () => {
  test('without chance there is one outcome', () => {
    expect(everyOutcome(() => 'same')).toEqual(['same']);
  });

  test('coins, dice, picks and orders, each combination once', () => {
    expect(everyOutcome((chance) => [chance.coin(), chance.die(3)].join())).toHaveLength(6);
    expect(new Set(everyOutcome((chance) => chance.shuffle([1, 2, 3, 4]).join())).size).toBe(24);
    expect(everyOutcome((chance) => chance.pick('abc'.split('')))).toEqual(['a', 'b', 'c']);
  });

  test('what is asked may depend on what came before', () => {
    expect(everyOutcome((chance) => (chance.coin() ? chance.die(4) : 0))).toEqual([1, 2, 3, 4, 0]);
  });
});
