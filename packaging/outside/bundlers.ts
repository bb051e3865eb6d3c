/** The packages as parts of a page and of an app, by the bundlers that people use. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CHROMIUM, hasChromium, launch } from './browser/index.ts';
import { serveFolder } from './browser/pages.ts';
import type { Place } from './place.ts';
import { run } from './running.ts';
import { Missing, type Steps } from './steps.ts';

const PAGE_WITHIN_MS = 60_000;
const SLOW = 180;

export async function tryBundlers(steps: Steps, place: Place): Promise<void> {
  const { app, bin, tools, url } = place;
  const cwd = { cwd: app, bin, seconds: SLOW };
  await steps.try('a page by Vite', async () => {
    await run('vite', ['build', '--outDir', 'vite', '--logLevel', 'warn'], cwd);
    return `${sizeOf(join(app, 'vite/assets'))}, ${await played(join(app, 'vite'), url)}`;
  });
  await steps.try('a page by esbuild', async () => {
    const options = ['--bundle', '--minify', '--format=esm', '--splitting', '--outdir=esbuild', '--log-level=warning'];
    await run('esbuild', ['page.js', 'index.html', '--loader:.html=copy', ...options], cwd);
    return `${sizeOf(join(app, 'esbuild'))}, ${await played(join(app, 'esbuild'), url)}`;
  });
  await steps.try('one file for Node by esbuild', async () => {
    await run('esbuild', ['program.js', '--bundle', '--platform=node', '--format=esm', '--outfile=one.mjs'], cwd);
    return (await run(process.execPath, ['one.mjs', url], { cwd: app })).trim();
  });
  await steps.try('an app by Metro', async () => {
    const config = join(tools, 'metro.config.cjs');
    await run('metro', ['build', 'app.js', '--out', 'metro.js', '--platform', 'android', '--config', config], cwd);
    return (await run(process.execPath, ['runApp.cjs', 'metro.js', url], { cwd: app })).trim();
  });
}

/** What a page loads before it plays. The older rules come later, and only if a record needs them. */
function sizeOf(folder: string): string {
  const first = readdirSync(folder).filter((file) => /^(index|page).*\.js$/.test(file));
  const bytes = first.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  return `${bytes} bytes compressed`;
}

/** Opens the page in a real browser. Its title tells how it ended. */
async function played(folder: string, url: string): Promise<string> {
  if (!hasChromium) throw new Missing(`it was built, but no browser is at ${CHROMIUM} to run it`);
  const pages = await serveFolder(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${pages.url}/index.html#${url}`);
    await page.waitForFunction("document.title !== 'playing'", undefined, { timeout: PAGE_WITHIN_MS });
    const title = await page.title();
    if (!title.endsWith('proved')) throw new Error(title);
    return title;
  } finally {
    await browser.close();
    pages.close();
  }
}
