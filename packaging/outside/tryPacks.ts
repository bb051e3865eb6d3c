/**
 * `npm run do -- try-packs`: packs the packages, installs them outside the workspace, and uses them as strangers do.
 * `--examples` tries the examples alone, and `--keep` leaves the folders.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '@flower-war/protocol/command-line';
import { freePort } from '@flower-war/protocol/hosting';
import { packAll } from '../tools/packing.ts';
import { ROOT } from '../tools/packs.ts';
import { CHROMIUM, hasChromium, launch, serveFolder } from './browser.ts';
import { tryExamples } from './examples.ts';
import { attempt, counts, install, Missing, nodeIn, type OutsideFolders, run } from './place.ts';

// The packed packages in the hands of strangers: in each run time, by the bundlers that people use, and read by plain `tsc`.

const TYPE_MODULE = '{ "type": "module" }';

/** The client comes with what it needs: no package of the house is looked for anywhere else. */
async function tryClientAlone({ into, tarballs, url }: OutsideFolders): Promise<void> {
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

/** Everything of a release, in a registry that is made for it; and the program, as a host installs it from there. */
async function tryRelease({ into, bin }: OutsideFolders): Promise<void> {
  const [port, host, config] = [await freePort(), join(into, 'host'), join(into, 'registry.yaml')];
  const url = `http://127.0.0.1:${port}/`;
  writeFileSync(
    config,
    `storage: ${join(into, 'registry')}\npackages: { '**': { access: $all, publish: $anonymous } }\nlog: { type: stdout, level: warn }\n`,
  );
  const registry = spawn(join(bin, 'verdaccio'), ['--config', config, '--listen', url], { stdio: 'ignore' });
  try {
    await attempt('a release, and an install from its registry', async () => {
      const publisher = join(into, 'publisher'); // npm looks there for who it is
      mkdirSync(publisher);
      writeFileSync(join(publisher, 'package.json'), TYPE_MODULE);
      writeFileSync(join(publisher, '.npmrc'), `//127.0.0.1:${port}/:_authToken=anybody\n`);
      while (
        !(await fetch(`${url}-/ping`).then(
          ({ ok }) => ok,
          () => false,
        ))
      )
        await pause(100);
      const release = ['--out', join(into, 'release'), '--registry', url];
      await run(process.execPath, [join(ROOT, 'packaging/tools/release.ts'), ...release], {
        cwd: publisher,
        seconds: 240,
      });
      mkdirSync(host);
      writeFileSync(join(host, 'package.json'), TYPE_MODULE);
      await run('npm', ['install', 'flower-war', '--registry', url], { cwd: host });
      const listed = await run(process.execPath, ['node_modules/.bin/flower-war'], { cwd: host });
      if (!/^ {2}start /m.test(listed)) throw new Error(`it lists no start:\n${listed}`);
      return `${readFileSync(join(into, 'release/SHA256SUMS'), 'utf8').trim().split('\n').length} files`;
    });
  } finally {
    registry.kill();
  }
}

/** What uses all three packages: a program, a page, an app, and TypeScript. */
async function installAll({ app, tarballs }: OutsideFolders): Promise<string> {
  cpSync(join(import.meta.dirname, 'consumers'), app, { recursive: true });
  writeFileSync(join(app, 'package.json'), TYPE_MODULE);
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  // Node 20 has no WebSocket.
  return (await install(app, [...tarballs.values(), `ws@${own.devDependencies.ws}`])).join(', ');
}

/** A whole match, and the proof of its record, in each run time. */
async function tryRunTimes(place: OutsideFolders): Promise<void> {
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

async function tryBundlers({ app, bin, tools, url }: OutsideFolders): Promise<void> {
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

async function tryTypes({ app, bin, tools, tarballs }: OutsideFolders): Promise<void> {
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

const { values } = commandLine({
  name: 'do -- try-packs',
  does: 'packs the packages, installs them outside the workspace, and uses them as strangers do',
  flags: {
    keep: { kind: 'switch', tells: 'leaves the folders' },
    examples: { kind: 'switch', tells: 'tries the examples alone' },
  },
});

const into = mkdtempSync(join(tmpdir(), 'strangers-'));
const tarballs = await packAll(join(into, 'packed'));
const server = await startServer(join(into, 'data'));
const tools = join(into, 'tools');
const place = { into, app: join(into, 'app'), tools, bin: join(tools, 'node_modules/.bin'), url: server.url, tarballs };

try {
  if (!values.examples) await tryAll(place);
  else if (await installTools(place)) await tryExamples(place);
} finally {
  await server.stop();
  if (values.keep) console.log(`all of it is in ${into}`);
  else rmSync(into, { recursive: true, force: true });
}

console.log(`packs: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);

// CI installs what the steps need, so none may be skipped there.
process.exit(counts.failed > 0 || (process.env.CI !== undefined && counts.skipped > 0) ? 1 : 0);

/** Installs wait for the network, and compilers keep one core busy, so two parts run beside each other. */
async function tryAll(place: OutsideFolders): Promise<void> {
  const tools = installTools(place);
  await tryClientAlone(place);
  const all = await attempt('all three packages', () => installAll(place));
  if (all === undefined || !(await tools)) return;
  const packages = async () => {
    await tryRunTimes(place);
    await tryBundlers(place);
    await tryTypes(place);
    await tryRelease(place);
  };
  await Promise.all([tryExamples(place), packages()]);
}

async function installTools({ tools }: OutsideFolders): Promise<boolean> {
  cpSync(join(import.meta.dirname, 'tools'), tools, { recursive: true });
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(tools, 'package.json'), 'utf8'));
  const versions = Object.entries({ ...dependencies, ...optionalDependencies }).map((pair) => pair.join(' '));
  const installed = await attempt('the tools of strangers', async () => {
    await install(tools);
    return versions.join(', ');
  });
  return installed !== undefined;
}

/** A real server of this checkout, on a free port, with a data folder of its own. */
async function startServer(data: string) {
  const env = { ...process.env, PORT: '0', DATA_DIR: data, BOT_DELAY_MS: '0', LIMITS: '0', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ address: url }] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  return {
    url,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
