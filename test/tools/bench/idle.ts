/** npm run bench:idle [-- --rounds 3 --matches 200 --seconds 25]: what a thousand idle matches cost. */
import { parseArgs } from 'node:util';
import { IDLE_KINDS, type IdleFigures, type IdleKind, measureIdle } from '../../src/bench/idle.ts';

/** The largest allowed share of what Colyseus' default room costs. */
const MOST_CPU = 0.1;
const NAMES: Readonly<Record<IdleKind, string>> = {
  default: 'Colyseus, default room',
  bare: 'Colyseus, bare room',
  real: 'this server, Flower War',
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    matches: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '25' },
  },
});
const [rounds, matches, seconds] = [values.rounds, values.matches, values.seconds].map(Number) as [
  number,
  number,
  number,
];
if (!(rounds >= 1 && matches >= 1 && seconds >= 1)) {
  console.error('--rounds, --matches and --seconds must be numbers: npm run bench:idle -- --rounds 3 --matches 200');
  process.exit(2);
}

const figures: Readonly<Record<IdleKind, IdleFigures>>[] = [];
for (let round = 0; round < rounds; round++) figures.push(await measureIdle({ matches, milliseconds: seconds * 1000 }));

console.log(`medians of ${rounds} runs of ${seconds} s with ${matches} matches of two; per 1000 matches`);
print(['', '% of a core', 'x default', 'RSS MB', 'x bare']);
for (const kind of IDLE_KINDS) {
  const [cpu, rss] = [medianOf(kind, 'cpu'), medianOf(kind, 'rss')];
  const [asDefault, asBare] = [cpu / medianOf('default', 'cpu'), rss / medianOf('bare', 'rss')];
  print([NAMES[kind], cpu.toFixed(2), asDefault.toFixed(3), rss.toFixed(0), asBare.toFixed(2)]);
}
process.exit(medianOf('real', 'cpu') <= MOST_CPU * medianOf('default', 'cpu') ? 0 : 1);

function medianOf(kind: IdleKind, field: keyof IdleFigures): number {
  const sorted = figures.map((round) => round[kind][field]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function print([name = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(26) + cells.map((cell) => cell.padStart(13)).join(''));
}
