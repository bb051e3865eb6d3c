import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dropAbandoned, isRunning, workFolder } from './workFolder.ts';

/** The number of a process that has ended. */
const dead = () => spawnSync(process.execPath, ['--version']).pid;

test('a folder of this process is empty, and what dead processes have left beside it goes', () => {
  const all = mkdtempSync(join(tmpdir(), 'work-'));
  const left = [`dump-${dead()}`, `dump-${process.pid}`, `dump-${process.ppid}`, `site-${dead()}`, 'dump-x'];
  for (const name of left) mkdirSync(join(all, name, 'more'), { recursive: true });
  const own = workFolder(join(all, 'dump-'));
  expect(own).toBe(join(all, `dump-${process.pid}`));
  expect(readdirSync(own)).toEqual([]);
  expect(readdirSync(all).sort()).toEqual(left.slice(1).sort());
});

test('where there is nothing yet there is nothing to drop', () => {
  const none = join(mkdtempSync(join(tmpdir(), 'work-')), 'none');
  dropAbandoned(join(none, 'dump-'));
  expect(existsSync(none)).toBe(false);
});

test('a process of another user runs, too', () => {
  expect([isRunning(1), isRunning(process.pid), isRunning(dead())]).toEqual([true, true, false]);
});
