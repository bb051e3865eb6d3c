import { describe, expect, test } from 'vitest';
import { type AnyBot, GAMES } from '../src/catalogue/games.ts';
import { answerOf, meanOf, type Test, USUAL_TEST, verdictOf } from '../src/account/verdict.ts';
import { type Chance, fastChance } from '../src/contract/chance.ts';
import { type Duel, type Round, roundsOf, type Way } from './duel.ts';
import { sum } from './series.ts';
import { optionsOf } from '../src/tools/matches.ts';

const entry = GAMES.get('tieqchieq')!;
const { greedy, random } = entry.bots;

/** Greedy, but its luck is another one from its first question on. */
const another: AnyBot = (question, chance) => {
  chance.die(2);
  return greedy(question, chance);
};

const weaker: AnyBot = (question, chance) => (chance.die(3) === 1 ? random : greedy)(question, chance);

function duel(given: Partial<Duel> = {}): Duel {
  const bots = { challenger: greedy, rival: another };
  return {
    game: entry.game,
    ...bots,
    preset: 'tieqchieq',
    options: optionsOf(entry.game),
    seats: 2,
    seed: 1,
    ...given,
  };
}

function first(one: Duel, count: number): readonly Round[] {
  const rounds = roundsOf(one);
  return Array.from({ length: count }, () => rounds.next().value);
}

const USUAL = USUAL_TEST;

/** The answer, and after how many rounds it is known; no answer after `most`. */
function told(draw: (index: number) => number, by: Test, most = 2000) {
  const rounds: number[] = [];
  for (let index = 0; index < most; index++) {
    rounds.push(draw(index));
    const answer = answerOf(rounds, by);
    if (answer !== undefined) return { answer, after: rounds.length };
  }
  return { answer: undefined, after: most };
}

/** A round of matches that the challenger wins this many times as often as its part. */
function drawn(seats: number, times: number, chance: Chance): number {
  const wins = Array.from({ length: seats }, () => (chance.die(1000) <= (1000 * times) / seats ? 1 : 0));
  return sum(wins);
}

describe('the test', () => {
  const SERIES = 1000;
  test.each([
    [2, { ...USUAL, h1: 1.5 }],
    [4, { ...USUAL, h1: 1.5 }],
    [2, { ...USUAL, h0: 1.3, h1: 1.6 }],
    [2, { ...USUAL, h1: 1.3, alpha: 0.01, beta: 0.2 }],
  ])('with %i seats errs hardly more often than was said: %o', (seats, by) => {
    const chance = fastChance(7);
    const wrong = (times: number, answer: 'h0' | 'h1') =>
      Array.from({ length: SERIES }, () => told(() => drawn(seats, times, chance), by)).filter(
        (one) => one.answer !== answer,
      ).length / SERIES;
    expect(wrong(by.h0, 'h0')).toBeLessThanOrEqual(by.alpha);
    expect(wrong(by.h1, 'h1')).toBeLessThanOrEqual(by.beta);
  });

  test('does not answer after a few rounds, however clear they are', () => {
    expect(told(() => 2, { ...USUAL, h1: 1.9 }).after).toBeGreaterThanOrEqual(8);
  });

  test('takes rounds without any spread', () => {
    expect(told(() => 1, USUAL)).toEqual({ answer: 'h0', after: 8 });
    expect(told(() => 1.2, USUAL)).toEqual({ answer: 'h1', after: 8 });
    expect(told(() => 1.1, USUAL, 100).answer).toBeUndefined();
  });
});

describe('the verdict on two bots', () => {
  const SERIES = 400;
  const verdicts = (times: number) => {
    const chance = fastChance(11);
    const rounds = () => Array.from({ length: 400 }, () => drawn(2, times, chance));
    const told = Array.from({ length: SERIES }, () => verdictOf(rounds(), USUAL));
    return (one: string) => told.filter((verdict) => verdict === one).length / SERIES;
  };

  test('is wrong hardly more often than each of its two tests may be', () => {
    const [equal, better, worse] = [verdicts(1), verdicts(1.2), verdicts(0.8)];
    expect(equal('better') + equal('worse')).toBeLessThanOrEqual(2 * USUAL.alpha);
    expect(better('equal') + better('worse')).toBeLessThanOrEqual(USUAL.beta);
    expect(worse('equal') + worse('better')).toBeLessThanOrEqual(USUAL.beta);
    expect(Math.min(equal('equal'), better('better'), worse('worse'))).toBeGreaterThan(0.8);
  });

  test('stays as it was first known, and is the opposite one with the bots changed', () => {
    const rounds = [...Array.from({ length: 20 }, () => 1.8), ...Array.from({ length: 180 }, () => 0.2)];
    expect(verdictOf(rounds, USUAL)).toBe('better');
    expect(
      verdictOf(
        rounds.map((one) => 2 - one),
        USUAL,
      ),
    ).toBe('worse');
    expect(verdictOf(rounds.slice(0, 7), USUAL)).toBe('open');
  });
});

/** How a way of counting answers. */
const toldBy = (way: Way, rounds: readonly Round[]) => told((index) => rounds[index]![way], USUAL, rounds.length);

describe('a weaker bot', () => {
  const rounds = first(duel({ rival: weaker }), 40);

  test('is told apart, by account with fewer matches than by results', () => {
    const [account, result] = [toldBy('account', rounds), toldBy('result', rounds)];
    expect(account.answer).toBe('h1');
    expect(account.after).toBeLessThan(result.after);
  });

  test('has the same mean by account, and half of the spread', () => {
    const luck = meanOf(rounds.map(({ account, result }) => account - result));
    expect(Math.abs(luck.mean)).toBeLessThan(1.5 * luck.within);
    const [account, result] = (['account', 'result'] as const).map((way) => meanOf(rounds.map((round) => round[way])));
    expect(account!.within).toBeLessThan(0.75 * result!.within);
  });
});

test('equal bots are not told apart', () => {
  const rounds = first(duel({ seed: 2 }), 60);
  expect(new Set(rounds.map(({ result }) => result)).size).toBeGreaterThan(1);
  expect(toldBy('account', rounds).answer).toBe('h0');
});

test('a round seats the challenger everywhere, and the same seed gives the same rounds', () => {
  const asked: number[] = [];
  const noting: AnyBot = (question, chance) => {
    asked.push(question.seat);
    return greedy(question, chance);
  };
  const [round] = first(duel({ challenger: noting }), 1);
  expect(new Set(asked)).toEqual(new Set([0, 1]));
  expect(first(duel(), 1)).toEqual([round]);
  expect(first(duel({ seed: 2 }), 1)).not.toEqual([round]);
});

test('a bot against itself has exactly its part in each round', () => {
  for (const { result, decided } of first(duel({ rival: greedy }), 5)) expect([result, decided]).toEqual([1, 2]);
});

test('a match without a winner counts as shared by all', () => {
  const mexica = GAMES.get('mexica')!;
  const bots = { challenger: mexica.bots.random, rival: mexica.bots.random };
  const [round] = first(
    {
      ...duel(),
      ...bots,
      game: mexica.game,
      preset: 'mexica',
      options: optionsOf(mexica.game, undefined, { roundCap: 1 }),
    },
    1,
  );
  expect(round).toMatchObject({ result: 1, decided: 0, won: 0 });
});
