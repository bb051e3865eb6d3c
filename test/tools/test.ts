/** `npm test -- [SUITE] [PART OF A PATH…]`: runs tests. What is not the name of a suite goes to vitest. */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../src/support/program.ts';

const USUAL = ['run', '--project', 'tests', '--project', 'pure'];

/** Servers and browsers wait most of the time, and still need two cores. What takes long computes, so that more at once is no quicker. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  long: ['run', '--project', 'long', '--maxWorkers=3'],
  cluster: ['run', '--project', 'cluster', '--maxWorkers=2'],
  web: ['run', '--project', 'web', '--maxWorkers=2'],
  a11y: ['run', '--project', 'a11y', '--maxWorkers=2'],
  watch: ['--project', 'tests', '--project', 'pure'],
};

const [first = '', ...rest] = process.argv.slice(2);
const suite = Object.hasOwn(SUITES, first) ? SUITES[first] : undefined;
const words = suite === undefined ? [...USUAL, ...process.argv.slice(2)] : [...suite, ...rest];
const env = { ...process.env, SUITE: suite === undefined ? 'test' : first };
const { status } = spawnSync('node_modules/.bin/vitest', words, { cwd: ROOT, env, stdio: 'inherit' });
process.exit(status ?? 1);
