/**
 * npm run bench:memory [-- --seconds 60]: what a small machine must have. The memory of all processes while `npm start` builds
 * the page for the first time and afterwards, and what the server writes while nobody plays. Needs Linux.
 */
import { parseArgs } from 'node:util';
import { measureSmall } from '../../src/bench/small.ts';

const MOST_MB = 450;
const MOST_WRITTEN_A_DAY_MB = 50;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const seconds = Number(values.seconds);
if (!(seconds >= 1)) {
  console.error('--seconds must be a number of at least 1: npm run bench:memory -- --seconds 60');
  process.exit(2);
}

const { first, later, writtenADay, page } = await measureSmall(seconds);
console.log(
  `the first start, which compiles the programs and builds the page: ${mb(first)} at most (goal ${MOST_MB} MB)`,
);
console.log(`all processes ${seconds} s later: ${mb(later)}`);
console.log(`written while nobody plays: ${mb(writtenADay)} a day (goal ${MOST_WRITTEN_A_DAY_MB} MB)`);
if (!page) console.error('the page was not there, so this run says nothing about its build');
process.exit(page && first <= MOST_MB && writtenADay <= MOST_WRITTEN_A_DAY_MB ? 0 : 1);

function mb(amount: number): string {
  return `${amount.toFixed(0)} MB`;
}
