/** npm run bench:beads [-- --rounds 3 --beads 100]: how long a bead takes from the device to its ledger. */
import { parseArgs } from 'node:util';
import { type BeadFigures, measureBeads } from '../../src/bench/beads.ts';

/** At most so many times one message there and back plus one disk sync. */
const MOST = 3;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, beads: { type: 'string', default: '100' } },
});
const [rounds, beads] = [Number(values.rounds), Number(values.beads)];
if (!(rounds >= 1 && Number.isInteger(beads) && beads >= 1)) {
  console.error('--rounds and --beads must be numbers: npm run bench:beads -- --rounds 3 --beads 100');
  process.exit(2);
}

const ratios: { held: number; applied: number }[] = [];
for (let round = 1; round <= rounds; round++) {
  const figures = await measureBeads(beads);
  const [roundTrip, sync] = [middle(figures, 'roundTrip'), middle(figures, 'sync')];
  const [held, applied] = [middle(figures, 'held'), middle(figures, 'applied')];
  ratios.push({ held: held / (roundTrip + sync), applied: applied / (roundTrip + sync) });
  console.log(
    `round ${round}: message there and back ${ms(roundTrip)} + sync ${ms(sync)}; bead to ledger ${ms(held)} held, ${ms(applied)} offered`,
  );
}
const [held, applied] = [median(ratios.map((one) => one.held)), median(ratios.map((one) => one.applied))];
console.log(`medians of ${rounds} runs: ${held.toFixed(2)}x held, ${applied.toFixed(2)}x offered (at most ${MOST}x)`);
process.exit(Math.max(held, applied) <= MOST ? 0 : 1);

function middle(figures: BeadFigures, field: keyof BeadFigures): number {
  return median(figures[field]);
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
