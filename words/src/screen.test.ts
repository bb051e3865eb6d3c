/** What screens say: whole sentences where there are sentences, another word in another language, no name of programs. */
import { GAMES } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './all.ts';
import { english } from './index.ts';

interface Said {
  readonly path: string;
  readonly text: string;
}

/** Every text of a table, with the way to it. What a function says depends on what it is given, and is not here. */
function textsIn(table: unknown, path = ''): readonly Said[] {
  if (typeof table === 'string') return [{ path, text: table }];
  if (typeof table !== 'object' || table === null) return [];
  return Object.entries(table).flatMap(([name, part]) => textsIn(part, `${path}/${name}`));
}

const INTERNAL = /undefined|NaN|\[object|\bnobody\b| {3}$|[a-z][A-Z]{2}/;

/** Words that are the same in both languages, or are typed in both. */
const SAME =
  /Cortés|Mexica|Tieqchieq|min$|^\/names\/colours|^\/table\/units|^\/ring\/coins\/none|^\/help\/commands.*\/0$|zenith/;

describe.each(LANGUAGES)('$language', ({ screen }) => {
  test('nothing is empty by mistake, and no name is one that only programs know', () => {
    for (const { path, text } of textsIn(screen)) {
      expect(text, path).not.toMatch(INTERNAL);
      if (path !== '/ring/coins/none') expect(text, path).not.toBe('');
    }
  });

  test('every game and every edition has a name, and every game a goal', () => {
    for (const [id, { game }] of GAMES) {
      expect(Object.keys(screen.names.games)).toContain(id);
      expect(screen.goals[id as keyof typeof screen.goals]).toMatch(/^[A-Z].*[.]$/);
      for (const preset of game.presets) expect(Object.keys(screen.names.editions)).toContain(preset.id);
    }
  });

  test('every hint is a sentence', () => {
    for (const { path, text } of textsIn(screen.hints)) expect(text, path).toMatch(/^[A-ZÁÉÍÓÚ].*[.]$/);
  });
});

test('hints hold in every edition: no omen adds steps, reach may be endless, and for young players no toss is lost', () => {
  const { ring, tieqchieq } = english.screen.hints;
  expect(ring['adding-steps']).not.toContain('omen');
  expect(ring.ranged).not.toContain('near');
  expect(tieqchieq.acting).not.toContain('exactly');
});

test('the other languages say it in their own words', () => {
  const first = new Map(textsIn(english.screen).map(({ path, text }) => [path, text]));
  for (const { screen } of LANGUAGES.slice(1)) {
    const same = textsIn(screen).filter(({ path, text }) => first.get(path) === text && text.length > 3);
    expect(same.filter(({ path, text }) => !SAME.test(path) && !SAME.test(text))).toEqual([]);
  }
});
