/**
 * npm run bench:before -- --checkout ../before [--rounds 7] [--in-turn] [--flags-before="…"]: what a move costs with the journal on
 * disk, beside an earlier checkout of this repository. Both are measured at the same moment, because the speed of most machines
 * changes; or in short turns, where they would take the cores from each other. Both run with the flags of Node that `npm start`
 * gives the server here, unless those of the earlier checkout are named.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SETTLED } from '../../src/bench/all/measures.ts';
import { type Loaded, measure, measureInTurns } from '../../src/bench/moves.ts';

/** In each round. */
const TURNS = 10;

const { values } = commandLine({
  name: 'bench:before',
  does: 'measures what a move costs, beside an earlier checkout',
  flags: {
    checkout: { kind: 'text', of: 'FOLDER', isNeeded: true, tells: 'the checkout, in which npm ci has run' },
    rounds: { kind: 'whole', usual: 7, least: 1, tells: 'how often' },
    seconds: { kind: 'number', usual: 4, least: 0.1, tells: 'how long each time' },
    'in-turn': { kind: 'switch', tells: 'in short turns, instead of both at the same moment' },
    'flags-before': { kind: 'text', tells: 'flags of Node for the earlier checkout' },
  },
});
const { rounds } = values;
const milliseconds = values.seconds * 1000;
const before = resolve(process.env.INIT_CWD ?? '.', values.checkout);
for (const needed of ['test/src/bench/child.ts', 'node_modules'])
  if (!existsSync(join(before, needed)))
    refuse(`${join(before, needed)} is not there: name a checkout of this repository in which \`npm ci\` has run.`);

console.log(
  `this checkout in relation to ${values.checkout}, medians of ${rounds} rounds${values['in-turn'] ? ` of ${TURNS} turns` : ''}; below 1 is better`,
);
const pairs: (readonly [ours: Loaded, theirs: Loaded])[] = [];
for (let round = 0; round < rounds; round++) pairs.push(...(await measured()));
for (const matches of ['busy', 'alone'] as const) {
  const cost = ratios((loaded) => 1 / loaded[matches].movesPerCpuSecond);
  const p50 = ratios((loaded) => loaded[matches].p50);
  const name = matches === 'busy' ? '50 matches' : 'one match';
  console.log(`${name}: processor time a move ${told(cost)}; p50 of a move ${told(p50)}`);
}

async function measured(): Promise<readonly (readonly [Loaded, Loaded])[]> {
  const load = { milliseconds, warmUp: SETTLED };
  const earlier = { ...load, checkout: before, flags: values['flags-before']?.split(' ') };
  if (values['in-turn']) return measureInTurns('ours on disk', earlier, TURNS);
  const [ours, theirs] = [measure('ours on disk', load), measure('ours on disk', earlier)];
  return [await Promise.all([ours, theirs])];
}

function ratios(pick: (loaded: Loaded) => number): readonly number[] {
  return pairs.map(([ours, theirs]) => pick(ours) / pick(theirs)).toSorted((a, b) => a - b);
}

function told(sorted: readonly number[]): string {
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  return `${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
