import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEY_FILE, templeKey } from './templeKey.ts';

const folder = () => join(mkdtempSync(join(tmpdir(), 'key-')), 'data');

test('a key is made once, for this user alone, and read from then on', () => {
  const data = folder();
  const key = templeKey(data);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(templeKey(data)).toBe(key);
  const path = join(data, KEY_FILE);
  expect(readFileSync(path, 'utf8').trim()).toBe(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('the key that another process made is taken as it is', () => {
  const data = mkdtempSync(join(tmpdir(), 'key-'));
  writeFileSync(join(data, KEY_FILE), `${'AB'.repeat(32)}\n`);
  expect(templeKey(data)).toBe('ab'.repeat(32));
});

test('a damaged key is never replaced', () => {
  const data = mkdtempSync(join(tmpdir(), 'key-'));
  writeFileSync(join(data, KEY_FILE), 'abc');
  expect(() => templeKey(data)).toThrow(/is damaged/);
  expect(readFileSync(join(data, KEY_FILE), 'utf8')).toBe('abc');
});

test('without a folder the key ends with the process', () => {
  expect(templeKey(undefined)).not.toBe(templeKey(undefined));
});
