import { expect, test } from 'vitest';
import type { Result } from '../../src/contract/result.ts';
import { digest } from './story.ts';

const WON: Result = { result: 'win', winners: [0], standings: [], reason: 'countdown' };
const ring = (round: number) => ({ kind: 'turn-began', seat: 0, round });
const rolled = (attacker: number | string) => ({ kind: 'battle-rolled', attacker });

test('rounds, the trigger, battles and the ending are read out of the events', () => {
  const events = [
    ring(1),
    rolled(0),
    { kind: 'battle-tied' },
    rolled(1),
    { kind: 'battle-won' },
    ring(2),
    { kind: 'apocalypse' },
    { kind: 'ending-fixed', ending: 'flood' },
    ring(3),
  ];
  const read = digest('flower-war', { result: WON, moves: 9, events });
  expect(read).toMatchObject({ rounds: 3, trigger: 2, battles: 2, ties: 1, ending: 'countdown (flood)' });
  expect(read.counts.get('turn-began')).toBe(3);
});

test('battles against nobody do not count', () => {
  const events = [rolled('cortes'), { kind: 'battle-tied' }, rolled(0), { kind: 'battle-won' }];
  expect(digest('flower-war', { result: WON, moves: 2, events })).toMatchObject({ battles: 1, ties: 0 });
});

test('a game tells what it has words for', () => {
  const events = [{ kind: 'fought' }, { kind: 'ended' }];
  const read = digest('tieqchieq', { result: { ...WON, reason: 'all-home' }, moves: 2, events });
  expect(read).toMatchObject({ rounds: 0, trigger: undefined, battles: 1, ties: 0, ending: 'all-home' });
});
