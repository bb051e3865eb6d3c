/** `npm run test:packs`: packs the packages, installs them outside the workspace, and uses them as strangers do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packAll } from '../tools/pack.ts';
import { tryBundlers } from './bundlers.ts';
import { installAll, installAlone, installTools, settle } from './place.ts';
import { tryReadme, tryRunTimes } from './runTimes.ts';
import { startServer } from './server.ts';
import { Steps } from './steps.ts';
import { tryLinters, tryTypes } from './types.ts';

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
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
  if (await steps.try('the client alone', () => installAlone(place))) await tryReadme(steps, place);
  if (!(await steps.try('all three packages', () => installAll(place)))) return;
  if (!(await steps.try('the tools of strangers', () => installTools(place)))) return;
  await tryRunTimes(steps, place);
  await tryBundlers(steps, place);
  await tryTypes(steps, place);
  await tryLinters(steps, place);
}
