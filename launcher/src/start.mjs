/**
 * `npm start`. Node caches the code that it compiles, TypeScript included. A start from the cache needs two thirds of
 * the memory. This file is JavaScript, because the cache must be on before the first TypeScript file is loaded.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const usual = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
process.env.NODE_COMPILE_CACHE ??= usual;
const folder = process.env.NODE_COMPILE_CACHE;
const isKept = enableCompileCache(folder).status !== constants.compileCacheStatus.FAILED;
const done = join(folder, `${process.version}.done`);

if (isKept && !existsSync(done) && !process.argv.includes('--compile')) await compileAlone();
await import('./start.ts');

/** At the first start, a process of its own compiles all programs and ends: the programs never load the compiler. */
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
