/** npm run test:openapi -- [--quick] [--seed 1]: schemathesis attacks a real server by its OpenAPI document. */
import { parseArgs } from 'node:util';
import { attack } from '../src/openapi/attack.ts';

const USAGE = `npm run test:openapi -- [OPTIONS] starts a server, and lets schemathesis call it by its OpenAPI document.

  --quick      fewer cases, as CI runs it
  --seed S     seed of all cases (20261121)
  -- MORE      words for schemathesis, such as --include-operation-id takeSeat`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261121' },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
if (values.help || !Number.isInteger(seed)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
process.exit(await attack({ seed, cases: values.quick ? 5 : 40, more: positionals }));
