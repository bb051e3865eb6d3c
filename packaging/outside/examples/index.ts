/** Each example as a stranger has it: copied out of the workspace, on the packages that npm installs from the files. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../place.ts';
import { run } from '../running.ts';
import type { Steps } from '../steps.ts';
import { tryFaults } from './faults.ts';
import { copyExamples, type Examples, installForExamples } from './folder.ts';
import { tryPages } from './pages.ts';
import { tryBot, tryForeign } from './programs.ts';

export async function tryExamples(steps: Steps, into: string, place: Place): Promise<void> {
  const examples = await steps.got('the examples outside', async () => copyExamples(into, place));
  if (examples === undefined) return;
  await Promise.all([tryForeign(steps, examples), tryOnTheClient(steps, examples)]);
}

async function tryOnTheClient(steps: Steps, examples: Examples): Promise<void> {
  if (!(await steps.try('the examples on the client', () => installForExamples(examples)))) return;
  await tryBot(steps, examples);
  await tryPages(steps, examples);
  await steps.try('tsc, bot.ts and react/', () => typed(examples));
  await tryFaults(steps, examples);
}

async function typed({ web, place }: Examples): Promise<string> {
  const module = { target: 'ES2024', module: 'NodeNext', lib: ['ES2024', 'DOM'], jsx: 'react-jsx' };
  const types = { types: ['node'], typeRoots: [join(place.tools, 'node_modules/@types')] };
  const strict = { strict: true, noEmit: true, allowImportingTsExtensions: true, exactOptionalPropertyTypes: true };
  const files = ['bot.ts', 'main.tsx'];
  const compilerOptions = { ...module, ...types, ...strict, noUncheckedIndexedAccess: true };
  writeFileSync(join(web, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await run('tsc', ['--project', '.'], { cwd: web, bin: place.bin, seconds: 120 });
  return 'no fault';
}
