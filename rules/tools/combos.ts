/** `npm run combos`: every set of one, two and three calendar discs, each played to the end by random bots. */
import { commandLine, wholeNumber } from './arguments.ts';
import { allSets, playSet } from './discSets.ts';

const given = commandLine({ seed: { type: 'string', default: '1' }, times: { type: 'string', default: '1' } });
const firstSeed = wholeNumber('seed', given.seed);
const times = Math.max(1, wholeNumber('times', given.times));

const sets = allSets();
let failed = 0;
for (let seed = firstSeed; seed < firstSeed + times; seed++) {
  for (const set of sets) {
    const problems = playSet(set, seed);
    if (problems.length === 0) continue;
    failed++;
    console.error(`discs ${set.join(', ')}, seed ${seed}: ${problems.join('; ')}`);
  }
}
console.log(`${sets.length} sets of discs, ${times} each: ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
