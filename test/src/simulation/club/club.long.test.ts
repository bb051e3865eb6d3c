/** A small club over two days: each fault of faults/club.txt is found in it. `npm run do -- simulate-house --club` looks for unknown ones. */
import { expect, test } from 'vitest';
import { plantedFaults } from '../../faults/planted.ts';
import { simulate } from '../simulate.ts';

const SEED = Number(process.env.SEED ?? 20261128);
/** Not every club comes where a fault shows: a smaller one seldom has players who could meet twice. */
const SEEDS = [SEED, SEED + 1, SEED + 2];
/** Long enough for one tournament of each kind. */
const wanted = { people: 24, minutes: 2 * 24 * 60, strikes: [], mostFindings: 1 };
const faults = plantedFaults().faults.filter(({ list }) => list === 'club');

/** What each breaks of what must hold. */
const BROKEN: Readonly<Record<string, string>> = {
  'a notice is delivered, and not noted': 'once',
  'what a tournament tells is not written': 'once',
  'two who have met are paired again': 'paired',
  'a tournament knows no blocks': 'apart',
  'a final is played in spite of a block': 'apart',
  'a tie-break counts those who were ahead': 'counted',
  'a Swiss tournament ends a round early': 'counted',
};

test.each(faults)(`found: $name (SEED=${SEED})`, async (fault) => {
  expect(await found(fault)).toMatch(` ${BROKEN[fault.name]}: `);
});

async function found(fault: (typeof faults)[number]): Promise<string> {
  for (const seed of SEEDS) {
    const { findings } = await simulate({ ...wanted, seed, plants: [fault] });
    if (findings[0] !== undefined) return findings[0];
  }
  return 'nothing';
}
