import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { BadConfig, BadKey, KEY_FILE, masterKeyIn, readSettings } from './settings.ts';

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

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'flower-war-key-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

describe('the file of the master key', () => {
  it('is made if it is missing, with its folder, for its owner alone', async () => {
    const place = join(await folder(), 'not', 'yet');
    const key = await masterKeyIn(place);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(join(place, KEY_FILE))).mode & 0o777).toBe(0o600);
    // The server keeps its database there: the program that makes the folder must not open it to all users.
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    expect(await masterKeyIn(place)).toBe(key);
    expect(await readdir(place)).toEqual([KEY_FILE]);
  });

  it('is the same for all who make it at once', async () => {
    const place = await folder();
    const keys = await Promise.all(Array.from({ length: 20 }, () => masterKeyIn(place)));
    expect(new Set(keys).size).toBe(1);
    expect(await readdir(place)).toEqual([KEY_FILE]);
  });

  it.each(['', 'hello', 'ab'.repeat(31), `${'ab'.repeat(32)} ${'ab'.repeat(32)}`])(
    'is refused if damaged: %j',
    async (text) => {
      const place = await folder();
      await writeFile(join(place, KEY_FILE), text);
      await expect(masterKeyIn(place)).rejects.toThrow(/temples\.key, is damaged: it must be 64 hexadecimal digits/);
      expect(await readFile(join(place, KEY_FILE), 'utf8')).toBe(text);
    },
  );

  it('may be written in capitals and with lines around it', async () => {
    const place = await folder();
    await writeFile(join(place, KEY_FILE), `\n${'AB'.repeat(32)}\r\n`);
    expect(await masterKeyIn(place)).toBe('ab'.repeat(32));
  });

  it('says what is in the way', async () => {
    const place = await folder();
    await mkdir(join(place, KEY_FILE));
    await expect(masterKeyIn(place)).rejects.toThrow(/cannot be read: EISDIR\. .*DATA_DIR/);
    await writeFile(join(place, 'file'), '');
    await expect(masterKeyIn(join(place, 'file'))).rejects.toThrow(BadKey);
  });

  it('says that it cannot be written', async () => {
    const file = join(await folder(), 'file');
    await writeFile(file, '');
    await expect(masterKeyIn(join(file, 'data'))).rejects.toThrow(/ENOTDIR/);
  });
});
