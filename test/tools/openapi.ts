/** npm run test:openapi -- [--quick] [--seed 1]: schemathesis attacks a real server by its OpenAPI document. */
import { commandLine } from '@flower-war/protocol/command-line';
import { attack } from '../src/openapi/attack.ts';

const { values, words: more } = commandLine({
  name: 'test:openapi',
  does: 'starts a server, and lets schemathesis call it by its OpenAPI document',
  flags: {
    quick: { kind: 'switch', tells: 'fewer cases, as CI runs it' },
    seed: { kind: 'whole', usual: 20261121, least: 0, tells: 'seed of all cases' },
  },
  words: { of: '-- MORE...', tells: 'words for schemathesis, such as --include-operation-id takeSeat' },
});
const { seed, quick } = values;
process.exit(await attack({ seed, cases: quick ? 5 : 40, more }));
