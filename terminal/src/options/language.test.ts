import { expect, test } from 'vitest';
import { isLanguage, languageFor } from './language.ts';

test.each([
  [[], {}, 'en'],
  [[], { LANG: 'es_MX.UTF-8' }, 'es'],
  [[], { LANG: 'es_MX.UTF-8', LC_ALL: 'C' }, 'en'],
  [[], { LANG: 'en_US.UTF-8', LC_MESSAGES: 'es_ES' }, 'es'],
  [['--lang', 'es'], { LANG: 'en_US.UTF-8' }, 'es'],
  [['--auto', '--lang=en'], { LANG: 'es' }, 'en'],
  [['--lang'], { LANG: 'es' }, 'es'],
])('%j with %j speaks %s', (given, environment, language) => {
  expect(languageFor(given, environment).language).toBe(language);
});

test('a language that the words do not have is none', () => {
  expect(['en', 'es', 'es-MX', 'fr', ''].map(isLanguage)).toEqual([true, true, true, false, false]);
});
