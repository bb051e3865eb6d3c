/** `npm run combos`: every set of one, two and three calendar discs, each played to the end by random bots. */
import { commandLine } from '@flower-war/protocol/command-line';
import { allSets, playSet } from './discSets.ts';

const { values } = commandLine({
  name: 'combos',
  does: 'plays every set of one, two and three calendar discs to the end with random bots',
  flags: {
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    times: { kind: 'whole', usual: 1, least: 1, tells: 'how often each set is played' },
  },
});
const { seed: firstSeed, times } = values;

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
