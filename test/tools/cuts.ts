/**
 * npm run test:cuts -- --matches 100 --seed 1: matches of all games, in which lines are cut at every step. Each view that
 * a client or a reader of the stream showed must be the one that the record gives.
 */
import { commandLine, SEED } from '@flower-war/protocol/command-line';
import { cutRun } from '../src/cuts/cutRun.ts';
import { testServer } from '../src/support/server.ts';

const { values } = commandLine({
  name: 'test:cuts',
  does: 'cuts lines at every step of matches of all games',
  flags: {
    matches: { kind: 'whole', usual: 100, least: 1, tells: 'how many matches' },
    seed: SEED,
  },
});
const { matches } = values;
const seed = values.seed ?? Date.now() % 1_000_000;

console.log(`seed ${seed}, ${matches} matches`);
const server = await testServer();
const { problems, cuts, ...tally } = await cutRun({ url: server.address, matches, seed });
await server.stop();
console.log(`${matches} matches, ${tally.moves} moves; ${tally.shown} views shown, ${tally.compared} compared`);
console.log(`cuts: ${cuts.now} at once, ${cuts.down} in bytes from the server, ${cuts.up} in bytes to it`);
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'every view was the one of the record' : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
