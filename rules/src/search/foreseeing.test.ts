import { describe, expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { scriptedChance } from '../tools/replay.ts';
import { type Foresight, foreseeing } from './foreseeing.ts';

/** Seat 0 names a number of dice, seat 1 a most number of pips; then the dice are rolled. More pips than that are worth nothing. */
interface Pips {
  readonly dice: number;
  readonly most: number;
  readonly turn: number;
  readonly pips: number;
}

const SEATS: readonly Seat[] = [0, 1, 0];
const START: Pips = { dice: 0, most: 9, turn: 0, pips: 0 };

function foresight(given: Partial<Foresight<Pips, number, null, null>> = {}): Foresight<Pips, number, null, null> {
  return {
    game: {
      toMove: ({ turn }) => SEATS.slice(turn, turn + 1),
      legalMoves: ({ turn }) => (turn === 0 ? [1, 2, 3] : turn === 1 ? [9, 7] : [0]),
      apply: ({ dice, most, turn, pips }, _seat, move, chance) => {
        const roll = () => Array.from({ length: dice }, () => chance.die(6)).reduce((sum, die) => sum + die, 0);
        if (turn === 0) return { ok: true, state: { dice: move, most, turn: 1, pips }, events: [] };
        if (turn === 1) return { ok: true, state: { dice, most: move, turn: 2, pips }, events: [] };
        return { ok: true, state: { dice, most, turn: 3, pips: roll() }, events: [] };
      },
    },
    position: () => START,
    isQuiet: ({ turn }) => turn === 2,
    worth: ({ pips, most, turn, dice }, seat) => (seat === 0 ? 1 : -1) * (turn === 3 ? (pips > most ? 0 : pips) : dice),
    depth: 1,
    ...given,
  };
}

const QUESTION = { view: null, seat: 0, options: null, legal: [1, 2, 3] } as const;

describe('foreseeing', () => {
  // Up to 9, two dice bring 5.2 pips and one brings 3.5. Up to 7, where the other seat stops it, two bring 3.1 and one still 3.5.
  test('weighs all throws by their odds, and expects the best answer of the other seat', () => {
    expect(foreseeing(foresight())(QUESTION, fastChance(1))).toBe(1);
    const kind = {
      ...foresight().game,
      legalMoves: ({ turn }: Pips) => (turn === 1 ? [9] : turn === 0 ? [1, 2, 3] : [0]),
    };
    expect(foreseeing(foresight({ game: kind }))(QUESTION, fastChance(1))).toBe(2);
  });

  test('chooses the answer that is best for the seat that is asked', () => {
    const position = () => ({ ...START, dice: 2, turn: 1 });
    const question = { ...QUESTION, seat: 1, legal: [9, 7] } as const;
    expect(foreseeing(foresight({ position }))(question, fastChance(1))).toBe(7);
  });

  test('where it may look no further, the worth of the position decides', () => {
    expect(foreseeing(foresight({ depth: 0 }))(QUESTION, fastChance(1))).toBe(3);
  });

  test('looks no further than that many quiet positions, though the match never ends', () => {
    const seen = new Set<number>();
    const endless: Foresight<number, number, null, null> = {
      game: {
        toMove: () => [0],
        legalMoves: () => [1, 3],
        apply: (state, _seat, move) => ({ ok: true, state: state + move, events: [] }),
      },
      position: () => 0,
      isQuiet: () => true,
      worth: (state) => {
        seen.add(state);
        return state;
      },
      depth: 2,
    };
    expect(foreseeing(endless)({ ...QUESTION, legal: [1, 3] }, fastChance(1))).toBe(3);
    expect(seen).toEqual(new Set([3, 5, 7, 9]));
  });

  test('needs chance only among moves that are equally good', () => {
    const equal = foresight({ worth: () => 0, depth: 0 });
    const chosen = Array.from({ length: 30 }, (_, seed) => foreseeing(equal)(QUESTION, fastChance(seed)));
    expect(new Set(chosen)).toEqual(new Set([1, 2, 3]));
    expect(foreseeing(foresight())({ ...QUESTION, legal: [3] }, scriptedChance([]))).toBe(3);
  });

  test('a view that shows no position is a bug', () => {
    expect(() => foreseeing(foresight({ position: () => undefined }))(QUESTION, fastChance(1))).toThrow('no position');
  });

  test('a legal move that the rules refuse is a bug', () => {
    const game = { ...foresight().game, apply: () => ({ ok: false, reason: 'not today' }) as const };
    expect(() => foreseeing(foresight({ game }))(QUESTION, fastChance(1))).toThrow('not today');
  });
});
