import { describe, expect, test } from 'vitest';
import { type Chance, fastChance } from '../contract/chance.ts';
import { scriptedChance } from '../tools/replay.ts';
import { type Limits, type Plan, searching } from './searching.ts';

/** A game of one seat: it names a number of dice, then rolls them. More than `most` pips are worth nothing. */
interface Pips {
  readonly dice: number;
  readonly pips: number;
  readonly turn: number;
}

const LIMITS: Limits = { candidates: 6, margin: 100, horizon: 2, moves: 4000, trust: 0 };
const MOST = 9;

function planOf(given: Partial<Plan<Pips, number, null, null>> = {}): Plan<Pips, number, null, null> {
  return {
    game: {
      toMove: ({ turn }) => (turn < 2 ? [0] : []),
      apply: ({ dice, pips, turn }, _seat, move, chance) =>
        turn === 0
          ? { ok: true, state: { dice: move, pips, turn: 1 }, events: [] }
          : { ok: true, state: { dice, pips: rolled(dice, chance), turn: 2 }, events: [] },
    },
    guess: () => [0, 0, 0, 0, 0, 0],
    sampled: () => ({ dice: 0, pips: 0, turn: 0 }),
    playsOn: () => 0,
    worth: ({ pips }) => (pips > MOST ? 0 : pips),
    clock: ({ turn }) => turn,
    limits: LIMITS,
    ...given,
  };
}

const rolled = (dice: number, chance: Chance): number =>
  Array.from({ length: dice }, () => chance.die(6)).reduce((sum, pips) => sum + pips, 0);

const QUESTION = { view: null, seat: 0, options: null, legal: [1, 2, 3, 4, 5, 6] } as const;

describe('searching', () => {
  // Of one die 3.5 pips are expected, of two 5.2, of three 2.8: 81 of their 216 throws show nine or less.
  test('finds the move that does best, though all look alike', () => {
    for (let seed = 1; seed <= 20; seed++) expect(searching(planOf())(QUESTION, fastChance(seed))).toBe(2);
  });

  test('the same chance gives the same choice', () => {
    const plan = planOf({ limits: { ...LIMITS, moves: 40 } });
    const choices = () => Array.from({ length: 30 }, (_, seed) => searching(plan)(QUESTION, fastChance(seed)));
    expect(choices()).toEqual(choices());
    expect(new Set(choices()).size).toBeGreaterThan(1);
  });

  test('moves that look far worse are not tried', () => {
    const plan = planOf({ guess: () => [0, -9, 0, 0, 0, 0], limits: { ...LIMITS, margin: 5 } });
    expect(searching(plan)(QUESTION, fastChance(1))).toBe(1);
  });

  test('a guess that is trusted more than all trials together decides', () => {
    const plan = planOf({ guess: () => [0, 0, 0, 0, 0, 1], limits: { ...LIMITS, trust: 1_000_000 } });
    expect(searching(plan)(QUESTION, fastChance(1))).toBe(6);
  });

  const CLUELESS: readonly (readonly [string, Partial<ReturnType<typeof planOf>>])[] = [
    ['no position can be imagined', { sampled: () => undefined }],
    ['the rules refuse a move', { game: { toMove: () => [0], apply: () => ({ ok: false, reason: 'no' }) } }],
  ];

  test.each(CLUELESS)('where %s, the guess decides', (_, given) => {
    const limits = { ...LIMITS, trust: 1 };
    const plan = planOf({ guess: () => [0, 0, 3, 0, 0, 0], limits, ...given });
    expect(searching(plan)(QUESTION, fastChance(1))).toBe(3);
  });

  test('a single legal move needs no thought and no chance', () => {
    expect(searching(planOf())({ ...QUESTION, legal: [4] }, scriptedChance([]))).toBe(4);
  });

  test('the trials of one decision play as many moves as the limit says, but for the last trials of each round', () => {
    let moves = 0;
    const { game } = planOf();
    const apply: typeof game.apply = (...given) => {
      moves++;
      return game.apply(...given);
    };
    searching(planOf({ game: { ...game, apply }, limits: { ...LIMITS, moves: 600 } }))(QUESTION, fastChance(1));
    expect(moves).toBeGreaterThanOrEqual(600);
    expect(moves).toBeLessThan(600 + 3 * 12);
  });
});
