/**
 * npm run fuzz -- --minutes 10 [--seed 1] [--tree FOLDER]: attacks every port of a server while honest players play. With --costs
 * it measures what strangers' dearest inputs cost.
 */
import { parseArgs } from 'node:util';
import { costs, isTooMuch, MOST, tableOf } from '../src/fuzz/costs.ts';
import { fuzz, KINDS } from '../src/fuzz/round.ts';

const USAGE = `npm run fuzz -- [OPTIONS] attacks HTTP, upgrades, sockets and the broker of a server that it starts.

  --minutes N    how long (10)
  --seed S       seed of all attacks (taken from the clock)
  --only WORDS   only these kinds, with commas between them (${KINDS.join(',')})
  --tree FOLDER  start the server of another checkout instead, to compare
  --costs        measure instead what the dearest inputs of strangers cost: some ten minutes, without a seed.
                 Fails if one costs more than ${MOST.milliseconds} ms of processor time, or keeps more than ${MOST.bytes / 1024} KB.
                 With --only: the rows that have these words, like "broker CONNECT"`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    only: { type: 'string' },
    tree: { type: 'string' },
    costs: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const milliseconds = Number(values.minutes) * 60_000;
const kinds = values.costs ? KINDS : (values.only?.split(',') ?? KINDS);
const isUnknown = kinds.some((kind) => !KINDS.includes(kind));
if (values.help || !Number.isInteger(seed) || !(milliseconds > 0) || isUnknown) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const where = { ...(values.tree !== undefined && { tree: values.tree }) };
process.exit(await (values.costs ? measure(values.only ?? '') : attack()));

async function measure(words: string): Promise<number> {
  const all = await costs(where, words);
  for (const line of tableOf(all)) console.log(line);
  const dear = all.filter(isTooMuch).length;
  console.log(`${all.length} inputs, ${dear} above ${MOST.milliseconds} ms or ${MOST.bytes / 1024} KB`);
  return dear > 0 || all.length === 0 ? 1 : 0;
}

async function attack(): Promise<number> {
  console.log(`seed ${seed}, ${values.minutes} minutes`);
  const { problems, attacks, moves, beads } = await fuzz({ seed, milliseconds, kinds, ...where });
  for (const problem of problems) console.error(problem);
  console.log(`${JSON.stringify(attacks)} attacks, ${moves} honest moves, ${beads} beads, ${problems.length} problems`);
  return problems.length > 0 ? 1 : 0;
}
