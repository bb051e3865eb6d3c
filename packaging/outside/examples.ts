/**
 * Each example that uses the client, as a stranger has it: copied out of the workspace, on the packages that npm installs from the
 * files, started as the README of the examples says.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { MatchSummary } from '@flower-war/protocol';
import { freePort } from '@flower-war/protocol/hosting';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../tools/packs.ts';
import { CHROMIUM, hasChromium, launch, openPage, type Pages, playByButtons, serveFolder } from './browser.ts';
import { attempt, installedIn, Missing, nodeIn, type OutsideFolders, QUIETLY, run } from './place.ts';

const EXAMPLES = join(ROOT, 'examples');
const README = readFileSync(join(EXAMPLES, 'README.md'), 'utf8');

export async function tryExamples(place: OutsideFolders): Promise<void> {
  const web = join(place.into, 'examples');
  for (const file of ['bot.ts', 'page.html', 'wall.html']) cpSync(join(EXAMPLES, file), join(web, file));
  cpSync(join(EXAMPLES, 'react'), web, { recursive: true });
  if ((await attempt('the examples on the client', () => installFor(web, place))) === undefined) return;
  await tryBot(web, place);
  await tryPages(web, place);
  await attempt('tsc, bot.ts and react/', () => typed(web, place));
}

/** The command of the README that begins with these words, without its comment. */
function command(words: string): string {
  const [, block = ''] = /```sh\n([^`]+)```/.exec(README) ?? [];
  const line = block.split('\n').find((one) => one.startsWith(words));
  if (line === undefined) throw new Error(`examples/README.md has no command "${words}"`);
  return line.replace(/\s+# .*/, '');
}

/** Runs a command of the README in the folder. `npx` finds what is installed there. */
function doAsTold(words: string, cwd: string): Promise<string> {
  return run('sh', ['-c', words.replace(/^npx /, '')], { cwd, bin: join(cwd, 'node_modules/.bin'), seconds: 240 });
}

const PACKED = '/path/to/flower-war/dist/flower-war-client-*.tgz';

/** Installs what the README says, in the versions that the examples name. */
async function installFor(web: string, { tarballs }: OutsideFolders): Promise<string> {
  await doAsTold(command('echo'), web);
  const told = command('npm install');
  if (!told.includes(PACKED)) throw new Error(`examples/README.md does not install ${PACKED}`);
  const { esbuild = '' } = versionsIn(join(import.meta.dirname, 'tools/package.json'));
  const versions: Versions = { ...versionsIn(join(EXAMPLES, 'package.json')), esbuild };
  const words = told.replace(PACKED, tarballs.get('@flower-war/client') ?? '').split(' ');
  const named = [...words, '@types/react', '@types/react-dom'].map((word) =>
    versions[word] === undefined ? word : `${word}@${versions[word]}`,
  );
  await doAsTold([...named, ...QUIETLY].join(' '), web);
  return `${installedIn(web).length} packages`;
}

type Versions = Readonly<Record<string, string>>;

function versionsIn(file: string): Versions {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...dependencies, ...devDependencies };
}

async function tryBot(web: string, place: OutsideFolders): Promise<void> {
  const { url } = place;
  const cwd = { cwd: web };
  await attempt('bot.ts in Node 24', async () => {
    return ended(url, await doAsTold(command('node bot.ts').replace('http://127.0.0.1:2567', url), web));
  });
  await attempt('bot.ts in a match that it is told', async () => {
    const client = await signedIn(web, url, 'Itzel');
    const { match } = await client.create({ game: 'tieqchieq', options: { turnCap: 20 }, bots: [{ bot: 'random' }] });
    const words = await run(process.execPath, ['bot.ts', url, '--match', match], cwd);
    if (!words.includes(`in the match ${match}, `)) throw new Error(words);
    return ended(url, words);
  });
  await attempt('bot.ts tells that no server is there', async () => {
    const words = await run(process.execPath, ['bot.ts', 'http://127.0.0.1:1'], cwd).catch(String);
    if (!words.includes('does not answer')) throw new Error(words);
    return 'it does';
  });
  await attempt('bot.ts in Node 20', async () => {
    if (!existsSync(nodeIn(place))) throw new Missing('npm has none for this machine');
    await doAsTold(command('npx esbuild bot.ts'), web);
    return ended(url, await run(nodeIn(place), ['--experimental-websocket', 'bot.js', url, 'tieqchieq'], cwd));
  });
}

/** By the client that npm has installed there, not by that of the workspace. */
async function signedIn(web: string, url: string, name: string) {
  const path = join(web, 'node_modules/@flower-war/client/lib/index.js');
  const { FlowerWarClient }: typeof import('@flower-war/client') = await import(pathToFileURL(path).href);
  const client = new FlowerWarClient({ url });
  await client.signIn(name);
  return client;
}

/** The program tells its match by its id, and the server that a player and a bot have played it to its end. */
async function ended(url: string, words: string): Promise<string> {
  const [match] = /\b[0-9A-Z]{8}\b/.exec(words) ?? [];
  if (match === undefined) throw new Error(`it names no match:\n${words.slice(-1000)}`);
  for (let tries = 0; ; tries++, await wait(50)) {
    const summary = (await (await fetch(`${url}/api/matches/${match}`)).json()) as MatchSummary;
    const { game, status, result, seats } = summary;
    const kinds = seats.map(({ kind }) => kind);
    if (status === 'ended' && result && kinds.includes('player') && kinds.includes('bot'))
      return `a match of ${game}, ${result.result}`;
    // The result is shown a moment before the entry that ends the match is written.
    if (tries === 100) throw new Error(`${match} is ${status}, with ${kinds.join(' and ')}`);
  }
}

/** Builds and serves the pages in both ways of the README, and plays on what is served. */
async function tryPages(web: string, place: OutsideFolders): Promise<void> {
  const ways = { esbuild: () => serveByEsbuild(web), Vite: () => buildByVite(web, place) };
  const browser = hasChromium ? await launch() : undefined;
  for (const [name, build] of Object.entries(ways)) {
    const pages = await attempt(`the pages by ${name}`, build);
    if (pages === undefined) continue;
    const tryPage = (file: string, play: (page: Page) => Promise<string>) =>
      attempt(`${file} by ${name}`, () => withPage(browser, `${pages.url}/${file}?server=${place.url}`, play));
    await Promise.all([
      tryPage('page.html', playThroughReload),
      tryPage('index.html', playInReact),
      tryPage('wall.html', (page) => followMatches(page, web, place.url)),
    ]);
    pages.close();
  }
  await browser?.close();
}

/** esbuild bundles the app alone: the other pages find in their import map what npm has installed. */
async function serveByEsbuild(web: string): Promise<Pages> {
  await doAsTold(command('npx esbuild main.tsx'), web);
  const here = `127.0.0.1:${await freePort()}`;
  const [, program = '', ...options] = command('npx esbuild --serve')
    .replace('--serve ', `--serve=${here} `)
    .split(' ');
  const serving = spawn(join(web, 'node_modules/.bin', program), [...options, '--log-level=warning'], {
    cwd: web,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const url = `http://${here}`;
  const isThere = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await soon('esbuild serves the pages', isThere).catch(async (error) => {
    serving.kill();
    await once(serving, 'exit');
    throw error;
  });
  return { url, close: () => void serving.kill() };
}

async function buildByVite(web: string, { bin }: OutsideFolders): Promise<Pages> {
  const [, settings] = /```js\n([^`]+)```/.exec(README) ?? [];
  if (settings === undefined) throw new Error('examples/README.md has no settings for Vite');
  writeFileSync(join(web, 'vite.config.js'), settings);
  const index = join(web, 'index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace('./main.js', './main.tsx'));
  await run('vite', ['build', '--outDir', 'vite', '--logLevel', 'warn'], { cwd: web, bin });
  return serveFolder(join(web, 'vite'));
}

async function withPage(browser: Browser | undefined, url: string, play: (page: Page) => Promise<string>) {
  if (browser === undefined) throw new Missing(`no browser is at ${CHROMIUM}`);
  const { page, problems } = await openPage(browser, url);
  const shown = await play(page);
  await page.close();
  if (problems.length > 0) throw new Error(`the page said: ${problems.join('\n')}`);
  return shown;
}

async function playThroughReload(page: Page): Promise<string> {
  const buttons = { move: '#moves button', over: '#status:has-text("Over")' };
  await playByButtons(page, buttons, 3);
  await page.reload();
  await playByButtons(page, buttons);
  return resultIn(await page.textContent('#status'));
}

async function playInReact(page: Page): Promise<string> {
  await page.click('button[type=submit]');
  await page.click('text=New match against a bot');
  await playByButtons(page, { move: '.move:enabled', over: '#result' });
  const result = resultIn(await page.textContent('#result'));
  await page.click('text=Back to the list');
  await page.waitForSelector('h1:has-text("Matches")');
  return result;
}

function resultIn(text: string | null): string {
  const [, result] = /^Over: \{"result":"(win|draw)"/.exec(text ?? '') ?? [];
  if (result === undefined) throw new Error(`it shows no result, but: ${text}`);
  return `a match, ${result}`;
}

/** The wall shows the public matches that run, follows them, and takes down those that ended. */
async function followMatches(page: Page, web: string, url: string): Promise<string> {
  // No other match of the server has a player of this name.
  const name = 'Itzpapalotl';
  const client = await signedIn(web, url, name);
  const match = { game: 'tieqchieq', options: { startPlayer: 'host' }, bots: [{ bot: 'random' }] } as const;
  const begin = async (visibility: 'public' | 'private') =>
    client.join(await client.create({ ...match, table: { visibility } }));
  const [hidden, one, other] = [await begin('private'), await begin('public'), await begin('public')];
  const tiles = page.locator(`article p:has-text("${name}")`);
  const heads = async () => (await tiles.allTextContents()).join('; ');
  await soon('the wall shows both public matches', async () => (await tiles.count()) === 2);
  const before = await heads();
  await one.until(({ legal }) => legal.length > 0);
  await one.play(one.legal[0] ?? '');
  await soon('the wall follows a move', async () => (await heads()) !== before);
  await one.resign();
  await soon('the wall takes down the match that ended', async () => (await tiles.count()) === 1);
  for (const live of [hidden, one, other]) {
    if (!live.isOver) await live.resign();
    live.close();
  }
  return 'two matches, of which one ended';
}

async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 15_000; !(await isSo()); await wait(50))
    if (Date.now() > end) throw new Error(`it is not so within 15 seconds that ${what}`);
}

async function typed(web: string, { tools, bin }: OutsideFolders): Promise<string> {
  const module = { target: 'ES2024', module: 'NodeNext', lib: ['ES2024', 'DOM'], jsx: 'react-jsx' };
  const types = { types: ['node'], typeRoots: [join(tools, 'node_modules/@types')] };
  const strict = { strict: true, noEmit: true, allowImportingTsExtensions: true, exactOptionalPropertyTypes: true };
  const compilerOptions = { ...module, ...types, ...strict, noUncheckedIndexedAccess: true };
  writeFileSync(join(web, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['bot.ts', 'main.tsx'] }));
  await run('tsc', ['--project', '.'], { cwd: web, bin, seconds: 120 });
  return 'no fault';
}
