/**
 * `npm run test:packs`: packs the packages, installs them outside the workspace, and uses them as strangers do.
 * `--examples` tries the examples alone, and `--keep` leaves the folders.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from '../tools/pack.ts';
import { ROOT } from '../tools/packs.ts';
import { tryExamples } from './examples.ts';
import { installAll, tryBundlers, tryClientAlone, tryRunTimes, tryTypes } from './packages.ts';
import { attempt, counts, install, type Place } from './place.ts';

const { values } = commandLine({
  name: 'test:packs',
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
  if (values.examples) await tryOnlyExamples(place);
  else await tryAll(place);
} finally {
  await server.stop();
  if (values.keep) console.log(`all of it is in ${into}`);
  else rmSync(into, { recursive: true, force: true });
}
console.log(`packs: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
// CI installs what the steps need, so none may be skipped there.
process.exit(counts.failed > 0 || (process.env.CI !== undefined && counts.skipped > 0) ? 1 : 0);

/** Installs wait for the network, and compilers keep one core busy, so two parts run beside each other. */
async function tryAll(place: Place): Promise<void> {
  const tools = installTools(place);
  await tryClientAlone(place);
  const all = await attempt('all three packages', () => installAll(place));
  if (all === undefined || !(await tools)) return;
  await Promise.all([tryExamples(place), tryPackages(place)]);
}

async function tryOnlyExamples(place: Place): Promise<void> {
  if (await installTools(place)) await tryExamples(place);
}

async function tryPackages(place: Place): Promise<void> {
  await tryRunTimes(place);
  await tryBundlers(place);
  await tryTypes(place);
}

async function installTools({ tools }: Place): Promise<boolean> {
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
