import { describe, expect, test } from 'vitest';
import { fold, NameFilter, named, toldApart } from './nameFilter.ts';
import { REFUSED_NAMES } from './refusedNames.ts';

const filter = new NameFilter([...REFUSED_NAMES, '=greedy', 'blocked', '*vile*']);

describe('the filter of names', () => {
  test.each([
    'admin',
    'Admin',
    'ＡＤＭＩＮ',
    'The Admin',
    'the.admin',
    'ServerAdmin',
    'a d m i n',
    'admin!',
    'admin1',
    'admin_2',
    '@dm1n',
    'adrnin',
    'аdmin', // Cyrillic a
    'ad\u200dmin',
    'ad\u034fmin',
    'àdmín',
    'ɑdmin',
    '𝐚𝐝𝐦𝐢𝐧',
    'Flower War',
    'Sеrvеr', // Cyrillic e
    '5erver',
    'Bot 7',
    'R2 Bot',
    'Somebody',
    'Guest 7KQ2',
    'You',
    'Greedy',
    'GREEDY!',
    'fuckoff',
    'What the f.u.c.k',
    'blocked',
    'so vile',
    'not-so-V1L3',
    '\u3164', // an invisible letter
    '\u2800',
  ])('refuses %j', (name) => {
    expect(filter.refuses(name)).toBe(true);
  });

  test.each([
    'Ana',
    'Xōchitl',
    'Badminton',
    'Botticelli',
    'Abbott',
    'Ghost',
    'Modesta',
    'Observer',
    'Greedy Ana',
    'You and me',
    'Scunthorpe',
    '花戦争',
    'محمد',
    '👩‍🚀',
    'Админа',
    "O'Brien-García",
    '!!!',
    '42',
  ])('lets %j pass', (name) => {
    expect(filter.refuses(name)).toBe(false);
  });

  test('what a pattern says by nothing but signs refuses nobody', () => {
    expect(new NameFilter(['', '=', '**', '*!*', '...', '***']).refuses('Ana')).toBe(false);
  });
});

describe('names at one table', () => {
  const at = (...names: (string | undefined)[]) =>
    toldApart(names.map((name, seat) => (name === undefined ? undefined : named(`p-0000000000${seat}X`, name))));

  test('those that look the same are told apart', () => {
    expect(at('Ana', 'Αna', 'Ben')).toEqual(['Ana (000X)', 'Αna (001X)', 'Ben']);
    expect(at('👩‍🚀', '👩‍🚀')).toEqual(['👩‍🚀 (000X)', '👩‍🚀 (001X)']);
  });

  test('others stay as they are, and free seats free', () => {
    expect(at('Ana', undefined, 'Anna', undefined)).toEqual(['Ana', undefined, 'Anna', undefined]);
    expect(at('👩‍🚀', '🌵')).toEqual(['👩‍🚀', '🌵']);
  });
});

test('what looks the same is folded to the same, and again to itself', () => {
  expect(fold('PAYPAL')).toBe(fold('раураl'));
  for (const text of ['Straße', 'modern', 'Ōmeteōtl 2']) expect(fold(fold(text))).toBe(fold(text));
});
