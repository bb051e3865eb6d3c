/**
 * npm run bench:all [-- --quick] [--before FOLDER] [--rounds 5] [--only NAME] [--write]: all that is measured, beside other
 * servers in the same run, compared with its goals; and with an earlier checkout.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { GOALS, GROUPS } from '../../src/bench/all/goals.ts';
import { QUICK_WORDS } from '../../src/bench/all/measures.ts';
import {
  FIGURES,
  goalRows,
  loadWords,
  PAGE,
  plainTable,
  type Report,
  refreshedPage,
  reportOf,
  systemRows,
} from '../../src/bench/all/report.ts';
import { collect, stopAll, type TakeTurn, takeTurn, turnsFor } from '../../src/bench/all/rounds.ts';

const { values } = commandLine({
  name: 'bench:all',
  does: 'measures all that counts, beside other servers in the same run',
  flags: {
    quick: { kind: 'switch', tells: 'one short round' },
    before: { kind: 'text', of: 'FOLDER', tells: 'compares with an earlier checkout' },
    rounds: { kind: 'whole', least: 1, tells: 'how often (5, with --quick 1)' },
    only: { kind: 'text', among: GROUPS, tells: 'one group' },
    write: { kind: 'switch', tells: 'writes docs/performance.md' },
  },
});
const size = values.quick ? 'quick' : 'whole';
const rounds = values.rounds ?? (values.quick ? 1 : 5);
if (values.write && (values.quick || values.only !== undefined))
  refuse('--write needs a whole run, because the page shows one run alone');
const before = values.before === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.before);
for (const needed of ['test/src/bench/child.ts', 'node_modules'])
  if (before !== undefined && !existsSync(join(before, needed)))
    refuse(`${join(before, needed)} is not there: name a checkout of this repository in which \`npm ci\` has run`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopAll();
    process.exit(130);
  });

const only = values.only;
const goals = GOALS.filter(({ group }) => only === undefined || group === only);
const began = performance.now();
const loads = { total: 0, times: 0 };
const collected = await collect(
  { turns: turnsFor(goals, size, only), rounds, withBefore: before !== undefined },
  take(),
);
const machine = { node: process.versions.node, cores: availableParallelism(), load: loads.total / loads.times };
const report = reportOf(collected, goals, machine);
print(report);
if (values.write) write(report);
process.exit(collected.troubles.length > 0 ? 1 : 0);

function take(): TakeTurn {
  return async (turn, which) => {
    const since = performance.now();
    const taken = await takeTurn(turn, { size, ...(which === 'before' && { checkout: before }) });
    loads.total += loadavg()[0] ?? 0;
    loads.times++;
    const seconds = ((performance.now() - since) / 1000).toFixed(0);
    const outcome = typeof taken === 'string' ? taken : `measured, ${seconds} s`;
    console.error(`${which === 'now' ? '' : 'before: '}${turn.measure}, ${turn.system}: ${outcome}`);
    return taken;
  };
}

function print(report: Report): void {
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`medians of ${rounds} rounds on ${report.cores} cores, Node ${report.node}; ${minutes} minutes`);
  console.log(loadWords(report.load));
  if (values.quick) console.log(QUICK_WORDS);
  console.log(`alone: npm run bench:all -- --only NAME\n\n${plainTable(goalRows(report))}`);
  const systems = systemRows(report);
  if (systems.length > 0) console.log(`\n${plainTable(systems)}`);
}

function write(report: Report): void {
  writeFileSync(FIGURES, `${JSON.stringify(report, undefined, 2)}\n`);
  writeFileSync(PAGE, refreshedPage(readFileSync(PAGE, 'utf8'), report));
}
