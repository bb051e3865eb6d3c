/** Languages that are a file: what stands there is right, and what is missing is English. */

import { readFileSync } from 'node:fs';
import { type AnyGame, GAMES } from '@flower-war/rules';
import { cardsIn } from '@flower-war/terminal/draw';
import { questions } from '@flower-war/terminal/testing';
import { english, FURTHER, loadWords } from '@flower-war/words';
import { RULEBOOKS, rulebook } from '@flower-war/words/rulebook';
import { beforeAll, describe, expect, test } from 'vitest';
import { type EnglishTexts, englishTexts } from './englishTexts.ts';
import {
  compiled,
  type Entry,
  faultsIn,
  LANGUAGE_INDEX,
  LANGUAGE_TEXTS,
  languageIndex,
  languageTexts,
  readLanguageFile,
  renewed,
} from './languageFile.ts';

let texts: EnglishTexts;
beforeAll(async () => {
  texts = await englishTexts();
});

const at = (path: string) => readFileSync(new URL(`../../../words/${path}`, import.meta.url), 'utf8');
const entry = (key: string, text: string, more: Partial<Entry> = {}): Entry => ({
  key,
  line: 1,
  en: '',
  text,
  ...more,
});

test('programs know the languages (npm run do -- language)', () => {
  expect(readFileSync(LANGUAGE_INDEX, 'utf8')).toBe(languageIndex(Object.keys(FURTHER)));
  expect(readFileSync(LANGUAGE_TEXTS, 'utf8')).toBe(languageTexts(Object.keys(FURTHER)));
});

describe.each(Object.keys(FURTHER))('%s', (language) => {
  const file = readLanguageFile(at(`languages/${language}.yaml`), language);

  test('each text is right', () => {
    expect(file.faults).toEqual([]);
    expect(faultsIn(file.entries, texts)).toEqual([]);
  });

  test('programs load what the file says (npm run do -- language)', () => {
    expect(JSON.parse(at(`src/languages/${language}.json`))).toEqual(compiled(file.entries, texts));
  });

  test('whole matches are told without a hole, as far as the file goes', async () => {
    const words = await loadWords(language);
    const told = new Set<string>();
    for (const [id, { game }] of GAMES) {
      const cards = cardsIn((game.cards ?? []) as never, { game: id }, words);
      const speech = { name: (seat: number) => `Player ${seat}`, cards };
      for (const { id: card } of game.cards ?? []) told.add(cards.get(card)?.text ?? '');
      for (const { view, legal, events } of questions(game as AnyGame, 3, game.usualSeats ?? game.seats[1])) {
        for (const event of events) told.add(words.event(id, event, speech) ?? '');
        for (const move of legal) told.add(words.move(id, move, speech));
        told.add(words.prompt(id, view, { ...speech, legal }) ?? '');
      }
    }
    for (const game of RULEBOOKS)
      for (const { rules } of rulebook(words, game).chapters) for (const { text } of rules) told.add(text);
    expect(told.size).toBeGreaterThan(1000);
    for (const sentence of told) expect(sentence).not.toMatch(/undefined|NaN|\[object|[{}]|=>|\$/);
  });
});

describe('what is wrong in a file is named', () => {
  test.each([
    ['"a": "x" y\n', 'line 1: this is not YAML'],
    ['- a\n', 'the file has no texts'],
    ['', 'the file has no texts'],
    ['"days.0":\n  en: "Crocodile"\n', 'days.0 has no text for de'],
    ['"days.0":\n  de: {seat}\n', 'days.0 has no text for de'],
    ['"days.0":\n  de: "x"\n"days.0":\n  de: "y"\n', 'line 3'],
  ])('%j', (source, fault) => {
    expect(readLanguageFile(source, 'de').faults.join()).toContain(fault);
  });

  test.each([
    ['days.20', 'x', 'is not a text of the program'],
    ['screen.table.sits', '{name}', 'does not say {seat}'],
    ['screen.table.sits', '{name} {seat} {where}', '{where}, which is not a place of this text'],
    ['screen.table.sits', '{name} {seat, nam}', 'has the format "nam"'],
    ['screen.history.matches', '{n, plural, one {x}}', 'no case for all the rest'],
    ['events.ring.rolled', '{seat, name} {', 'cannot be read'],
    ['days.0', '<b>Krokodil</b>', 'has HTML in it: <b>'],
  ])('%s: %s', (key, text, fault) => {
    const [found = ''] = faultsIn([entry(key, text, { line: 7 })], texts);
    expect(found).toContain(`line 7: ${key} `);
    expect(found).toContain(fault);
    expect(compiled([entry(key, text)], texts)).toEqual({});
  });

  test('but not what is right, or still empty', () => {
    const right = [entry('days.0', ''), entry('screen.table.sits', '{seat}: {name}'), entry('formats.x', '{value}')];
    expect(faultsIn(right, texts)).toEqual([]);
    expect(compiled(right, texts)).toEqual({ 'screen.table.sits': '{1}: {0}', 'formats.x': '{value}' });
  });
});

test('a file is made anew with what English has, and says what has changed', () => {
  const before = [
    entry('days.0', 'Krokodil', { en: 'Crocodile' }),
    entry('days.1', 'Sturm', { en: 'Storm' }),
    entry('gone', 'weg'),
  ];
  const source = renewed(before, texts, { language: 'de', name: 'Deutsch' });
  const { entries, faults } = readLanguageFile(source, 'de');
  expect(faults).toEqual([]);
  const [gone, ...all] = entries;
  expect(gone).toMatchObject({ key: 'gone', text: 'weg' });
  expect(all.map(({ key }) => key)).toEqual([...texts.keys()]);
  const known = new Map(all.map((one) => [one.key, one]));
  expect(known.get('days.0')).toMatchObject({ en: 'Crocodile', text: 'Krokodil' });
  expect(known.get('days.0')?.was).toBe(undefined);
  expect(known.get('days.1')).toMatchObject({ en: 'Wind', was: 'Storm', text: 'Sturm' });
  expect(known.get('days.2')?.text).toBe('');
});

test('English is shown with the places that a translator needs', () => {
  const text = (key: string) => texts.get(key)?.text;
  expect(text('events.ring.rolled')).toBe('{seat, name} rolls {die}.');
  expect(text('moves.ring.go')).toBe('Go to {day, day}.');
  expect(text('screen.history.matches')).toBe('{n, plural, one {# match} other {# matches}}');
  expect(text('titles.series.1')).toBe('Pilgrimage to {day}');
  expect(texts.get('moves.ring.offer')?.like[0]).toMatch(/^Offer .* to /);
  expect([...texts.values()].filter((one) => /=>|\$\{|undefined/.test(one.text))).toEqual([]);
  expect(english.language).toBe('en');
});
