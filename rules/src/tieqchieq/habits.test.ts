import { expect, test } from 'vitest';
import { fastChance } from '../contract/chance.ts';
import { tieqchieq } from './index.ts';
import type { State } from './state.ts';
import { optionsOf } from '../tools/matches.ts';

const { habits } = tieqchieq;
const start = tieqchieq.setup(optionsOf(tieqchieq), 2, fastChance(1));
const answered = (phase: State['phase'], habit: string) =>
  habits.answer({ state: { ...start, phase }, notes: null, seat: 0 }, [habit]);

test('[toss] the coins are tossed, and nothing else is played', () => {
  expect(answered({ kind: 'tossing', seat: 0 }, 'toss')).toEqual({ kind: 'toss' });
  expect(answered({ kind: 'acting', seat: 0, roll: 1 }, 'toss')).toBeUndefined();
  expect(answered({ kind: 'tossing', seat: 1 }, 'toss')).toBeUndefined();
});

test('[single] a habit plays where one move is legal, and not where two are', () => {
  expect(answered({ kind: 'acting', seat: 0, roll: 1 }, 'single')).toEqual({ kind: 'introduce' });
  expect(answered({ kind: 'bonus', seat: 0, at: 3 }, 'single')).toBeUndefined();
});

test('[bonus] the bonus step is taken', () => {
  expect(answered({ kind: 'bonus', seat: 0, at: 3 }, 'bonus')).toEqual({ kind: 'step' });
});
