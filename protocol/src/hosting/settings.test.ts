import { expect, test } from 'vitest';
import { z } from 'zod';
import { BadConfig, readSettings } from './settings.ts';

const SETTINGS = z.object({ PORT: z.coerce.number().default(1), KEY: z.string().min(8), TOKEN: z.string().min(8) });
const SECRET = ['KEY', 'TOKEN'];

test('settings are read, and an empty one counts as unset', () => {
  expect(readSettings(SETTINGS, { PORT: '', KEY: '12345678', TOKEN: '87654321', OTHER: 'x' }, SECRET)).toEqual({
    PORT: 1,
    KEY: '12345678',
    TOKEN: '87654321',
  });
});

test('what cannot be used is told by name, and a secret is not shown', () => {
  const read = () => readSettings(SETTINGS, { PORT: 'many', KEY: 'hush' }, SECRET);
  expect(read).toThrow(BadConfig);
  expect(read).toThrow(/PORT=many: .*\n {2}KEY=\(hidden\): .*\n {2}TOKEN=: /);
});
