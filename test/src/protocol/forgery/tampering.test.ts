/** Any single change to the text of a record is found, in the line where it is. */
import { verify } from '@flower-war/protocol';
import { engine, fastChance } from '@flower-war/rules';
import { describe, expect, test } from 'vitest';
import { Scribe } from '../scribe.ts';

const SHORT = new Scribe({ turnCap: 2 }).start('player', 'bot').play().end();
const LONG = new Scribe({ turnCap: 200 }).start('player', 'player').play().end();

/** A line break belongs to the line that it ends. */
const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length;
const replaced = (text: string, position: number, by: string) =>
  text.slice(0, position) + by + text.slice(position + 1);
const flawedLine = async (text: string) => {
  const verdict = await verify(text, engine);
  return verdict.ok ? 'none' : verdict.line;
};

describe('one changed character', () => {
  const positions = [...SHORT.text].map((character, position) => ({ character, position }));
  test.each<[string, (character: string) => string]>([
    ['the next one in the alphabet', (character) => String.fromCharCode(((character.charCodeAt(0) - 31) % 95) + 32)],
    ['a space', (character) => (character === ' ' ? '_' : ' ')],
    ['another digit', (character) => (character === '0' ? '1' : '0')],
    ['a capital or small one', (character) => flipped(character)],
    ['a line break', (character) => (character === '\n' ? '\r' : '\n')],
    ['one that is not ASCII', () => 'é'],
    ['nothing', () => ''],
    ['itself, twice', (character) => character + character],
  ])('is found where it is, when it becomes %s', async (_name, change) => {
    for (const { character, position } of positions) {
      const by = change(character);
      if (by === character) continue;
      const changed = replaced(SHORT.text, position, by);
      const isDoubledEnd = by === '\n\n';
      const line = lineAt(SHORT.text, position) + (isDoubledEnd ? 1 : 0);
      expect([position, await flawedLine(changed)]).toEqual([position, line]);
    }
  });

  test('complaint 16, distrust of dice: 500 changes of one character in a long record are found where they are', async () => {
    const chance = fastChance(20);
    for (let i = 0; i < 500; i++) {
      const position = chance.die(LONG.text.length) - 1;
      const by = String.fromCharCode(31 + chance.die(95));
      if (by === LONG.text[position]) continue;
      const found = await flawedLine(replaced(LONG.text, position, by));
      expect([position, by, found]).toEqual([position, by, lineAt(LONG.text, position)]);
    }
  });
});

describe('whole lines', () => {
  const { lines } = SHORT;
  const last = lines.length;
  const textOf = (changed: readonly string[]) => changed.map((line) => `${line}\n`).join('');
  const middle = lines.map((_, index) => index).slice(0, -1);

  test.each(middle)('line %# removed', async (index) => {
    expect(await flawedLine(textOf(lines.toSpliced(index, 1)))).toBe(index + 1);
  });

  test.each(middle)('line %# swapped with the next', async (index) => {
    const [one = '', other = ''] = lines.slice(index);
    expect(await flawedLine(textOf(lines.toSpliced(index, 2, other, one)))).toBe(index + 1);
  });

  test.each([...middle, last - 1])('line %# twice', async (index) => {
    expect(await flawedLine(textOf(lines.toSpliced(index, 0, lines[index]!)))).toBe(index + 2);
  });

  test.each([...middle, last - 1])('an empty line before line %#', async (index) => {
    expect(await flawedLine(textOf(lines.toSpliced(index, 0, '')))).toBe(index + 1);
  });

  test.each(middle.slice(1))('cut off after line %#', async (index) => {
    expect(await verify(textOf(lines.slice(0, index)), engine)).toMatchObject({
      line: index,
      problem: expect.stringContaining('not complete'),
    });
  });

  test('cut off in the middle of a line', async () => {
    expect(await flawedLine(SHORT.text.slice(0, -20))).toBe(last);
    expect(await flawedLine(textOf(lines.slice(0, 2)) + lines[2]!.slice(0, 30))).toBe(3);
  });

  test.each([
    ['the last line break missing', SHORT.text.slice(0, -1), last],
    ['line feeds of another system', SHORT.text.replaceAll('\n', '\r\n'), 1],
    ['an empty file', '', 1],
    ['one line break', '\n', 1],
    ['a byte order mark', `\ufeff${SHORT.text}`, 1],
    ['a line after the end', `${SHORT.text}{}\n`, last + 1],
    ['many lines after the end', SHORT.text + SHORT.text, last + 1],
    ['half a line after the end', `${SHORT.text}{`, last + 1],
    ['an empty line after the end', `${SHORT.text}\n`, last + 1],
    ['a change above a missing line break', SHORT.text.replace('"seat":0', '"seat":1').slice(0, -1), 2],
    ['something else altogether', '<!doctype html>\n', 1],
  ])('%s', async (_name, text, line) => {
    expect(await flawedLine(text)).toBe(line);
  });
});

function flipped(character: string): string {
  const upper = character.toUpperCase();
  return character === upper ? character.toLowerCase() : upper;
}
