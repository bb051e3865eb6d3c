import { expect, test } from 'vitest';
import { settingsIn } from './claimAndBind.ts';

test('settings are read by their kinds', () => {
  expect(settingsIn('debounceMs=60,swapped=true,light=40,name=Home')).toEqual({
    debounceMs: 60,
    swapped: true,
    light: 40,
    name: 'Home',
  });
});

test.each(['swapped=yes', 'debounceMs=fast', 'light=-1', 'colour=red', '__proto__=1'])(
  '%s is told to be none',
  (text) => {
    expect(() => settingsIn(text)).toThrow('is no setting');
  },
);
