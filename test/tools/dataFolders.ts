/**
 * node test/tools/dataFolders.ts --checkout FOLDER --version NAME [--seed N]: makes test/fixtures/NAME with the server
 * of that checkout.
 */
import { parseArgs } from 'node:util';
import { makeKilled, makeStopped } from '../src/data/folders/make.ts';

const { values } = parseArgs({
  options: {
    checkout: { type: 'string' },
    version: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const { checkout, version } = values;
if (checkout === undefined || version === undefined) {
  console.error('Name both: node test/tools/dataFolders.ts --checkout ../old --version 90c90f0');
  process.exit(2);
}
const into = new URL(`../fixtures/${version}/`, import.meta.url).pathname;
const making = { checkout, version, seed: Number(values.seed) };
console.log(`seed ${making.seed}`);
await makeStopped({ ...making, into: `${into}stopped` });
await makeKilled({ ...making, into: `${into}killed` });
console.log(`made ${into}`);
process.exit(0);
