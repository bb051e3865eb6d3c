import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { holdsFairness, saveRecord } from './replaySession.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keep-'));
});

const keeping = (record: string, out?: string) => saveRecord({ match: 'ABCD', record, folder, out });

test('a record is saved under the name of its match, and once is enough', async () => {
  expect(await keeping('one\n')).toBe('ABCD.jsonl');
  expect(await keeping('one\n')).toBe('ABCD.jsonl');
  expect(await readdir(folder)).toEqual(['ABCD.jsonl']);
});

test('nothing is written over another file', async () => {
  await keeping('one\n', 'mine.jsonl');
  expect(await keeping('two\n', 'mine.jsonl')).toBe('mine-2.jsonl');
  expect(await readFile(join(folder, 'mine.jsonl'), 'utf8')).toBe('one\n');
  expect(await readFile(join(folder, 'mine-2.jsonl'), 'utf8')).toBe('two\n');
});

test('--out may name a folder', async () => {
  expect(await keeping('one\n', '.')).toBe('ABCD.jsonl');
});

test('a folder that is not there is told, with what to do', async () => {
  await expect(keeping('one\n', 'nowhere/x.jsonl')).rejects.toThrow(/could not be saved: .*--out/);
});

test('the record must hold the commitment seen and the contribution made', () => {
  const record = '{"kind":"created","commitment":"c1"}\n{"kind":"seated","contribution":"a1"}\n';
  expect(holdsFairness(record, { commitment: 'c1', contribution: 'a1' })).toBe(true);
  expect(holdsFairness(record, { commitment: 'c1' })).toBe(true);
  expect(holdsFairness(record, { commitment: 'c2', contribution: 'a1' })).toBe(false);
  expect(holdsFairness(record, { commitment: 'c1', contribution: 'a2' })).toBe(false);
});
