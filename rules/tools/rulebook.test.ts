import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { positionAt } from '../src/tools/scenario.ts';
import { positions, rulebookFiles } from './rulebook.ts';

test.each(Object.entries(rulebookFiles()).map(([path, text]) => [basename(path), path, text]))(
  '%s is as the rules have it (npm run docs)',
  (_, path, text) => {
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('pictures show what the rulebook says about them', () => {
  const pictures = positions();
  expect(pictures['flower-war']?.battle).toMatchObject({ phase: 'battle', asked: 0, hand: ['W01'] });
  expect(pictures['flower-war']?.apocalypse).toMatchObject({ apocalypse: true, omens: [3] });
  expect(pictures.mexica?.weekCard).toMatchObject({ phase: 'offering', pool: 87 });
  expect(pictures.mexica?.apocalypse).toMatchObject({ apocalypse: true, ending: 'war' });
  expect(pictures['space-aztecs']?.choosing).toMatchObject({ phase: 'choosing' });
  expect(pictures['space-aztecs']?.saucer).toMatchObject({ phase: 'capturing', card: 'Y-S1', victim: 1 });
  expect(pictures['space-aztecs']?.shelter).toMatchObject({ phase: 'hiding', card: 'P-A06' });
  expect(pictures.tieqchieq?.battle).toMatchObject({ phase: 'acting', roll: 1 });
  expect(pictures.tieqchieq?.fortress).toMatchObject({ board: 'F7' });
});

test('a spectator sees no hand in a picture', () => {
  expect(positions()['flower-war']?.trap).toMatchObject({ hand: [] });
});

const FILE = {
  game: 'tieqchieq',
  options: { startPlayer: 'host' },
  scenarios: [{ id: 'A', title: 'two moves', chance: 'HHTH', moves: [{ 0: 'toss' }, { 0: 'introduce' }] }],
};

test('a position stands between the moves of its scenario', () => {
  expect(positionAt(FILE, { id: 'A', moves: 0 }).phase).toEqual({ kind: 'tossing', seat: 0 });
  expect(positionAt(FILE, { id: 'A', moves: 1 }).phase).toEqual({ kind: 'acting', seat: 0, roll: 3 });
  expect(positionAt(FILE, { id: 'A', moves: 2 }).sides[0].path).toEqual([3]);
  expect(() => positionAt(FILE, { id: 'B', moves: 0 })).toThrow('there is no scenario B');
});
