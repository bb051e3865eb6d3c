/** The packed packages in the hands of strangers: in each run time, by the bundlers that people use, and read by plain `tsc`. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../tools/packs.ts';
import { CHROMIUM, hasChromium, launch, serveFolder } from './browser.ts';
import { attempt, install, Missing, nodeIn, type Place, run } from './place.ts';

const TYPE_MODULE = '{ "type": "module" }';

/** The client comes with what it needs: no package of the house is looked for anywhere else. */
export async function tryClientAlone({ into, tarballs, url }: Place): Promise<void> {
  const alone = join(into, 'alone');
  const names = await attempt('the client alone', async () => {
    mkdirSync(alone);
    writeFileSync(join(alone, 'package.json'), TYPE_MODULE);
    const all = await install(alone, [tarballs.get('@flower-war/client') ?? '']);
    const installed = all.filter((name) => !/^(@msgpackr-extract|msgpackr-extract|detect-libc|node-gyp)/.test(name));
    const expected = '@colyseus/schema, @flower-war/client, msgpackr';
    if (installed.join(', ') !== expected) throw new Error(`it brought ${installed.join(', ')}`);
    return expected;
  });
  if (names === undefined) return;
  await attempt('the first match of the README', async () => {
    const readme = readFileSync(join(ROOT, 'client-sdk/README.md'), 'utf8');
    const code = /```js\n(.+?)```/s.exec(readme)?.[1]?.replace('http://127.0.0.1:2567', url);
    if (code === undefined) throw new Error('client-sdk/README.md has no program in JavaScript');
    writeFileSync(join(alone, 'first.mjs'), code);
    const words = await run(process.execPath, ['first.mjs'], { cwd: alone });
    const [result] = /result: '(win|draw)'/.exec(words) ?? [];
    if (result === undefined) throw new Error(`it printed no result:\n${words.slice(0, 500)}`);
    return result;
  });
}

/** What uses all three packages: a program, a page, an app, and TypeScript. */
export async function installAll({ app, tarballs }: Place): Promise<string> {
  cpSync(join(import.meta.dirname, 'consumers'), app, { recursive: true });
  writeFileSync(join(app, 'package.json'), TYPE_MODULE);
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  // Node 20 has no WebSocket.
  return (await install(app, [...tarballs.values(), `ws@${own.devDependencies.ws}`])).join(', ');
}

/** A whole match, and the proof of its record, in each run time. */
export async function tryRunTimes(place: Place): Promise<void> {
  const { app: cwd, bin, url } = place;
  const runTimes = [
    { name: 'Node 20', program: nodeIn(place), args: ['oldNode.js'] },
    { name: 'Node 24', program: process.execPath, args: ['program.js'] },
    { name: 'Deno', program: join(bin, 'deno'), args: ['run', '--allow-all', 'program.js'] },
    { name: 'Bun', program: join(bin, 'bun'), args: ['program.js'] },
  ];
  for (const { name, program, args } of runTimes)
    await attempt(`a match in ${name}`, async () => {
      if (!existsSync(program)) throw new Missing('npm has none for this machine');
      const version = (await run(program, ['--version'], { cwd })).split('\n')[0] ?? '';
      if (name.startsWith('Node') && !version.startsWith(`v${name.slice('Node '.length)}.`))
        throw new Error(`it is ${version}`);
      return `${version}: ${(await run(program, [...args, url], { cwd })).trim()}`;
    });
}

export async function tryBundlers({ app, bin, tools, url }: Place): Promise<void> {
  const cwd = { cwd: app, bin, seconds: 180 };
  await attempt('a page by Vite', async () => {
    await run('vite', ['build', '--outDir', 'vite', '--logLevel', 'warn'], cwd);
    return played(join(app, 'vite'), url);
  });
  await attempt('one file for Node by esbuild', async () => {
    await run('esbuild', ['program.js', '--bundle', '--platform=node', '--format=esm', '--outfile=one.mjs'], cwd);
    return (await run(process.execPath, ['one.mjs', url], { cwd: app })).trim();
  });
  await attempt('an app by Metro', async () => {
    const config = join(tools, 'metro.config.cjs');
    await run('metro', ['build', 'app.js', '--out', 'metro.js', '--platform', 'android', '--config', config], cwd);
    return (await run(process.execPath, ['runApp.cjs', 'metro.js', url], { cwd: app })).trim();
  });
}

/** Opens the page in a real browser. Its title tells how it ended. */
async function played(folder: string, url: string): Promise<string> {
  if (!hasChromium) throw new Missing(`it was built, but no browser is at ${CHROMIUM} to run it`);
  const pages = await serveFolder(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(`${pages.url}/index.html#${url}`);
    await page.waitForFunction("document.title !== 'playing'", undefined, { timeout: 60_000 });
    const title = await page.title();
    if (!title.endsWith('proved')) throw new Error(title);
    return title;
  } finally {
    await browser.close();
    pages.close();
  }
}

const NODE_NEXT = { module: 'NodeNext', moduleResolution: 'NodeNext' };
const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler' };
const [BARE, DOM] = [{ lib: ['ES2022'] }, { lib: ['ES2022', 'DOM'] }];

/** Zod's own declarations need a global URL, so programs that read its types have the types of a browser or of Node. */
const READINGS: Readonly<Record<string, readonly [options: object, ...files: string[]]>> = {
  'tsc, NodeNext without DOM': [{ ...NODE_NEXT, ...BARE }, 'typed.ts'],
  'tsc, NodeNext with the types of Node': [{ ...NODE_NEXT, ...BARE, types: ['node'] }, 'typedProtocol.ts'],
  'tsc, bundler with DOM': [{ ...BUNDLER, ...DOM }, 'typed.ts', 'typedProtocol.ts'],
};

export async function tryTypes({ app, bin, tools, tarballs }: Place): Promise<void> {
  const typeRoots = [join(tools, 'node_modules/@types')];
  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const usual = { ...strict, target: 'ES2022', types: [], typeRoots, declaration: true, outDir: 'compiled' };
  for (const [name, [options, ...files]] of Object.entries(READINGS))
    await attempt(name, async () => {
      const compilerOptions = { ...usual, skipLibCheck: false, ...options };
      writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      await run('tsc', ['--project', '.'], { cwd: app, bin, seconds: 120 });
      return 'no fault';
    });
  for (const tarball of tarballs.values())
    await attempt(`publint, ${basename(tarball)}`, async () => {
      const words = await run('publint', ['run', tarball, '--strict'], { cwd: app, bin });
      if (!words.includes('All good!')) throw new Error(words);
      return 'all good';
    });
}
