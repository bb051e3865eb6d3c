/**
 * npm run bench:server [-- --rounds 3]: what a move costs, compared with a bare Colyseus room that does the same work.
 */
import { parseArgs } from 'node:util';
import { type Figures, KINDS, type Kind, measure } from '../../src/bench/load.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '4' } },
});
const rounds = Number(values.rounds);
const milliseconds = Number(values.seconds) * 1000;
if (!(rounds >= 1 && milliseconds >= 100)) {
  console.error('--rounds and --seconds must be numbers: npm run bench:server -- --rounds 3 --seconds 4');
  process.exit(2);
}

const busy = new Map<Kind, Figures[]>();
const alone = new Map<Kind, Figures[]>();
for (let round = 0; round < rounds; round++)
  for (const kind of KINDS) {
    note(busy, kind, await measure(kind, { matches: 50, milliseconds }));
    note(alone, kind, await measure(kind, { matches: 1, milliseconds }));
  }

const columns = [
  'moves per server CPU s',
  'x bare',
  'one match p50 ms',
  'x bare',
  'p99 ms',
  'x bare',
  'bytes down',
  'bytes up',
];
console.log(`medians of ${rounds} rounds of ${milliseconds / 1000} s; 50 matches, then one alone`);
print(['', ...columns]);
for (const kind of KINDS) {
  const cpu = ratio(busy, kind, ({ movesPerCpuSecond }) => movesPerCpuSecond);
  const p50 = ratio(alone, kind, (figures) => figures.p50);
  const p99 = ratio(alone, kind, (figures) => figures.p99);
  const down = median(alone.get(kind) ?? [], ({ bytesDown }) => bytesDown);
  const up = median(alone.get(kind) ?? [], ({ bytesUp }) => bytesUp);
  const cells = [
    cpu[0].toFixed(0),
    cpu[1],
    p50[0].toFixed(3),
    p50[1],
    p99[0].toFixed(3),
    p99[1],
    down.toFixed(1),
    up.toFixed(1),
  ];
  print([kind, ...cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell))]);
}

function note(all: Map<Kind, Figures[]>, kind: Kind, figures: Figures): void {
  all.set(kind, [...(all.get(kind) ?? []), figures]);
}

function ratio(all: ReadonlyMap<Kind, Figures[]>, kind: Kind, pick: (figures: Figures) => number): [number, number] {
  const own = median(all.get(kind) ?? [], pick);
  return [own, own / median(all.get('bare') ?? [], pick)];
}

function median(figures: readonly Figures[], pick: (figures: Figures) => number): number {
  const sorted = figures.map(pick).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function print(cells: readonly string[]): void {
  console.log(
    cells.map((cell, i) => (i === 0 ? cell.padEnd(14) : cell.padStart((columns[i - 1] ?? '').length + 2))).join(''),
  );
}
