import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { beforeEach, expect, test } from 'vitest';
import { habitLines, habitsHint, hintOn, hintsFile, keptAfter, ReadHints } from './hints.ts';

let file: string;

beforeEach(() => {
  file = hintsFile(join(mkdtempSync(join(tmpdir(), 'hints-')), 'flower-war', 'session.json'));
});

test('the games on the ring share what they ask', () => {
  const hint = hintOn('mexica', { phase: 'offering' }, english.screen);
  expect(hint).toEqual(hintOn('flower-war', { phase: 'offering' }, english.screen));
  expect(hint).toMatchObject({ id: 'ring/offering', text: expect.stringContaining('god') });
  expect(hintOn('tieqchieq', { phase: 'tossing' }, spanish.screen)?.text).toContain('monedas');
});

test.each([
  ['mexica', { phase: 'dreaming' }],
  ['mexica', { phase: 'constructor' }],
  ['patolli', { phase: 'moving' }],
  ['constructor', { phase: 'name' }],
  ['mexica', {}],
  ['mexica', undefined],
])('nothing is said about %s %j', (game, view) => {
  expect(hintOn(game, view, english.screen)).toBeUndefined();
});

test('a hint is new once, also for the next visit', () => {
  const [one, other] = [
    { id: 'ring/moving', text: '' },
    { id: 'ring/battle', text: '' },
  ];
  const first = new ReadHints(file);
  expect([first.isNew(one), first.isNew(one), first.isNew(other)]).toEqual([true, false, true]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(['ring/battle', 'ring/moving']);
  expect(new ReadHints(file).isNew(one)).toBe(false);
  expect(new ReadHints(undefined).isNew(one)).toBe(true);
});

test('a file that is damaged, or cannot be written, stops no match', () => {
  expect(new ReadHints(file).isNew({ id: 'a', text: '' })).toBe(true);
  writeFileSync(file, '{');
  expect(new ReadHints(file).isNew({ id: 'a', text: '' })).toBe(true);
  expect(new ReadHints('/dev/null/hints.json').isNew({ id: 'a', text: '' })).toBe(true);
});

const KEPT = { habits: ['toss', 'single'] };

test('a player sees each habit with its number, whether it is kept, and how to switch it', () => {
  expect(habitLines(KEPT, 'tieqchieq', english)).toEqual([
    '1  on   The coins are tossed for you.',
    '2  on   A move is made for you when it is the only one.',
    '3  off  Your token takes the bonus step.',
    'Type habits and a number to switch one of them; habits none, habits usual, habits brisk or habits swift to choose for all.',
  ]);
  expect(habitLines({ habits: [] }, 'space-aztecs', spanish)).toEqual(['En este juego se te pregunta todo.']);
});

test.each([
  ['one more', 3, ['toss', 'single', 'bonus']],
  ['one less', 1, ['single']],
  ['a pace', 'brisk', 'brisk'],
  ['no number of the list', 4, undefined],
] as const)('a player switches %s', (_, what, kept) => {
  expect(keptAfter(KEPT, 'tieqchieq', { words: english, what })).toEqual(kept);
});

test('a player is told of habits: what they do, or that there are some', () => {
  expect(habitsHint(KEPT, 'tieqchieq', english)).toEqual({ id: 'habits/told', text: english.screen.habits.told });
  expect(habitsHint({ habits: [] }, 'mexica', english)?.id).toBe('habits/offered');
  expect(habitsHint({ habits: [] }, 'space-aztecs', english)).toBeUndefined();
});
