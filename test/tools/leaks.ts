/** npm run test:leaks -- --seeds 100 [--first 1]: twin matches over real sockets, more of them than the tests play. */
import { parseArgs } from 'node:util';
import { LeakFound, nothingSeen, playPair } from '../src/wire/pair.ts';
import { plansFrom } from '../src/wire/plan.ts';
import { Stage } from '../src/wire/stage.ts';
import { EDITIONS } from '../src/wire/twins.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '100' }, first: { type: 'string' } } });
const count = Number(values.seeds);
const seed = Number(values.first ?? Date.now() % 1_000_000);
if (!(Number.isInteger(count) && count >= 1 && Number.isInteger(seed))) {
  console.error('--seeds and --first must be whole numbers: npm run test:leaks -- --seeds 100 --first 1');
  process.exit(2);
}

console.log(`${count} pairs of each game, from seed ${seed} on`);
const stage = await Stage.open();
let leaks = 0;
for (const edition of EDITIONS) {
  const seen = nothingSeen();
  for (const plan of plansFrom(edition, { seed, count }))
    await playPair(stage, plan, seen).catch((error: unknown) => {
      if (!(error instanceof LeakFound)) throw error;
      leaks++;
      console.error(error.message);
    });
  console.log(edition.preset, JSON.stringify(seen));
}
await stage.stop();
process.exit(leaks > 0 ? 1 : 0);
