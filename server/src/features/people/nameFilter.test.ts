import CONFUSABLES from 'unhomoglyph/data.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { fold, named, NameFilter, REFUSED_NAMES, toldApart } from './nameFilter.ts';

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
    'Medium bot',
    'MEDIUM BOT!',
    'fuckoff',
    'What the f.u.c.k',
    'blocked',
    'so vile',
    'not-so-V1L3',
    '\u3164', // an invisible letter
    '\u2800',
    'ꜱᴇʀᴠᴇʀ', // small capitals
    'ᴀᴅᴍɪɴ',
    'ᴏᴘᴇʀᴀᴛᴏʀ',
    'ᏚᎬᎡᏙᎬᎡ', // Cherokee
    'ꭺꭰꮇıɴ',
    'ꓢꓰꓣꓦꓰꓣ', // Lisu
    'ꓳꓑꓰꓣꓮꓔꓳꓣ',
    'σρεrατοr', // Greek
    '🅢🅔🅡🅥🅔🅡',
    '🆂🅴🆁🆅🅴🆁',
    '🇸🇪🇷🇻🇪🇷',
    'şєгṽєг',
    'Alguien',
    'El operador',
    'Servidor',
    'Anfitrión',
    'Invitada 7KQ2',
    'Guerra Florida',
    'Tú',
    'Bot medio',
    'Asiento 2',
    'Seat 2',
    'Hard',
    'Du',
    'Gastgeber',
    'Die Moderation',
    'Gast 7KQ2',
    'Zuschauer',
    'Leichter Bot',
    'schwer',
    'Platz 2',
    'RED',
    'Ana (5KJZ)',
    'Ana ⟮5KJZ⟯',
    'Ana ﴾5KJZ)',
    'Ana [5KJZ]',
    'Ana ⒌(KJZ',
    'Ana ⑸',
    'Citlali (hard)',
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
    ':)',
    '„Ana“',
    'Red Ana',
    'Operación',
    'Σοφία',
    'Сервер', // no word of a language that the screens speak
    'ᏣᎳᎩ',
    '🇲🇽',
  ])('lets %j pass', (name) => {
    expect(filter.refuses(name)).toBe(false);
  });

  test('refuses each letter of "server", "admin" and "operator" that Unicode says looks like ours', () => {
    const forged = ['server', 'admin', 'operator'].flatMap((word) =>
      [...word].flatMap((letter, at) =>
        Object.entries(CONFUSABLES)
          .filter(([, alike]) => alike.toLowerCase() === (letter === 'm' ? 'rn' : letter))
          .map(([one]) => word.slice(0, at) + one + word.slice(at + 1)),
      ),
    );
    expect(forged.length).toBeGreaterThan(500);
    expect(forged.filter((name) => !filter.refuses(name))).toEqual([]);
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

  test('and by a mark that no third one has: names from before have lost their brackets', () => {
    expect(at('Ana', 'Ana', 'Ana (000X)', '[[')).toEqual(['Ana (000X)', 'Ana (001X)', 'Ana 000X', '003X']);
  });

  test('others stay as they are, and free seats free', () => {
    expect(at('Ana', undefined, 'Anna', undefined)).toEqual(['Ana', undefined, 'Anna', undefined]);
    expect(at('👩‍🚀', '🌵')).toEqual(['👩‍🚀', '🌵']);
  });
});

test('what looks the same is folded to the same, and again to itself', () => {
  expect(fold('PAYPAL')).toBe(fold('раураl'));
  expect(fold('A\ufff9na\ufffb')).toBe(fold('Ana'));
  for (const text of ['Straße', 'modern', 'Ōmeteōtl 2']) expect(fold(fold(text))).toBe(fold(text));
});
