import { expect, test } from 'vitest';
import { DAY_NAMES, dayName, dayOf, ENGLISH_NAMES, omenOf, shortName } from './ringWords.ts';

test('twenty days, each with a name, the name in notation, and an omen', () => {
  expect(DAY_NAMES).toHaveLength(20);
  for (const [index, name] of DAY_NAMES.entries()) {
    expect(dayName(index + 1)).toBe(`${ENGLISH_NAMES[index]} (${name})`);
    expect(shortName(index + 1)).toBe(ENGLISH_NAMES[index]);
    expect(dayOf(name.toLowerCase())).toBe(index + 1);
    expect(omenOf(index + 1)).not.toBe('');
  }
});

test('what is no day', () => {
  expect(dayOf('ollin')).toBe(0);
  expect(dayName(21)).toBe('day 21');
  expect(omenOf(0)).toBe('');
});
