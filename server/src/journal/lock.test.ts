import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DataInUse, ownFolder, shareFolder } from './lock.ts';

const folder = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'data');

test('any number of servers share a folder, and nobody else may have it until the last one is gone', () => {
  const data = folder();
  const [first, second] = [shareFolder(data), shareFolder(data)];
  expect(() => ownFolder(data)).toThrow(DataInUse);
  first();
  expect(() => ownFolder(data)).toThrow('Stop it first');
  second();
  ownFolder(data)();
});

test('no server starts on data that is being replaced', () => {
  const data = folder();
  const letGo = ownFolder(data);
  expect(() => shareFolder(data)).toThrow('is being restored');
  expect(() => ownFolder(data)).toThrow(DataInUse);
  letGo();
  shareFolder(data)();
});
