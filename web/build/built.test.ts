import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtOnce } from './built.ts';

const BUILT = JSON.stringify(new URL('./built.ts', import.meta.url).href);

/** Another process builds this folder until its input ends. */
async function builder(folder: string): Promise<ChildProcess> {
  const build = `async (own) => {
    console.log('building');
    for await (const _ of process.stdin);
    (await import('node:fs')).writeFileSync(own + '/by', 'the other');
  }`;
  const code = `(await import(${BUILT})).builtOnce(${JSON.stringify(folder)}, ${build})`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

const ownBuild = async (own: string) => writeFileSync(join(own, 'by'), 'this one');

test.each([
  ['is waited for', (child: ChildProcess) => child.stdin?.end(), 'the other'],
  ['and dies over it is built here', (child: ChildProcess) => child.kill('SIGKILL'), 'this one'],
])('what another process builds %s', async (_, end, by) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'built-')), 'all', 'one');
  const child = await builder(folder);
  const built = builtOnce(folder, ownBuild);
  end(child);
  expect(readFileSync(join(await built, 'by'), 'utf8')).toBe(by);
});

test('what a killed process left goes with the next build, also where all is built already', async () => {
  const all = join(mkdtempSync(join(tmpdir(), 'built-')), 'all');
  const dies = async () => {
    const child = await builder(join(all, 'other'));
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  await dies();
  await builtOnce(join(all, 'one'), ownBuild);
  expect(readdirSync(all)).toEqual(['one']);
  await dies();
  await builtOnce(join(all, 'one'), ownBuild);
  expect(readdirSync(all)).toEqual(['one']);
});

describe('of the builds beside a new one', () => {
  const DAY_MS = 86_400_000;
  /** Builds that were last used this many days ago, each with a file of this many bytes. */
  const buildsOf = (days: readonly number[], bytes: number) => {
    const all = join(mkdtempSync(join(tmpdir(), 'built-')), 'all');
    for (const day of days) {
      const [folder, at] = [join(all, `used-${day}`), new Date(Date.now() - day * DAY_MS)];
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'file'), '');
      truncateSync(join(folder, 'file'), bytes);
      utimesSync(folder, at, at);
    }
    return all;
  };

  test('all stay that were used some days ago, also if only until the next one came, and the newest in any case', async () => {
    const all = buildsOf([1, 2, 3, 4, 5, 8, 9], 1000);
    await builtOnce(join(all, 'new'), ownBuild);
    expect(readdirSync(all)).toEqual(['new', 'used-1', 'used-2', 'used-3', 'used-4', 'used-5', 'used-8']);
    const old = buildsOf([8, 9, 10], 1000);
    await builtOnce(join(old, 'new'), ownBuild);
    expect(readdirSync(old)).toEqual(['new', 'used-8', 'used-9']);
  });

  test('those go first whose last use is longest ago, where all together are large', async () => {
    const all = buildsOf([1, 2, 3, 4, 5], 30_000_000);
    await builtOnce(join(all, 'new'), ownBuild);
    expect(readdirSync(all)).toEqual(['new', 'used-1', 'used-2', 'used-3']);
  });

  test('one that is taken again counts as used', async () => {
    const all = buildsOf([1, 2, 8, 9], 1000);
    await builtOnce(join(all, 'used-9'), ownBuild);
    await builtOnce(join(all, 'new'), ownBuild);
    expect(readdirSync(all)).toContain('used-9');
  });
});
