/** The two ways of the README to build and serve the pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@flower-war/protocol/hosting';
import { serveFolder } from '../browser/pages.ts';
import { run } from '../running.ts';
import { command, doAsTold, EXAMPLES, type Examples } from './folder.ts';

export interface Built {
  readonly shown: string;
  readonly url: string;
  close(): Promise<void>;
}

const BEGINS_WITHIN_MS = 15_000;

/** esbuild bundles the app alone: the other pages find in their import map what npm has installed. */
export async function buildByEsbuild({ web }: Examples): Promise<Built> {
  await doAsTold(command('npx esbuild main.tsx'), { cwd: web });
  const here = `127.0.0.1:${await freePort()}`;
  const [, ...words] = command('npx esbuild --serve').replace('--serve ', `--serve=${here} `).split(' ');
  const [program = '', ...options] = words;
  const serving = spawn(join(web, 'node_modules/.bin', program), [...options, '--log-level=warning'], {
    cwd: web,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const gone = once(serving, 'exit');
  const close = async () => {
    serving.kill();
    await gone;
  };
  const url = `http://${here}`;
  await answers(url).catch(async (error) => {
    await close();
    throw error;
  });
  return { shown: 'the app is bundled, and all three are served', url, close };
}

async function answers(url: string): Promise<void> {
  for (const end = Date.now() + BEGINS_WITHIN_MS; Date.now() < end; await wait(50))
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
  throw new Error(`esbuild does not serve ${url}`);
}

export async function buildByVite({ web, place }: Examples): Promise<Built> {
  const [, settings] = /```js\n([^`]+)```/.exec(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')) ?? [];
  if (settings === undefined) throw new Error('examples/README.md has no settings for Vite');
  writeFileSync(join(web, 'vite.config.js'), settings);
  const index = join(web, 'index.html');
  const page = readFileSync(index, 'utf8');
  writeFileSync(index, page.replace('./main.js', './main.tsx'));
  await run('vite', ['build', '--outDir', 'vite', '--logLevel', 'warn'], { cwd: web, bin: place.bin });
  const pages = await serveFolder(join(web, 'vite'));
  return { shown: 'all three are built', url: pages.url, close: async () => pages.close() };
}
