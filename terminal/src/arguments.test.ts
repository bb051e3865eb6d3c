import type { HostedGame } from '@flower-war/client';
import { english, type Words } from '@flower-war/words';
import { spanish } from '@flower-war/words/all';
import { expect, test } from 'vitest';
import { isLanguage, languageFor, readArguments, readPairs, settingsFor } from './arguments.ts';
import { explain, Problem } from './screen.ts';

const GAME: HostedGame = {
  id: 'patolli',
  rulesVersion: 1,
  seats: [2, 4],
  usualSeats: 4,
  presets: [{ id: 'long', options: {} }],
  options: [
    { name: 'board', type: 'choice', default: 'A', values: ['A', 'B'] },
    { name: 'fast', type: 'flag', default: false },
    { name: 'turns', type: 'integer', default: 10, min: 1, max: 20 },
  ],
  seatNames: {},
  habits: [],
  bots: ['greedy', 'random'],
};

const settings = (...given: string[]) => settingsFor([GAME], readArguments(given));

test('without arguments: the first game, against its first bot', () => {
  expect(settings()).toEqual({ game: GAME, bot: 'greedy', options: {}, seats: 4, table: {} });
  expect(settings('--seats', '2')).toMatchObject({ seats: 2 });
  expect(() => settings('--seats', '5')).toThrow('patolli is for 2 to 4 seats, not 5.');
});

test.each([
  ['60', { kind: 'turn', seconds: 60 }],
  ['600+5', { kind: 'bank', seconds: 600, increment: 5 }],
  ['3d', { kind: 'days', days: 3 }],
])('--clock %s', (text, clock) => {
  expect(settings('--clock', text, '--absence', 'fair').table).toEqual({ clock, absence: 'fair' });
});

test('options come out with the type that the game gives them', () => {
  const { options, preset, bot } = settings(
    '--options',
    'board=B, fast=true,turns=7',
    '--preset',
    'long',
    '--bot',
    'none',
  );
  expect(options).toEqual({ board: 'B', fast: true, turns: 7 });
  expect([preset, bot]).toEqual(['long', 'none']);
});

test.each([
  [['--game', 'chess'], 'There is no game "chess" here. Choose one of: patolli.'],
  [['--preset', 'short'], 'Choose one of: long.'],
  [['--bot', 'clever'], 'Choose one of: random, medium, none.'],
  [['--options', 'bord=A'], 'Choose one of: board, fast, turns.'],
  [['--options', 'board=C'], 'it is A or B'],
  [['--options', 'fast=1'], 'it is true or false'],
  [['--options', 'turns=21'], 'a whole number from 1 to 20'],
  [['--options', 'turns=x'], 'a whole number from 1 to 20'],
  [['--options', 'board'], 'NAME=VALUE'],
  [['--clock', '5m'], 'a time like 60, 600+5 or 3d'],
  [['--absence', 'never'], 'Choose one of: casual, fair, strict.'],
])('%j is told what would be right', (given, words) => {
  expect(() => settings(...given)).toThrow(words);
});

test.each([
  [['--frob']],
  [['extra']],
  [['--game']],
  [['--join', 'A', '--watch', 'B']],
  [['--join', 'A', '--auto']],
  [['--join', 'A', '--game', 'patolli']],
  [['--lobby', '--quick']],
  [['--quick', '--bot', 'greedy']],
  [['--lobby', '--seats', '2']],
  [['--auto', '--bot', 'none']],
  [['--code', 'X']],
  [['--url', 'localhost:2567']],
  [['--lan', '--url', 'http://127.0.0.1:2567']],
  [['--lan', '--join', 'https://play.example/?match=ABC']],
])('%j cannot be meant', (given) => {
  expect(() => readArguments(given)).toThrow(Problem);
});

function toldOf(given: readonly string[], words: Words): string | undefined {
  try {
    readArguments(given);
    return undefined;
  } catch (error) {
    return explain(error, words);
  }
}

test.each([
  [['--frob'], 'npm run play does not know --frob. See', '--frob'],
  [['extra'], 'does not know "extra"', '"extra"'],
  [['--game'], "Option '--game <value>' argument missing", '--game'],
  [['--seats', '2', '--seats', '3'], 'takes --seats once', '--seats'],
])('%j is told in either language', (given, inEnglish, word) => {
  expect(toldOf(given, english)).toContain(inEnglish);
  expect(toldOf(given, spanish)).toBe(`No se entiende ${word}. Mira npm run play -- --help`);
});

test('a link brings the match, its code and its server; a server that is named wins', () => {
  const link = 'https://play.example/?match=ABC&code=SECRET';
  expect(readArguments(['--join', link])).toMatchObject({ join: 'ABC', code: 'SECRET', url: 'https://play.example' });
  const named = readArguments(['--join', link, '--url', 'http://localhost:9']);
  expect(named).toMatchObject({ join: 'ABC', url: 'http://localhost:9' });
  const here = readArguments(['--join', link, '--url', 'http://127.0.0.1:2567']);
  expect(here).toMatchObject({ join: 'ABC', url: 'http://127.0.0.1:2567' });
  expect(readArguments(['--join', '/?match=ABC'])).toMatchObject({ join: 'ABC', url: 'http://127.0.0.1:2567' });
  expect(readArguments(['--join', 'ABC']).join).toBe('ABC');
});

test('pairs may have spaces around them', () => {
  expect(readPairs(' a=1 , b = x')).toEqual({ a: '1', b: 'x' });
});

test.each([
  [[], {}, 'en'],
  [[], { LANG: 'es_MX.UTF-8' }, 'es'],
  [[], { LANG: 'es_MX.UTF-8', LC_ALL: 'C' }, 'en'],
  [[], { LANG: 'en_US.UTF-8', LC_MESSAGES: 'es_ES' }, 'es'],
  [['--lang', 'es'], { LANG: 'en_US.UTF-8' }, 'es'],
  [['--auto', '--lang=en'], { LANG: 'es' }, 'en'],
  [['--lang'], { LANG: 'es' }, 'es'],
  [[], { LANG: 'de_AT.UTF-8' }, 'de'],
])('%j with %j speaks %s', async (given, environment, language) => {
  expect((await languageFor(given, environment)).language).toBe(language);
});

test.each(['medium', 'medio', 'greedy'])('a bot is called %s', (bot) => {
  expect(readArguments(['--bot', bot]).bot).toBe('greedy');
});

test('a language that the words do not have is none', () => {
  expect(['en', 'es', 'es-MX', 'de', 'fr', ''].map(isLanguage)).toEqual([true, true, true, true, false, false]);
});

test.each([
  [['--temple', 'templo-7f3a', '--knock'], 'Choose one of --temple and --knock.'],
  [['--temple-code', 'X'], '--temple-code belongs to --temple.'],
  [['--temple-table'], '--temple-table belongs to --temple or --knock.'],
  [['--temple', 'templo'], 'not the name of a temple, like templo-7f3a'],
  [['--knock', '--watch', 'X'], 'With --watch you take no seat'],
  [['--temple', 'templo-7f3a', '--auto'], 'With --auto you take no seat'],
])('%j: %s', (given, problem) => {
  expect(() => readArguments(given)).toThrow(problem);
});

test('the link on a label names the temple, its code and the server', () => {
  const link = 'https://play.example/claim?t=templo-7f3a&k=7KQ2M0XD';
  const label = { temple: 'templo-7f3a', 'temple-code': '7KQ2M0XD' };
  expect(readArguments(['--temple', link])).toMatchObject({ ...label, url: 'https://play.example' });
  expect(readArguments(['--temple', link, '--url', 'http://10.0.0.1'])).toMatchObject({
    ...label,
    url: 'http://10.0.0.1',
  });
  expect(() => readArguments(['--temple', 'https://play.example/claim?t=x&k=y'])).toThrow('not the name of a temple');
});
