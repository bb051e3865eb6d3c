/** k6 knows no node_modules: what a load imports becomes one file. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import type { LoadName } from '../load.ts';
import { loadOf } from '../loads.ts';

const SCENARIOS = fileURLToPath(new URL('../scenarios/', import.meta.url));
const GLOBALS = fileURLToPath(new URL('../player/globals.ts', import.meta.url));

/** Returns the path of the file. */
export async function bundle(load: LoadName, folder: string): Promise<string> {
  const outfile = join(folder, `${load}.js`);
  await build({
    entryPoints: [join(SCENARIOS, `${loadOf[load].script ?? load}.ts`)],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['k6', 'k6/*'],
    inject: [GLOBALS],
    logLevel: 'warning',
    outfile,
  });
  await stop(); // the bundler would wait beside the run
  return outfile;
}
