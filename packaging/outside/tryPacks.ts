/**
 * `npm run test:packs`: packs the packages, installs them outside the workspace, and uses them as strangers do.
 * `--examples` tries the examples alone, and `--keep` leaves the folders.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAll } from '../tools/pack.ts';
import { tryBundlers } from './bundlers.ts';
import { tryExamples } from './examples/index.ts';
import { installAll, installAlone, installTools, type Place, settle } from './place.ts';
import { tryReadme, tryRunTimes } from './runTimes.ts';
import { startServer } from './server.ts';
import { Steps } from './steps.ts';
import { tryLinters, tryTypes } from './types.ts';

const { values } = commandLine({
  name: 'test:packs',
  does: 'packs the packages, installs them outside the workspace, and uses them as strangers do',
  flags: {
    keep: { kind: 'switch', tells: 'leaves the folders' },
    examples: { kind: 'switch', tells: 'tries the examples alone' },
  },
});
const into = mkdtempSync(join(tmpdir(), 'strangers-'));
const steps = new Steps();
const tarballs = await packAll(join(into, 'packed'));
const server = await startServer(join(into, 'data'));
try {
  await tryAll();
} finally {
  await server.stop();
  if (values.keep) console.log(`all of it is in ${into}`);
  else rmSync(into, { recursive: true, force: true });
}
console.log(`packs: ${steps.passed} passed, ${steps.failed} failed, ${steps.skipped} skipped`);
// CI installs what the steps need, so none may be skipped there.
process.exit(steps.failed > 0 || (process.env.CI !== undefined && steps.skipped > 0) ? 1 : 0);

async function tryAll(): Promise<void> {
  const place = await settle(into, server.url, tarballs);
  const examples = () => tryExamples(steps, join(into, 'examples'), place);
  if (!values.examples && !(await tryInstalled(place))) return;
  if (!(await steps.try('the tools of strangers', () => installTools(place)))) return;
  if (values.examples) return examples();
  await tryRunTimes(steps, place);
  // Compilers keep one core busy. In matches two programs wait for each other, so they share the other core.
  await Promise.all([examples(), tryPackages(place)]);
}

async function tryInstalled(place: Place): Promise<boolean> {
  if (await steps.try('the client alone', () => installAlone(place))) await tryReadme(steps, place);
  return steps.try('all three packages', () => installAll(place));
}

async function tryPackages(place: Place): Promise<void> {
  await tryBundlers(steps, place);
  await tryTypes(steps, place);
  await tryLinters(steps, place);
}
