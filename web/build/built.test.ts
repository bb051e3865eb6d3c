import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
