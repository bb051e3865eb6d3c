import { describe, expect, test } from 'vitest';
import { tieqchieq } from '../tieqchieq/index.ts';
import { replay, type Step, scriptedChance } from './replay.ts';
import { optionsOf } from './matches.ts';

const LUCK = [['T', 'T', 'T', 'H'], [], ['H', 'H', 'T', 'T']].map((coins) => coins.map((coin) => coin === 'H'));

function play(steps: readonly Step[]) {
  const chanceAt = (index: number) => scriptedChance(LUCK[index - 1] ?? []);
  return replay(tieqchieq, {
    options: optionsOf(tieqchieq, undefined, { startPlayer: 'host' }),
    seats: 2,
    steps,
    chanceAt,
  });
}

describe('replay', () => {
  test('folds the steps, each with its own chance', () => {
    const replayed = play([
      { seat: 0, move: 'toss' },
      { seat: 0, move: 'introduce' },
      { seat: 1, move: 'toss' },
      { seat: 0, leaves: true },
    ]);
    expect(replayed).toMatchObject({ ok: true, state: { tosses: 2, phase: { kind: 'over', winner: 1 } } });
    expect(replayed.ok && replayed.events.map((events) => events.length)).toEqual([1, 2, 1, 2]);
  });

  test('stops at the first step that is refused, and says which and why', () => {
    const refused = play([
      { seat: 0, move: 'toss' },
      { seat: 1, move: 'toss' },
    ]);
    expect(refused).toMatchObject({ ok: false, index: 1, reason: 'not-your-turn', state: { tosses: 1 } });
    expect(play([{ seat: 0, move: 'Toss' }])).toMatchObject({ ok: false, index: 0, reason: 'unreadable' });
  });
});
