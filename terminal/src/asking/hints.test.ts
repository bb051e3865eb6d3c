import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { english, spanish } from '@flower-war/words';
import { beforeEach, expect, test } from 'vitest';
import { hintOn, hintsFile, ReadHints } from './hints.ts';

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
