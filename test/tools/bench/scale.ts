/**
 * npm run bench:scale [-- --processes 2 --tables 24 --seconds 20 --joins 200]: what moves and joins cost several servers, their
 * PostgreSQL and their Redis.
 */
import { parseArgs } from 'node:util';
import { type Cost, measureScale } from '../../src/bench/scale.ts';
import { noCluster } from '../../src/cluster/cluster.ts';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '2' },
    tables: { type: 'string', default: '24' },
    seconds: { type: 'string', default: '20' },
    joins: { type: 'string', default: '200' },
  },
});
const [processes, tables, seconds, joins] = [values.processes, values.tables, values.seconds, values.joins].map(
  Number,
) as [number, number, number, number];
if (!(processes >= 1 && processes <= 3 && tables >= 1 && seconds >= 1 && joins >= 1)) {
  console.error(
    '--processes (1 to 3), --tables, --seconds and --joins must be numbers: npm run bench:scale -- --tables 24',
  );
  process.exit(2);
}
if (noCluster !== undefined) {
  console.error(noCluster);
  process.exit(2);
}

const { idle, joins: joined, moves } = await measureScale({ processes, tables, seconds, joins });
console.log(`${processes} servers, ${tables} tables, ${seconds} s`);
print(['', 'a second', 'server CPU ms', 'commits', 'Redis commands']);
print(['idle, a second', '', ...each(idle, idle.countedFor)]);
print(['join', rate(joined), ...each(joined, joined.done)]);
print(['move', rate(moves), ...each(moves, moves.done)]);

function rate({ done, seconds: took }: Cost): string {
  return (done / took).toFixed(0);
}

/** Without what the servers do anyway. */
function each(cost: Cost, count: number): readonly string[] {
  const anyway = cost === idle ? 0 : cost.countedFor / idle.countedFor;
  const one = (name: 'cpu' | 'commits' | 'commands') => (cost[name] - anyway * idle[name]) / count;
  return [(one('cpu') * 1000).toFixed(2), one('commits').toFixed(2), one('commands').toFixed(2)];
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(16) : cell.padStart(16))).join(''));
}
