/**
 * npm run do -- twins --count 1000 [--seed 1]: schedules in which several processes claim one match at the same moment, with
 * appends that are held up, lost or late. Needs PostgreSQL, which it starts itself.
 */
import { commandLine, SEED } from '@flower-war/protocol/command-line';
import { TwinHouse } from '../src/matches/twins/twinHouse.fixture.ts';
import { noPostgres } from '../src/store/engine/postgres/postgres.fixture.ts';

const { values } = commandLine({
  name: 'do -- twins',
  does: 'lets several processes claim one match at the same moment, on a PostgreSQL',
  flags: {
    count: { kind: 'whole', usual: 1000, least: 1, tells: 'how many schedules' },
    seed: SEED,
  },
});
const { count } = values;
const seed = values.seed ?? Date.now() % 1_000_000;
if (noPostgres !== undefined) {
  console.error(noPostgres);
  process.exit(2);
}

console.log(`${count} schedules, from seed ${seed} on`);
const house = await TwinHouse.open();
const { problems, ...tally } = await house.run(count, seed);
await house.close();
console.log(JSON.stringify(tally));
for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(`${problems.length} problems`);
process.exit(problems.length > 0 || tally.refused === 0 || tally.elsewhere === 0 ? 1 : 0);
