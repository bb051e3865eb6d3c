/**
 * npm run fuzz -- --minutes 10 [--seed 1] [--tree FOLDER]: attacks every port of a server while honest players play.
 */
import { parseArgs } from 'node:util';
import { fuzz } from '../src/fuzz/round.ts';

const USAGE = `npm run fuzz -- [OPTIONS] attacks HTTP, upgrades, sockets and the broker of a server that it starts.

  --minutes N    how long (10)
  --seed S       seed of all attacks (taken from the clock)
  --tree FOLDER  start the server of another checkout instead, to compare`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    tree: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const milliseconds = Number(values.minutes) * 60_000;
if (values.help || !Number.isInteger(seed) || !(milliseconds > 0)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

console.log(`seed ${seed}, ${values.minutes} minutes`);
const { problems, attacks, moves, beads } = await fuzz({
  seed,
  milliseconds,
  ...(values.tree !== undefined && { tree: values.tree }),
});
for (const problem of problems) console.error(problem);
console.log(`${JSON.stringify(attacks)} attacks, ${moves} honest moves, ${beads} beads, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
