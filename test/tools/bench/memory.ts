/**
 * npm run do -- bench-memory [-- --seconds 60]: what a small machine must have. The memory of all processes while `npm start` builds
 * the page for the first time and afterwards, and what the server writes without a player. Needs Linux.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { measureSmallMachine } from '../../src/bench/npmStart.ts';

const MOST_MB = 450;
const MOST_WRITTEN_A_DAY_MB = 50;

const { values } = commandLine({
  name: 'do -- bench-memory',
  does: 'measures the memory that npm start needs, and what it writes without a player',
  flags: {
    seconds: { kind: 'number', usual: 60, least: 1, tells: 'how long no player is there' },
  },
});
const { seconds } = values;

const { first, later, writtenADay, page } = await measureSmallMachine(seconds);
console.log(
  `the first start, which compiles the programs and builds the page: ${mb(first)} at most (goal ${MOST_MB} MB)`,
);
console.log(`all processes ${seconds} s later: ${mb(later)}`);
console.log(`written without a player: ${mb(writtenADay)} a day (goal ${MOST_WRITTEN_A_DAY_MB} MB)`);
if (!page) console.error('the page was not there, so this run says nothing about its build');
process.exit(page && first <= MOST_MB && writtenADay <= MOST_WRITTEN_A_DAY_MB ? 0 : 1);

function mb(amount: number): string {
  return `${amount.toFixed(0)} MB`;
}
