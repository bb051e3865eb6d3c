/** `npm test -- [SUITE] [PART OF A PATH…]`: runs tests. What is not the name of a suite goes to vitest. */
import { refuse, wantsHelp } from '@flower-war/protocol/command-line';
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

const HELP = `npm test -- [SUITE] [PART OF A PATH…] [flags of vitest] runs tests: without a suite those that are quick.

SUITE is one of ${Object.keys(SUITES).join(', ')}; watch runs the quick ones again at each change.
npm test -- long fuzz    runs the long tests whose path has "fuzz" in it

Of vitest:`;

const given = process.argv.slice(2);
const [first = '', ...rest] = given;
const suite = Object.hasOwn(SUITES, first) ? SUITES[first] : undefined;
const words = suite === undefined ? [...USUAL, ...given] : [...suite, ...rest];

if (wantsHelp(given)) console.log(HELP);
process.chdir(ROOT);
process.env['SUITE'] = suite === undefined ? 'test' : first;
process.argv.splice(2, given.length, ...words);
try {
  await import(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).href);
} catch (error) {
  // What vitest says of flags that it cannot use.
  if (!(error instanceof Error) || error.name !== 'CACError') throw error;
  refuse(`npm test cannot do this: ${error.message}. See npm test -- --help.`);
}
