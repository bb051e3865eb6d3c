/**
 * npm run test:temples: the fault matrix of temples. Exits with 1 when a bead was lost, doubled or not accounted for.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { type Report, runCell } from '../src/temples/matrix/cell.ts';
import { cellFrom, cellsOf, wordsOf } from '../src/temples/matrix/cells.ts';
import { runLong } from '../src/temples/matrix/long.ts';
import { lineOf, Totals } from '../src/temples/matrix/totals.ts';

const { values } = commandLine({
  name: 'test:temples',
  does: 'lets beads fall through every fault of docs/temple-protocol.md',
  flags: {
    seed: { kind: 'whole', usual: 1, least: 0, tells: 'seed of the pairs and of all chance' },
    cell: { kind: 'wholes', tells: 'only these cells' },
    values: { kind: 'text', of: 'A,B,...', tells: 'one cell: device, network, broker, bridge, authority, adversary' },
    parallel: { kind: 'whole', usual: 4, least: 1, tells: 'cells at a time' },
    short: { kind: 'switch', tells: 'without the two long runs of thousands of beads' },
  },
});

// At the end of this process its exit handlers stop what it started, in the right order.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

interface Job {
  readonly name: string;
  readonly again: string;
  readonly run: () => Promise<Report>;
}

const BEADS = 4000;
const { seed } = values;
const jobs = values.values === undefined ? [...longOnes(), ...cells()] : [cellOf(values.values)];
const totals = new Totals();
const began = Date.now();
console.log(`seed ${seed}: ${jobs.length} to run`);
const queue = jobs.values();
await Promise.all(Array.from({ length: values.parallel }, () => work()));
console.log(totals.words((Date.now() - began) / 1000));
process.exit(totals.failed > 0 ? 1 : 0);

async function work(): Promise<void> {
  for (const { name, again, run } of queue) {
    const report = await run();
    totals.add(report);
    console.log(lineOf(name, report));
    for (const problem of report.problems) console.error(`  ${problem}`);
    if (report.problems.length > 0) console.error(`  again: npm run test:temples -- --seed ${seed} ${again}`);
  }
}

function cells(): readonly Job[] {
  const all = cellsOf(seed).map((cell, number) => {
    const run = () => runCell(cell, seed * 1000 + number);
    return { number, name: `${number} ${wordsOf(cell)}`, again: `--cell ${number}`, run };
  });
  return all.filter(({ number }) => values.cell.length === 0 || values.cell.includes(number));
}

function cellOf(words: string): Job {
  const cell = cellFrom(words.split(','));
  return { name: wordsOf(cell), again: `--values ${words}`, run: () => runCell(cell, seed * 1000) };
}

function longOnes(): readonly Job[] {
  if (values.short || values.cell.length > 0) return [];
  return (['mosquitto', 'aedes'] as const).map((broker) => {
    const run = () => runLong({ broker, beads: BEADS, seed: seed * 1000 });
    return { name: `${BEADS} beads on ${broker}, two bridges, one fault after the other`, again: '', run };
  });
}
