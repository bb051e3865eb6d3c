import type { Words } from '@flower-war/words';
import { LANGUAGES } from '@flower-war/words/all';
import { RULEBOOKS } from '@flower-war/words/rulebook';
import { describe, expect, test } from 'vitest';
import { plain } from '../screen.ts';
import { type Reading, rulesLines } from './showRules.ts';

/** No server is there. */
const reading = (words: Words, columns = 60): Reading => ({ words, columns, paint: plain, url: 'http://127.0.0.1:1' });

const [english, spanish] = LANGUAGES;
if (english === undefined || spanish === undefined) throw new Error('there are two languages');

describe.each(LANGUAGES)('$language', (words) => {
  test.each(RULEBOOKS)('the rules of %s fit 60 and 80 columns, without a server', async (game) => {
    for (const columns of [60, 80]) {
      const lines = await rulesLines(game, reading(words, columns));
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeGreaterThan(80);
    }
  });
});

test('the goal comes first, then the chapters with numbered rules', async () => {
  const lines = await rulesLines('mexica', reading(english));
  expect(lines.slice(0, 5)).toEqual([
    'MEXICA',
    '',
    'Goal',
    '  1  Be the first player with all three signs of victory:',
    '     serpent, eagle and flower.',
  ]);
});

test('a chapter, and a rule in Spanish', async () => {
  const turn = await rulesLines('flower-war/turn', reading(english));
  expect(turn.slice(0, 5)).toEqual([
    '',
    'Turn',
    '  1  In your turn you do this, in this order:',
    '     - Roll the die and move.',
    '     - Pick up a skull on the day where you arrive.',
  ]);
  expect(await rulesLines('tieqchieq/battle-1', reading(spanish))).toEqual([
    'Batalla 1',
    '  1  Si tu ficha llega a una casilla con una ficha del otro',
    '     jugador, la atacas.',
  ]);
});

test('an edition has its own rules', async () => {
  expect(await rulesLines('flower-war-early/collect-3', reading(english))).toContain('  3  A full day brings no card.');
});

test('a picture is whole on a wide screen, and brief on a narrow one', async () => {
  const wide = await rulesLines('tieqchieq/board', reading(english, 80));
  expect(wide.join('\n')).toContain('│r○r│');
  const [whole, brief] = [
    await rulesLines('mexica/setup', reading(english, 80)),
    await rulesLines('mexica/setup', reading(english)),
  ];
  expect(brief.join('\n')).not.toBe(whole.join('\n'));
});

test('what is not there is told, with what there is', async () => {
  await expect(rulesLines('chess', reading(english))).rejects.toThrow('flower-war, mexica, space-aztecs, tieqchieq');
  await expect(rulesLines('mexica/luck', reading(english))).rejects.toThrow(
    'no part "luck". Choose one of: goal, setup',
  );
  await expect(rulesLines('mexica/W10', reading(english))).rejects.toThrow('127.0.0.1:1');
});
