import { expect, test } from 'vitest';
import { keyIn, newKey } from './callers.ts';

const CONFIG = { OPERATOR_TOKEN: 'Nahualpilli-0123456789' };
const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

test.each(['page', 'probe'] as const)('a key of the %s is one for an hour, and for this token alone', (name) => {
  const key = newKey(name, CONFIG, NOW);
  expect(key).not.toContain(CONFIG.OPERATOR_TOKEN);
  expect(keyIn(key, CONFIG, NOW + HOUR_MS - 1)).toBe(name);
  expect(keyIn(key, CONFIG, NOW + HOUR_MS)).toBeUndefined();
  expect(keyIn(key, { OPERATOR_TOKEN: 'another-0123456789' }, NOW)).toBeUndefined();
});

test('no key can be made of another one, and without a token there is none', () => {
  const key = newKey('probe', CONFIG, NOW);
  const changed = [
    key.replace('probe', 'page'),
    key.replace(/\.\d+\./, `.${NOW + 2 * HOUR_MS}.`),
    key.replace(/\.\d+\./, `.00${NOW + HOUR_MS}.`),
    key.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    `${key}0`,
    '',
    CONFIG.OPERATOR_TOKEN,
  ];
  for (const given of changed) expect(keyIn(given, CONFIG, NOW), given).toBeUndefined();
  const none = { OPERATOR_TOKEN: '' };
  expect(keyIn(newKey('probe', none, NOW), none, NOW)).toBeUndefined();
});
