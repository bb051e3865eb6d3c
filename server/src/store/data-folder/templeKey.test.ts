import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_FILE } from '@flower-war/protocol/hosting';
import { expect, test } from 'vitest';
import { templeKey } from './database.ts';

const folder = () => join(mkdtempSync(join(tmpdir(), 'key-')), 'data');

test('a key is made once, for this user alone, and read from then on', async () => {
  const data = folder();
  const key = await templeKey(data);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(await templeKey(data)).toBe(key);
  const path = join(data, KEY_FILE);
  expect(readFileSync(path, 'utf8').trim()).toBe(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the key that another process made is taken as it is', async () => {
  const data = mkdtempSync(join(tmpdir(), 'key-'));
  writeFileSync(join(data, KEY_FILE), `${'AB'.repeat(32)}\n`);
  expect(await templeKey(data)).toBe('ab'.repeat(32));
});

test('a damaged key is never replaced', async () => {
  const data = mkdtempSync(join(tmpdir(), 'key-'));
  writeFileSync(join(data, KEY_FILE), 'abc');
  await expect(templeKey(data)).rejects.toThrow(/is damaged/);
  expect(readFileSync(join(data, KEY_FILE), 'utf8')).toBe('abc');
});

test('without a folder the key ends with the process', async () => {
  expect(await templeKey(undefined)).not.toBe(await templeKey(undefined));
});
