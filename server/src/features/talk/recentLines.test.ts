import { describe, expect, test } from 'vitest';
import { known, memoryStore } from '../../store/store.fixture.ts';
import type { Audience, KeptLine } from '../../store/talkLog.ts';
import { RecentLines } from './talk.ts';

let actions = 0;

/** A match in which this many lines were said. */
async function table(said: readonly (readonly [Audience, string])[], most = 3) {
  const store = memoryStore();
  const { talk } = store.stores;
  await known(store, 'p', 'q', 'r');
  const say = async (audience: Audience, player: string): Promise<KeptLine> => {
    const [action, words] = [String(++actions), { text: `from ${player}` }];
    const added = await talk.say({ match: 'A', audience, at: 1, player, words, action });
    if (added === undefined) throw new Error(`${player} is not known`);
    return added.line;
  };
  for (const [audience, player] of said) await say(audience, player);
  await talk.say({ match: 'B', audience: 'players', at: 1, player: 'p', words: { text: 'elsewhere' }, action: '1' });
  const lines = await RecentLines.read(talk, 'A', most);
  return { say, lines, read: () => RecentLines.read(talk, 'A', most), kept: (of: Audience) => numbers(lines, of) };
}

const numbers = (lines: RecentLines, audience: Audience) => lines.of(audience).map(({ n }) => n);

const several = (audience: Audience, count: number) => Array.from({ length: count }, () => [audience, 'p'] as const);

describe('the latest lines', () => {
  test('are those of one match and audience, the oldest of them first', async () => {
    const { lines, kept } = await table([...several('players', 5), ['spectators', 'q']]);
    expect([kept('players'), kept('spectators')]).toEqual([[3, 4, 5], [1]]);
    expect(lines.of('spectators')).toEqual([{ n: 1, at: 1, player: 'q', words: { text: 'from q' } }]);
  });

  test('of a match in which nothing was said are none', async () => {
    const { kept } = await table([]);
    expect([kept('players'), kept('spectators')]).toEqual([[], []]);
  });

  test('take in a new line, and let the oldest go', async () => {
    const { lines, say, kept, read } = await table(several('players', 3));
    lines.add('players', await say('players', 'q'));
    lines.add('spectators', await say('spectators', 'q'));
    expect([kept('players'), kept('spectators')]).toEqual([[2, 3, 4], [1]]);
    expect([lines.of('players'), lines.of('spectators')]).toEqual([
      (await read()).of('players'),
      (await read()).of('spectators'),
    ]);
  });

  test('hold a line once that was said while they were read, and in its place', async () => {
    const { lines, say, kept, read } = await table([]);
    const [first, second, third] = [await say('players', 'p'), await say('players', 'q'), await say('players', 'r')];
    for (const line of [third, first, third, second, first]) lines.add('players', line);
    expect(kept('players')).toEqual([1, 2, 3]);
    const fresh = await read();
    fresh.add('players', second);
    expect(fresh.of('players')).toEqual([first, second, third]);
  });

  test('forget a deleted player in both audiences, and no other', async () => {
    const { lines, kept } = await table([
      ['players', 'p'],
      ['players', 'q'],
      ['players', 'p'],
      ['spectators', 'p'],
    ]);
    lines.forget('p');
    expect([kept('players'), kept('spectators')]).toEqual([[2], []]);
  });

  test('given out before do not change', async () => {
    const { lines, say } = await table(several('players', 2));
    const before = lines.of('players');
    lines.add('players', await say('players', 'q'));
    lines.forget('p');
    expect(before.map(({ n }) => n)).toEqual([1, 2]);
  });
});
