/** Text that one person writes and others read: nothing in it breaks the screen of a reader. */
import * as z from 'zod';

/** The most combining marks on one letter. Hebrew with points needs three, Tibetan four. */
const MOST_MARKS = 4;
/** The most code points in one letter. A family of four with skin tones, or the flag of a region, has this many. */
const MOST_PARTS = 12;

/** Controls, characters that turn the direction of the text around them, and characters of no script. */
const BREAKS_LINES = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/**
 * Invisible characters, except those that join or shape the letters beside them: joiners, variation selectors, and the
 * tags of flags. To Unicode, Hangul fillers are letters, the braille blank is a symbol, and the marks of notes between lines and the
 * joiners of hieroglyphs can be seen; readers see nothing.
 */
const UNSEEN =
  /(?![\p{Join_Control}\p{Variation_Selector}\u{E0020}-\u{E007F}])\p{Default_Ignorable_Code_Point}|[\u2800\uFFF9-\uFFFB\u{13430}-\u{1343F}]/u;
const UNSHOWN = new RegExp(`${BREAKS_LINES.source}|${UNSEEN.source}`, 'gu');
const JOINS_NOTHING = /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])\p{Join_Control}/u;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One line of at most `most` code points, counted after normalization. */
export const printable = (most: number) =>
  z
    .string()
    .max(most * MOST_PARTS)
    .trim()
    .normalize()
    .min(1)
    .max(most)
    .regex(SEEN)
    .refine(isCalm, 'must be a line of text');

/** Text of several lines, each of them as harmless as a printable line. */
export const prose = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Bidi_Control}]*$/u)
    .refine((text) => text.split(/[\n\r\t]+/).every(isCalm), 'must be text');

/** A line of any author that a terminal may show: what would move, hide or turn text is written as its number. */
export function visible(line: string): string {
  return line.replace(UNSHOWN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

const HALF_AT_THE_END = /[\uD800-\uDBFF]$/;

/** The beginning of a text, without half a character at its end. It has at most this many UTF-16 units, so no more code points either. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(HALF_AT_THE_END, '');
}

/** As schemas and the pages in docs/ count. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function isCalm(text: string): boolean {
  if (BREAKS_LINES.test(text) || UNSEEN.test(text) || JOINS_NOTHING.test(text)) return false;
  return [...letters.segment(text)].every(({ segment }) => isLetter([...segment]));
}

function isLetter(parts: readonly string[]): boolean {
  return parts.length <= MOST_PARTS && parts.filter((part) => /\p{M}/u.test(part)).length <= MOST_MARKS;
}
