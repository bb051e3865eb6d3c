/** `npm run do -- faults`: plants faults in the code, one at a time, and says which simulated world finds it, and how soon. */
import { commandLine, refuse, SEED } from '@flower-war/protocol/command-line';
import { PLANTS } from '../src/simulation/plants.ts';
import { simulate } from '../src/simulation/simulate.ts';

process.noDeprecation = true; // of libraries, which Node tells of only outside of node_modules

const { values } = commandLine({
  name: 'do -- faults',
  does: 'plants faults in the code, one at a time, and says how soon simulate-house finds each (code 1 if it misses one)',
  flags: {
    seed: SEED,
    worlds: { kind: 'whole', usual: 10, least: 1, tells: 'how many worlds of two minutes look for each' },
    only: { kind: 'texts', of: 'FAULT', tells: 'only this one, and others that are named so' },
  },
  more: `The faults: ${Object.keys(PLANTS).join(', ')}.`,
});
const unknown = values.only.find((name) => !Object.hasOwn(PLANTS, name));
if (unknown !== undefined) refuse(`do -- faults knows no fault ${JSON.stringify(unknown)}. --help names them.`);

const MINUTES = 2;
const first = values.seed ?? Date.now() % 1_000_000;
const chosen = Object.entries(PLANTS).filter(([name]) => values.only.length === 0 || values.only.includes(name));
let found = 0;
console.log(`${chosen.length} faults, worlds from seed ${first} on`);
for (const [name, plant] of chosen) {
  const began = process.cpuUsage();
  let finding: string | undefined;
  let seed = first;
  for (; finding === undefined && seed < first + values.worlds; seed++)
    [finding] = (await simulate({ seed, minutes: MINUTES, plants: [plant], mostFindings: 1 })).findings;
  const { user, system } = process.cpuUsage(began);
  const took = `${seed - first} worlds, ${Math.round((user + system) / 1e6)} s of processor time`;
  if (finding !== undefined) found++;
  console.log(
    `${finding === undefined ? 'MISSED' : 'found'}: ${name}: ${took}${finding === undefined ? '' : `: ${finding.slice(0, 200)}`}`,
  );
}
console.log(`${found} of ${chosen.length} found`);
process.exit(found === chosen.length ? 0 : 1);
