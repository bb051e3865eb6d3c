import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DataInUse, DataLost, inWords, ownFolder, UnusableFolder, unusable } from './safeFolder.ts';

const LOCK = fileURLToPath(new URL('./safeFolder.ts', import.meta.url));

const folder = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'data');

test('a folder has one user at a time, and the next one is told what to do', () => {
  const data = folder();
  const letGo = ownFolder(data);
  expect(() => ownFolder(data)).toThrow(DataInUse);
  expect(() => ownFolder(data)).toThrow('Stop it first');
  letGo();
  ownFolder(data)();
});

test('a copy of a folder in use is free, and so is the folder of a process that was killed', async () => {
  const data = folder();
  const code = `import { ownFolder } from ${JSON.stringify(LOCK)};
    globalThis.letGo = ownFolder(${JSON.stringify(data)}); process.send('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  expect(() => ownFolder(data)).toThrow(DataInUse);
  const copy = folder();
  cpSync(data, copy, { recursive: true });
  ownFolder(copy)();
  child.kill('SIGKILL');
  await once(child, 'exit');
  ownFolder(data)();
});

test('a lock file that is none is told as what it is', () => {
  const data = folder();
  mkdirSync(data);
  writeFileSync(join(data, 'in-use.sqlite'), 'this is not a database, and long enough to be seen as none'.repeat(20));
  expect(() => ownFolder(data)).toThrow('not a database');
});

test('a folder that is a file, or lies in one, is told in a sentence', () => {
  const file = folder();
  writeFileSync(file, '');
  for (const data of [file, join(file, 'data')]) {
    expect(() => ownFolder(data)).toThrow(UnusableFolder);
    expect(() => ownFolder(data)).toThrow(
      `The data folder ${data} cannot be used: a file is in its place, or in that of a folder above it. Move the file away, or choose another DATA_DIR.`,
    );
  }
});

const OTHER_USER = 65534;

test.each(['the folder', 'the folder above'])('%s belongs to another user: told in a sentence', (which) => {
  const data = folder();
  if (which === 'the folder') mkdirSync(data);
  for (const path of which === 'the folder' ? [data, dirname(data)] : [dirname(data)]) chmodSync(path, 0o555);
  const code = `import { ownFolder, UnusableFolder } from ${JSON.stringify(LOCK)};
    try { ownFolder(${JSON.stringify(data)}); } catch (error) { console.log(error instanceof UnusableFolder, error.message); }`;
  const asUser = process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { ...asUser, encoding: 'utf8' });
  expect(stdout).toBe(
    `true The data folder ${data} cannot be used: this user may not read and write there (EACCES). Give it to the user of the server, or choose another DATA_DIR.\n`,
  );
});

test.each([{ errcode: 13 }, { code: 'ENOSPC' }])('a full disk is told as such: %j', (fields) => {
  const { message } = unusable('data', Object.assign(new Error('so it is'), fields));
  expect(message).toBe(
    'The data folder data cannot be used: its disk is full. Make room there, or choose another DATA_DIR.',
  );
});

test('an error at the data is told in a sentence if an operator can mend it, and is itself if not', () => {
  const full = inWords('data', Object.assign(new Error('so it is'), { errcode: 13 }));
  expect(full).toBeInstanceOf(UnusableFolder);
  const lost = inWords('data', new Error('database disk image is malformed'));
  expect(lost).toBeInstanceOf(DataLost);
  const bug = new Error('a bug');
  expect([full, lost, bug].map((error) => inWords('data', error))).toEqual([full, lost, bug]);
});
