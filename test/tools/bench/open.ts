/** npm run bench:open [-- --rounds 3 --matches 1000]: how soon all players can play again after kill -9. */
import { commandLine } from '@flower-war/protocol/command-line';
import { type Batch, measureOpening, type OpenFigures } from '../../src/bench/open.ts';

const MOST_SECONDS = 5;
const LONG: Batch = { matches: 20, entries: 300 };

const { values } = commandLine({
  name: 'bench:open',
  does: 'measures how soon all players can play again after kill -9',
  flags: {
    rounds: { kind: 'whole', usual: 3, least: 1, tells: 'how often' },
    matches: { kind: 'whole', usual: 1000, least: 1, tells: 'how many matches' },
  },
});
const { rounds, matches } = values;

const many = await measure(`${matches} matches of 50 entries`, [{ matches, entries: 50 }]);
await measure(`${LONG.matches} matches of ${LONG.entries} entries`, [LONG]);
process.exit(many <= MOST_SECONDS ? 0 : 1);

/** Prints medians of the seconds since the process started. Returns the one that decides the exit code. */
async function measure(name: string, batches: readonly Batch[]): Promise<number> {
  const figures = await measureOpening(batches, rounds);
  const fields = ['inside', 'ready', 'opened', 'allBack', 'cpu'] as const;
  const [inside, ready, opened, allBack, cpu] = fields.map((field) => median(figures, field));
  console.log(`${name}: all opened after ${inside} s from the start of the server`);
  console.log(
    `  with people: ready after ${ready} s, one player of each match back after ${opened} s (${cpu} s of processor time), all players after ${allBack} s`,
  );
  return Number(inside);
}

function median(figures: readonly OpenFigures[], field: keyof OpenFigures): string {
  const sorted = figures.map((one) => one[field]).toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2);
}
