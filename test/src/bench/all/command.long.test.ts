import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../../tools/bench/all.ts', import.meta.url));

function bench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('a quick run of one group measures, judges, and says that it is quick', () => {
  const { status, stdout } = bench('--quick', '--only', 'rules');
  expect(stdout).toContain('A quick run');
  expect(stdout).toMatch(/^list the legal moves and play one.* chessops +\d+ .*(met|MISSED)/m);
  expect(status).toBe(0);
});

test.each([
  [['--only', 'dreams'], 'for --only, not "dreams"'],
  [['--rounds', '0'], 'takes a whole number of at least 1 for --rounds'],
  [['--rounds', 'many'], 'takes a whole number of at least 1 for --rounds'],
  [['--write', '--quick'], '--write needs a whole run'],
  [['--write', '--only', 'rules'], '--write needs a whole run'],
  [['--before', '/nowhere'], '/nowhere/test/src/bench/child.ts is not there'],
])('%j is answered with a word and exit code 2', (args, words) => {
  const { status, stderr } = bench(...args);
  expect(stderr).toContain(words);
  expect(status).toBe(2);
});
