/** npm run test:temples [-- --seed 1] [--cell 17] [--parallel 4] [--like device,network]: the fault matrix of temples. */
import { parseArgs } from 'node:util';
import { runCell } from '../src/temples/matrix/cell.ts';
import { cellsOf, wordsOf } from '../src/temples/matrix/cells.ts';
import { lineOf, Totals } from '../src/temples/matrix/totals.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** One of them, or several with commas between. */
    cell: { type: 'string' },
    parallel: { type: 'string', default: '4' },
    /** Cells whose names hold these words. */
    like: { type: 'string' },
    long: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const cells = cellsOf(seed).map((cell, number) => ({ cell, number }));
const wanted = cells.filter(({ cell, number }) => isWanted(cell, number));
const totals = new Totals();
const began = Date.now();

console.log(`seed ${seed}: ${wanted.length} of ${cells.length} cells`);
const queue = wanted.values();
await Promise.all(Array.from({ length: Number(values.parallel) }, () => work()));
console.log(totals.words((Date.now() - began) / 1000));
process.exit(totals.failed > 0 ? 1 : 0);

async function work(): Promise<void> {
  for (const { cell, number } of queue) {
    const report = await runCell(cell, seed * 1000 + number);
    totals.add(report);
    console.log(lineOf(number, wordsOf(cell), report));
    for (const problem of report.problems) console.error(`  ${problem}`);
    if (report.problems.length > 0) console.error(`  again: npm run test:temples -- --cell ${number} --seed ${seed}`);
  }
}

function isWanted(cell: Parameters<typeof wordsOf>[0], number: number): boolean {
  const isChosen = values.cell === undefined || values.cell.split(',').includes(String(number));
  return isChosen && (values.like ?? '').split(',').every((word) => wordsOf(cell).includes(word));
}
