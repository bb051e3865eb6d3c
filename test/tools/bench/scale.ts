/**
 * npm run bench:scale [-- --processes 2 --tables 24 --seconds 20 --joins 200]: what moves and joins cost several servers, their
 * PostgreSQL and their Redis.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { type Cost, measureScale } from '../../src/bench/scale.ts';
import { noCluster } from '../../src/lab/cluster.ts';

const { values } = commandLine({
  name: 'bench:scale',
  does: 'measures what moves and joins cost several servers, their PostgreSQL and their Redis',
  flags: {
    processes: { kind: 'whole', usual: 2, least: 1, most: 3, tells: 'servers' },
    tables: { kind: 'whole', usual: 24, least: 1, tells: 'matches at a time' },
    seconds: { kind: 'number', usual: 20, least: 1, tells: 'how long' },
    joins: { kind: 'whole', usual: 200, least: 1, tells: 'how many joins' },
  },
});
const { processes, tables, seconds, joins } = values;
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
