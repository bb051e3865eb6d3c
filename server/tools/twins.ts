/**
 * npm run test:twins -- --count 1000 [--seed 1]: schedules in which several processes claim one match at the same moment, with
 * appends that are held up, lost or late. Needs PostgreSQL, which it starts itself.
 */
import { parseArgs } from 'node:util';
import { TwinHouse } from '../src/matches/twins/twinHouse.fixture.ts';
import { noPostgres } from '../src/store/engine/postgres/postgres.fixture.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' }, seed: { type: 'string' } } });
const count = Number(values.count);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(Number.isInteger(count) && count >= 1 && Number.isInteger(seed))) {
  console.error('--count and --seed must be whole numbers: npm run test:twins -- --count 1000 --seed 1');
  process.exit(2);
}
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
