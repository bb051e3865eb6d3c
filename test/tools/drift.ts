/**
 * npm run test:drift: plants drifts between code and documents in a copy of the tree, one at a time. The tests of the
 * documents must fail each time, and pass without a drift. `-- header` plants only those whose name holds this word.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DRIFTS, type Drift } from '../src/drift/drifts.ts';
import { copyOfTheTree } from '../src/house/copyOfTheTree.ts';

/** The tests that compare documents with code. */
const TESTS = [
  'protocol/tools',
  'protocol/src/http',
  'protocol/src/record/proof',
  'server/tools/pages.test.ts',
  'test/src/vectors',
  'test/src/house/links.test.ts',
];
const TEST_WITHIN_MS = 120_000;

const {
  words: [word = ''],
} = commandLine({
  name: 'test:drift',
  does: 'plants drifts between code and documents, which the tests of the documents must find',
  words: { of: 'WORD', most: 1, tells: 'plants only those whose name holds it' },
});
const drifts = DRIFTS.filter(({ name }) => name.includes(word));
const tree = copyOfTheTree();
const textOf = (file: string) => readFileSync(join(tree, file), 'utf8');
try {
  const stale = drifts.filter(({ file, from }) => !textOf(file).includes(from));
  if (stale.length > 0) throw new Error(`write anew: ${stale.map(({ name, file }) => `${name} (${file})`).join(', ')}`);
  if (!testsPass()) throw new Error('the tests of the documents fail without any drift: mend them first');
  const missed = drifts.filter((drift) => !isFound(drift));
  console.log(`${drifts.length - missed.length} of ${drifts.length} drifts were found`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  rmSync(tree, { recursive: true });
}

function isFound({ name, file, from, to }: Drift): boolean {
  const path = join(tree, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}: write this drift anew`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const isFound = !testsPass();
  writeFileSync(path, text);
  console.log(`${isFound ? 'found ' : 'MISSED'}  ${name} (${file})`);
  return isFound;
}

/** A run that hangs counts as neither: it ends the whole. */
function testsPass(): boolean {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...TESTS];
  const env = { ...process.env, CI: '' };
  const { status, signal } = spawnSync(process.execPath, args, { cwd: tree, env, timeout: TEST_WITHIN_MS });
  if (signal !== null) throw new Error(`the tests of the documents did not end within ${TEST_WITHIN_MS / 1000} s`);
  return status === 0;
}
