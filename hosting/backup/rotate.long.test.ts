import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { told } from '../testing/callers.ts';
import { cleanUp, ROOT, scratchFolder, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await told(`${server.url}/api/guests`, { method: 'POST', body: { name: 'Itzel' } });
});
afterAll(async () => {
  await server.program.stop();
  cleanUp();
});

function run(args: readonly string[], data = server.folder): Promise<Ended> {
  return runTool('hosting/backup/rotate.ts', args, data);
}

function restore(data: string, file: string): Promise<Ended> {
  return runTool('server/tools/restore.ts', [file], data);
}

interface Ended {
  readonly code: number;
  readonly said: string;
}

function runTool(tool: string, args: readonly string[], data: string): Promise<Ended> {
  const env = { ...process.env, DATA_DIR: data, INIT_CWD: undefined };
  return new Promise((resolve) => {
    execFile(process.execPath, [tool, ...args], { cwd: ROOT, env }, (error, out, problems) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: out + problems }),
    );
  });
}

const named = (day: string) => `flower-war-${day}T04-30-00Z.sqlite`;
function folderWith(...names: readonly string[]): string {
  const folder = scratchFolder('backups');
  for (const name of names) writeFileSync(join(folder, name), 'old');
  return folder;
}

test('the oldest backups go, the newest stay, and nothing else is touched', async () => {
  const others = ['monday.sqlite', 'flower-war-notes.txt', `${named('2020-01-01')}.bak`];
  const folder = folderWith(named('2020-01-01'), named('2020-01-02'), named('2020-01-03'), ...others);
  expect(await run([folder, '--keep', '2'])).toMatchObject({ code: 0, said: expect.stringContaining('people 1') });
  const left = readdirSync(folder);
  expect(left).toEqual(expect.arrayContaining([named('2020-01-03'), ...others]));
  const made = left.find((name) => name.startsWith('flower-war-') && statSync(join(folder, name)).size > 1000);
  expect(left).toHaveLength(2 + others.length);
  const restored = scratchFolder('restored');
  const { code } = await restore(restored, join(folder, made ?? ''));
  expect(code).toBe(0);
});

test('a backup stays that was made when the clock was wrong', async () => {
  const folder = folderWith(named('2990-01-01'), named('2990-01-02'));
  expect((await run([folder, '--keep', '1'])).code).toBe(0);
  const [left, ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  expect(left).not.toContain('2990');
});

test('a folder without a name is not the current one', async () => {
  expect(await run([''])).toMatchObject({ code: 2, said: expect.stringContaining('an empty text') });
});

test('when there is no backup, nothing is deleted', async () => {
  const folder = folderWith(named('2020-01-01'), named('2020-01-02'));
  expect((await run([folder, '--keep', '1'], scratchFolder('empty'))).code).toBe(2);
  expect(readdirSync(folder)).toHaveLength(2);
});

test('a backup with a damaged record is kept and told of, and none before it is deleted', async () => {
  const folder = folderWith();
  await run([folder]);
  const [made = ''] = readdirSync(folder);
  const data = scratchFolder('damaged');
  await restore(data, join(folder, made));
  const database = new DatabaseSync(join(data, 'flower-war.sqlite'));
  database.exec("INSERT INTO entries VALUES ('M', 0, 'o', 'h', '{}')");
  database.close();
  const others = folderWith(named('2020-01-01'), named('2020-01-02'));
  const said = expect.stringMatching(/restore will refuse it. Of M, line 1 of the record is damaged/);
  for (const _ of ['one night', 'the next']) {
    expect(await run([others, '--keep', '1'], data)).toMatchObject({ code: 1, said });
    expect(readdirSync(others).sort()).toEqual([named('2020-01-01'), named('2020-01-02'), 'flower-war.sqlite.damaged']);
  }
});

test('the backup of another one in the same second is left as it is', async () => {
  const names = Array.from({ length: 60 }, (_, n) => new Date(Date.now() + n * 1000).toISOString().slice(0, 19));
  const folder = folderWith(...names.map((at) => `flower-war-${at.replaceAll(':', '-')}Z.sqlite`));
  const { code, said } = await run([folder, '--keep', '1']);
  expect(code).toBe(2);
  expect(said).toContain('exists');
  expect(said).not.toContain('damaged');
  expect(readdirSync(folder)).toHaveLength(60);
});

test('what a cut-off backup left is deleted, and what a running one writes is not', async () => {
  const [left, running] = [named('2020-01-01'), named('2020-01-02')].map((name) => `${name}.unfinished`);
  const folder = folderWith(left ?? '', running ?? '');
  utimesSync(join(folder, left ?? ''), 1, 1);
  expect((await run([folder])).code).toBe(0);
  expect(existsSync(join(folder, left ?? ''))).toBe(false);
  expect(existsSync(join(folder, running ?? ''))).toBe(true);
});

test.each([[[]], [['a', 'b']], [['a', '--keep', '0']], [['a', '--keep', 'all']], [['a', '--forever']]])(
  '%j is refused with the usage',
  async (args) => {
    mkdirSync(join(server.folder, 'a'), { recursive: true });
    expect(await run(args)).toMatchObject({ code: 2, said: expect.stringContaining('npm run do -- rotate-backups') });
  },
);
