/** An update beneath a running `npm start -- --processes`: the page that a rolling restart brings is the new one. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noPostgres, TestPostgres } from '@flower-war/server/testing';
import { hashOfSources } from '@flower-war/web/built';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copiedTree } from '../support/earlierTree.ts';

/** In place of a build, which takes long: the builder finds the folder of these sources and takes it. */
function built(tree: string, page: string): void {
  const folder = join(tree, 'web/dist', hashOfSources(tree));
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const name of ['index.html', 'sw.js']) writeFileSync(join(folder, name), page);
}

describe.skipIf(noPostgres !== undefined)(`an update${noPostgres === undefined ? '' : `: ${noPostgres}`}`, () => {
  const tree = copiedTree();
  let postgres: TestPostgres;
  let launcher: ChildProcess;

  beforeAll(async () => {
    postgres = await TestPostgres.start();
  }, 60_000);
  afterAll(async () => {
    launcher.kill('SIGTERM');
    await once(launcher, 'close');
    await postgres.stop();
    rmSync(tree, { recursive: true });
  }, 60_000);

  test('shows the new page after a rolling restart', async () => {
    built(tree, 'the page of before');
    const usual = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(tree, 'data'), LOG_LEVEL: 'silent' };
    const env = { ...usual, DATABASE_URL: await postgres.fresh() };
    const run = (file: string) => join(tree, 'launcher/src', file);
    launcher = spawn(process.execPath, [run('start.mjs'), '--processes', '2', '--no-temples'], { env });
    let said = '';
    launcher.stderr?.on('data', (chunk) => (said += String(chunk)));
    await expect.poll(() => said, { timeout: 60_000 }).toMatch(/ready at \S+, with/);
    const url = /ready at (\S+),/.exec(said)?.[1] ?? '';
    const pages = async () => {
      const asked = Array.from({ length: 6 }, async () =>
        (await fetch(url, { headers: { Accept: 'text/html' } })).text(),
      );
      return new Set(await Promise.all(asked));
    };
    expect(await pages()).toEqual(new Set(['the page of before']));
    appendFileSync(join(tree, 'web/index.html'), '<!-- an update -->');
    built(tree, 'the page of now');
    execFileSync(process.execPath, [run('servers/rollingRestart.ts')], { env, stdio: 'ignore' });
    expect(await pages()).toEqual(new Set(['the page of now']));
  }, 120_000);
});
