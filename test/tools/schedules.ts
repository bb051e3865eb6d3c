/**
 * npm run test:schedules -- --count 100000 [--seed 1]: random lives of a temple. Checks each invariant at every step.
 */
import { parseArgs } from 'node:util';
import { nothingSeen, runSchedule } from '../src/temples/schedule/schedule.ts';

const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' }, seed: { type: 'string' } } });
const count = Number(values.count);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(Number.isInteger(count) && count >= 1 && Number.isInteger(seed))) {
  console.error('--count and --seed must be whole numbers: npm run test:schedules -- --count 100000 --seed 1');
  process.exit(2);
}

console.log(`${count} schedules of 120 steps, from seed ${seed} on`);
const seen = nothingSeen();
let violated = 0;
for (let one = seed; one < seed + count; one++) {
  try {
    runSchedule(one, seen);
  } catch (error) {
    violated++;
    if (violated <= 10) console.error((error as Error).message);
  }
}
console.log(JSON.stringify(seen));
console.log(`${violated} violated`);
process.exit(violated > 0 ? 1 : 0);
