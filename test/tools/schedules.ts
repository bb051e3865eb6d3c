/**
 * npm run test:schedules -- --count 100000 [--seed 1]: random lives of a temple. Checks each invariant at every step.
 */
import { commandLine, SEED } from '@flower-war/protocol/command-line';
import { nothingSeen, runSchedule } from '../src/temples/schedule/schedule.ts';

const { values } = commandLine({
  name: 'test:schedules',
  does: 'lives random lives of a temple, and checks each invariant at every step',
  flags: {
    count: { kind: 'whole', usual: 10000, least: 1, tells: 'how many lives' },
    seed: SEED,
  },
});
const { count } = values;
const seed = values.seed ?? Date.now() % 1_000_000;

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
