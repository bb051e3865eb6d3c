/**
 * npm run bench:takeover [-- --kills 6 --restarts 2 --tables 12 --way door]: how long matches stand still when a process of several is
 * killed, and during a rolling restart.
 */
import { commandLine } from '@flower-war/protocol/command-line';
import { measureTakeover, secondsOf, WAYS } from '../../src/bench/takeover.ts';
import { noCluster } from '../../src/lab/cluster.ts';
import { at } from '../../src/lab/chaos.ts';

const { values } = commandLine({
  name: 'bench:takeover',
  does: 'measures how long matches stand still when a process is killed, and during a rolling restart',
  flags: {
    kills: { kind: 'whole', usual: 6, tells: 'how often a process is killed' },
    restarts: { kind: 'whole', usual: 2, tells: 'how often all processes are started anew, one after the other' },
    way: { kind: 'text', usual: 'door', among: WAYS, tells: 'the front door of npm start, or nginx before processes' },
    tables: { kind: 'whole', usual: 12, least: 1, tells: 'matches at a time' },
  },
});
if (noCluster !== undefined) {
  console.error(noCluster);
  process.exit(2);
}

const { killed, restarted } = await measureTakeover({ ...values, log: console.log });
for (const [name, all] of [
  ['kill -9', killed],
  ['rolling restart', restarted],
] as const) {
  const sorted = all.toSorted((a, b) => a - b);
  const [median, tenth, worst] = [0.5, 0.9, 1].map((share) => secondsOf(at(sorted, share)));
  console.log(`${name}, ${sorted.length} standstills: median ${median}, p90 ${tenth}, longest ${worst}`);
}
