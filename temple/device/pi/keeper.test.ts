import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_COUNT } from '@flower-war/protocol/temple';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeeper, load, openKeeper, save } from './keeper.ts';

it('counts as far as can be told, and no count falls when that is reached', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'temple-keeper-'));
  try {
    const file = join(folder, 'totals.json');
    const keeper = createKeeper(
      { epoch: 7, war: MOST_COUNT - 1, rain: 0, boot: 1 },
      { file, log: pino({ level: 'silent' }) },
    );
    expect([keeper.add('war'), keeper.add('war')]).toEqual([MOST_COUNT, MOST_COUNT]);
    await keeper.settled();
    expect((await load(file)).record).toMatchObject({ epoch: 7, war: MOST_COUNT });
  } finally {
    await rm(folder, { recursive: true });
  }
});

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'temple-record-'));
  file = join(folder, 'totals.json');
});
afterEach(() => rm(folder, { recursive: true }));

const life = { epoch: 7, war: 41, rain: 17, boot: 3 };

it('gives back what was saved, and leaves no draft behind', async () => {
  await save(file, life);
  await save(file, { ...life, war: 42 });
  expect(await load(file)).toEqual({ record: { ...life, war: 42 }, was: 'kept' });
  expect(await readdir(folder)).toEqual(['totals.json']);
});

it('is of one program at a time', async () => {
  const log = pino({ level: 'silent' });
  const first = await openKeeper(file, log);
  await expect(openKeeper(file, log)).rejects.toThrow('Another temple program keeps its totals');
  first.letGo();
  (await openKeeper(file, log)).letGo();
});

it('begins a life from zero where there is no file', async () => {
  const { record, was } = await load(file);
  expect(record).toEqual({ epoch: expect.any(Number), war: 0, rain: 0, boot: 0 });
  expect([was, record.epoch >= 1]).toEqual(['missing', true]);
});

it('begins another life when the file is torn at any byte or a digit has flipped, and keeps the file', async () => {
  await save(file, life);
  const whole = await readFile(file, 'utf8');
  const torn = Array.from({ length: whole.length - 1 }, (_, length) => whole.slice(0, length));
  for (const text of [...torn.slice(0, -1), whole.replace('41', '31'), '\0'.repeat(64)]) {
    await writeFile(file, text);
    const { record, was } = await load(file);
    expect([was, record.war, record.epoch === life.epoch]).toEqual(['torn', 0, false]);
    expect(await readFile(`${file}.torn`, 'utf8')).toBe(text);
  }
});

it('says what is wrong when the file cannot be read, and begins no other life', async () => {
  await expect(load(folder)).rejects.toThrow(/cannot be read/);
});

it('reads a draft that was not renamed as nothing', async () => {
  await save(file, life);
  await writeFile(`${file}.draft`, '{"record":');
  expect((await load(file)).record).toEqual(life);
});
