import { describe, expect, test } from 'vitest';
import { beginningOf, lengthOf, printable, prose, visible } from './printable.ts';

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const line = printable(300);
const isLine = (text: string) => line.safeParse(text).success;

function dice(state: number): (many: number) => number {
  let now = state;
  return (many) => {
    now = (Math.imul(now, 1664525) + 1013904223) >>> 0;
    return Math.floor((now / 2 ** 32) * many);
  };
}

describe('a line that people write', () => {
  test.each([
    'Huitzilopochtli',
    'Ñandú, ¡qué día! ¿no?',
    'Tiếng Việt: Trường, ngữ, ợ',
    'שָׁלוֹם עֲלֵיכֶם',
    'السَّلَامُ عَلَيْكُمْ',
    'नमस्ते क्षत्रिय',
    'สวัสดี น้ำ ผู้',
    'می‌خواهم',
    'ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ',
    '안녕하세요',
    '👨‍👩‍👧‍👦 ❤️ 👍🏽 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇲🇽 1️⃣',
    'e\u0301'.repeat(300),
    '💀'.repeat(300),
  ])('is let through: %s', (text) => {
    expect(isLine(text)).toBe(true);
  });

  test.each([
    ['marks in a heap', `a${'\u0301'.repeat(300 - 1)}`],
    ['marks on nothing', '\u0301'.repeat(300)],
    ['five marks of different kinds', 'x\u0303\u0316\u0337\u0489\u20dd'],
    ['marks held apart by joiners', `a${'\u0337\u200d'.repeat(100)}`],
    ['a family without end', Array(60).fill('👩').join('\u200d')],
    ['a flag without end', `🏴${'\u{E0067}'.repeat(100)}`],
    ['an override', 'abc\u202Edef'],
    ['an isolate', 'abc\u2067def'],
    ['the mark of Arabic', 'abc\u061Cdef'],
    ['a width of nothing', 'ab\u200Bcd'],
    ['a joiner of words', 'ab\u2060cd'],
    ['a soft hyphen', 'ab\u00ADcd'],
    ['a mark of byte order', '\uFEFFabc\uFEFFd'],
    ['joiners alone', 'a \u200D\u200D b'],
    ['a filler of Hangul', 'ab\u3164cd'],
    ['a blank of braille', 'ab\u2800cd'],
    ['a line break', 'a\nb'],
    ['half a letter', 'a\uD800b'],
    ['nothing that is seen', '\u0301 '],
    ['blanks', '   '],
    ['what no font has', 'a\u{E0FFF}b'],
    ['too much', 'x'.repeat(301)],
    ['too many characters of four bytes', '💀'.repeat(301)],
    ['far too much', '\u0301'.repeat(1_000_000)],
  ])('is refused: %s', (_, text) => {
    expect(isLine(text)).toBe(false);
  });

  test(`holds no letter with more than four marks, whatever it is made of (SEED=${seed})`, () => {
    const random = dice(seed);
    const signs = ['a', 'क', 'ש', '👩', ' ', '\u200d', '\u200c', '\ufe0f', '\u{1F3FD}', '\u034f', '\u1ab0', '\u20d0'];
    const mark = () => String.fromCodePoint(0x300 + random(0x70));
    for (let run = 0; run < 2000; run++) {
      const text = Array.from({ length: 1 + random(60) }, () =>
        random(2) === 0 ? mark() : signs[random(signs.length)],
      );
      const parsed = line.safeParse(text.join(''));
      if (!parsed.success) continue;
      expect(parsed.data, JSON.stringify(parsed.data)).not.toMatch(/\p{M}{5}|[\u200c\u200d]{2}|\u034f/u);
    }
  });
});

test('text of several lines is held to the same', () => {
  const text = prose(1000);
  expect(text.safeParse('one\n\ttwo\r\n\nthree').success).toBe(true);
  expect(text.safeParse('').success).toBe(true);
  for (const bad of [`a\nb${'\u0301'.repeat(30)}`, 'a\u202Eb', 'a\u0000b', 'x'.repeat(1001)])
    expect(text.safeParse(bad).success).toBe(false);
});

describe('what a terminal shows', () => {
  test.each([
    ['\u001b[2J', '\\u{1b}[2J'],
    ['a\r\nb\tc', 'a\\u{d}\\u{a}b\\u{9}c'],
    ['\u009b1A', '\\u{9b}1A'],
    ['abc\u202edef', 'abc\\u{202e}def'],
    ['a\u200bb\u2060c\u3164', 'a\\u{200b}b\\u{2060}c\\u{3164}'],
    ['Ñandú 👨‍👩‍👧‍👦', 'Ñandú 👨‍👩‍👧‍👦'],
  ])('of %j: %s', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('of any text is a line in which nothing is hidden, and of a line that people may write all of it', () => {
    const die = dice(seed);
    const whole = [0x20, 0x80, 0x300, 0x2100, 0x20000, 0x110000];
    for (let run = 0; run < 2000; run++) {
      const codes = Array.from({ length: die(20) }, () => die(whole[die(whole.length)]!));
      const text = String.fromCodePoint(...codes);
      expect(visible(text), `seed ${seed}`).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
      const { data = '' } = line.safeParse(text);
      expect(visible(data)).toBe(data);
    }
  });
});

test.each([
  ['a💀b', 2, 'a', 3],
  ['a💀b', 3, 'a💀', 3],
  ['a💀b', 9, 'a💀b', 3],
  ['abc', 2, 'ab', 3],
  ['', 2, '', 0],
])('the beginning of %j within %i units is %j, and its length %i', (text, most, beginning, length) => {
  expect([beginningOf(text, most), lengthOf(text)]).toEqual([beginning, length]);
});
