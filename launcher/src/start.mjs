/**
 * `npm start`. Node caches the code that it compiles, TypeScript included. A start from the cache needs two thirds of
 * the memory. This file is JavaScript, because the cache must be on before the first TypeScript file is loaded.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the programs and all that they load lie. */
const ROOMS = [
  'bridge/broker',
  'bridge/src',
  'launcher/src',
  'protocol/src',
  'rules/src',
  'server/src',
  'web/build',
  'words/src',
];

const usual = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
process.env.NODE_COMPILE_CACHE ??= usual;
const folder = process.env.NODE_COMPILE_CACHE;
const isKept = enableCompileCache(folder).status !== constants.compileCacheStatus.FAILED;
const done = join(folder, `${process.version}-${stateOfSources()}.done`);

if (isKept && !existsSync(done) && !process.argv.includes('--compile')) await compileAlone();
await import('./start.ts');

/**
 * Tells this folder and its version: an upgrade replaces files, which changes the times of their folders. The cache has no replaced file,
 * and each program would load the compiler for it. To look at each file would take 10 MB.
 */
function stateOfSources() {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  return `${statSync(root).ino}-${Math.max(...ROOMS.map((room) => newestIn(root + room)))}`;
}

function newestIn(folder) {
  let newest = statSync(folder).mtimeMs;
  for (const name of readdirSync(folder))
    if (!name.includes('.')) newest = Math.max(newest, newestIn(`${folder}/${name}`));
  return newest;
}

/** At the first start with these sources, a process of its own compiles all programs and ends: the programs never load the compiler. */
async function compileAlone() {
  const own = [...process.execArgv, fileURLToPath(import.meta.url), '--compile'];
  const child = spawn(process.execPath, own, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // Process 1 of a container gets signals only with a handler. The child ends when its channel closes.
  const end = () => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, end);
  const [code] = await once(child, 'exit');
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.off(signal, end);
  if (code === 0) writeFileSync(done, '');
}
