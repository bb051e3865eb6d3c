/** The first matches of each game are played as they were when they were frozen. `npm run do -- frozen` compares all. */
import { playRandom, RANDOM_GAMES } from '@flower-war/server/testing';
import { expect, test } from 'vitest';
import { blocksOf, differences, readFrozen } from './frozen.ts';

test.each(RANDOM_GAMES)('%s', async (game) => {
  const meant = 'If you mean this change, freeze it: npm run do -- frozen --write';
  expect(await blocksOf(game, 1), meant).toEqual(readFrozen().matches[game]?.slice(0, 1));
});

test('the random matches meet what they are for', async () => {
  const kinds = new Set<string>();
  for (let n = 1; n <= 40; n++)
    for (const line of (await playRandom('flower-war', n)).record.split('\n')) {
      const { kind, what, is } = JSON.parse(line) as Readonly<Record<string, string>>;
      kinds.add([kind, what, is].filter(Boolean).join(' '));
    }
  const wanted = [
    'move',
    'clock',
    'absence bot',
    'absence returned',
    'temple bound',
    'temple sensed',
    'temple offered',
  ];
  expect([...kinds]).toEqual(expect.arrayContaining(wanted));
  expect([...kinds].filter((kind) => kind.startsWith('agreement takeback'))).not.toEqual([]);
});

test('what is new, gone or changed is named', () => {
  const was = { outputs: { same: '1', old: '2', gone: '3' }, matches: { mexica: ['a', 'b', 'c'], left: ['d'] } };
  const now = { outputs: { same: '1', old: '4', new: '5' }, matches: { mexica: ['a', 'x'], come: ['y'] } };
  expect(differences(was, now)).toEqual([
    'gone is gone',
    'new is new',
    'old has changed',
    'come, matches 1 to 50 is new',
    'left is played no more',
    'mexica, matches 51 to 100 has changed',
  ]);
});
