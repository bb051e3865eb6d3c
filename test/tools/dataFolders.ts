/**
 * node test/tools/dataFolders.ts --checkout FOLDER --version NAME [--seed N]: makes test/fixtures/NAME with the server
 * of that checkout.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { makeKilled, makeStopped } from '../src/data/make.ts';

const { values } = commandLine({
  name: 'test:folders',
  does: 'makes test/fixtures/NAME with the server of another checkout',
  flags: {
    checkout: { kind: 'text', of: 'FOLDER', isNeeded: true, tells: 'the checkout, like ../old' },
    version: { kind: 'text', of: 'NAME', isNeeded: true, tells: 'its name, like 90c90f0' },
    seed: { kind: 'whole', usual: 1, least: 0, tells: 'seed of all chance' },
  },
});
const { checkout, version } = values;
const into = new URL(`../fixtures/${version}/`, import.meta.url).pathname;
const making = { checkout, version, seed: values.seed };
console.log(`seed ${making.seed}`);
await makeStopped({ ...making, into: `${into}stopped` });
await makeKilled({ ...making, into: `${into}killed` });
console.log(`made ${into}`);
process.exit(0);
