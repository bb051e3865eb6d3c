import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DataInUse, ownFolder } from './safeFolder.ts';

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
  const lock = fileURLToPath(new URL('./safeFolder.ts', import.meta.url));
  const code = `import { ownFolder } from ${JSON.stringify(lock)};
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
  writeFileSync(join(data, 'in-use.sqlite'), 'this is no database, and long enough to be seen as none'.repeat(20));
  expect(() => ownFolder(data)).toThrow('not a database');
});
