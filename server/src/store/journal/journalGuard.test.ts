import { expect, test } from 'vitest';
import { Readiness } from '../../base/readiness.ts';
import { MemoryJournal } from '../storedJournal.ts';
import { firstEntry } from './firstEntry.fixture.ts';
import { testJournal } from './journal.contract.ts';
import { JournalGuard } from './journalGuard.ts';

const entry = firstEntry();

testJournal('a guarded one', () =>
  new JournalGuard(new Readiness(), { onAppended: () => {} }).around(new MemoryJournal()),
);

function guarded() {
  const readiness = new Readiness();
  readiness.phase = 'open';
  const lines: string[] = [];
  const real = new MemoryJournal();
  const guard = new JournalGuard(readiness, { onAppended: ({ line }) => lines.push(line) });
  return { readiness, lines, real, guard, journal: guard.around(real) };
}

test('what was appended is counted, and what conflicts is not', async () => {
  const { journal, lines } = guarded();
  expect(await journal.append(entry)).toBe('appended');
  expect(await journal.append(entry)).toBe('conflict');
  expect(lines).toEqual(['{}']);
});

test('while the disk is full or the server stops, nothing is written', async () => {
  const { journal, readiness, real } = guarded();
  readiness.isDiskFull = true;
  await expect(journal.append(entry)).rejects.toThrow('disk-full');
  readiness.isDiskFull = false;
  readiness.phase = 'stopping';
  await expect(journal.append(entry)).rejects.toThrow('stopping');
  expect(await real.read('A')).toBeUndefined();
});

test('a write that fails is told, until one succeeds', async () => {
  const { journal, readiness, real } = guarded();
  const fails = (isFailing: boolean) => {
    real.append = isFailing ? () => Promise.reject(new Error('disk')) : MemoryJournal.prototype.append;
    real.beat = isFailing ? () => Promise.reject(new Error('disk')) : MemoryJournal.prototype.beat;
  };
  fails(true);
  await expect(journal.append(entry)).rejects.toThrow('disk');
  expect(readiness.state).toBe('disk-failing');
  await expect(journal.beat(1)).rejects.toThrow('disk');
  fails(false);
  await journal.beat(2);
  expect(readiness.state).toBe('ready');
});

test('it is idle when the last append has been settled, however it was', async () => {
  const { journal, guard, real } = guarded();
  await guard.idle();
  let settle: (error: Error) => void = () => {};
  real.append = () => new Promise((_, reject) => (settle = reject));
  const appended = expect(journal.append(entry)).rejects.toThrow('gone');
  let isIdle = false;
  const idle = guard.idle().then(() => (isIdle = true));
  await Promise.resolve();
  expect(isIdle).toBe(false);
  settle(new Error('gone'));
  await appended;
  await idle;
});
