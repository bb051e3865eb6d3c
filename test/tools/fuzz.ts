/**
 * npm run do -- fuzz --minutes 10 [--seed 1] [--tree FOLDER]: attacks every port of a server while honest players play. With --costs
 * it measures what strangers' dearest inputs cost.
 */
import { commandLine, refuse, SEED } from '@flower-war/protocol/command-line';
import { costs, isTooMuch, lineOf, MOST } from '../src/fuzz/costs.ts';
import { fuzz, KINDS } from '../src/fuzz/round.ts';

const { values } = commandLine({
  name: 'do -- fuzz',
  does: 'attacks HTTP, upgrades, sockets and the broker of a server that it starts',
  flags: {
    minutes: { kind: 'number', usual: 10, least: 0.01, tells: 'how long' },
    seed: SEED,
    only: { kind: 'text', of: 'KINDS', tells: `attacks by these alone, with commas between them: ${KINDS.join(',')}` },
    tree: { kind: 'text', of: 'FOLDER', tells: 'starts the server of another checkout instead, to compare' },
    costs: { kind: 'switch', tells: 'measures instead what the dearest inputs of strangers cost: some ten minutes' },
  },
  more: `--costs fails if an input costs more than ${MOST.milliseconds} ms of processor time, or keeps more than ${MOST.bytes / 1024} KB. With --only it
measures the rows that have these words, like "broker CONNECT".`,
});
const milliseconds = values.minutes * 60_000;
const seed = values.seed ?? Date.now() % 1_000_000;
const kinds = values.costs ? KINDS : (values.only?.split(',') ?? KINDS);
const unknown = kinds.find((kind) => !KINDS.includes(kind));
if (unknown !== undefined)
  refuse(`npm run do -- fuzz knows no kind ${JSON.stringify(unknown)}. It knows ${KINDS.join(', ')}.`);
const { tree } = values;
/** How many of the dearest inputs are shown. */
const SHOWN = 100;
process.exit(await (values.costs ? measure(values.only ?? '') : attack()));

async function measure(words: string): Promise<number> {
  const all = await costs(tree, words);
  const dear = all.filter(isTooMuch).length;
  for (const [nth, cost] of all.entries()) if (nth < SHOWN || isTooMuch(cost)) console.log(lineOf(cost));
  console.log(`${all.length} inputs, ${dear} above ${MOST.milliseconds} ms or ${MOST.bytes / 1024} KB`);
  return dear > 0 || all.length === 0 ? 1 : 0;
}

async function attack(): Promise<number> {
  console.log(`seed ${seed}, ${values.minutes} minutes`);
  const { problems, attacks, moves, beads } = await fuzz({ seed, milliseconds, kinds, tree });
  for (const problem of problems) console.error(problem);
  console.log(`${JSON.stringify(attacks)} attacks, ${moves} honest moves, ${beads} beads, ${problems.length} problems`);
  return problems.length > 0 ? 1 : 0;
}
