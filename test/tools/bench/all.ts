/**
 * npm run bench [-- --quick] [--before FOLDER] [--rounds 5] [--only NAME] [--write]: all that is measured, beside other
 * servers in the same run, compared with its goals; and with an earlier checkout.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { GOALS, GROUPS } from '../../src/bench/all/goals.ts';
import { QUICK_WORDS } from '../../src/bench/all/measures.ts';
import {
  FIGURES,
  goalTable,
  loadWords,
  PAGE,
  refreshedPage,
  reportOf,
  systemTable,
} from '../../src/bench/all/report.ts';
import { collect, stopTurn, takeTurn, turnsFor } from '../../src/bench/all/rounds.ts';

const { values } = commandLine({
  name: 'bench',
  does: 'measures all that counts, beside other servers in the same run',
  flags: {
    quick: { kind: 'switch', tells: 'one short round' },
    before: { kind: 'text', of: 'FOLDER', tells: 'compares with an earlier checkout' },
    rounds: { kind: 'whole', least: 1, tells: 'how often (5, with --quick 1)' },
    only: { kind: 'text', among: GROUPS, tells: 'one group' },
    write: { kind: 'switch', tells: 'writes docs/performance.md' },
  },
});
const { quick, only, rounds = quick ? 1 : 5 } = values;
const size = quick ? 'quick' : 'whole';
if (values.write && (quick || only !== undefined))
  refuse('--write needs a whole run, because the page shows one run alone');
const before = values.before === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.before);
for (const needed of ['test/src/bench/child.ts', 'node_modules'])
  if (before !== undefined && !existsSync(join(before, needed)))
    refuse(`${join(before, needed)} is not there: name a checkout of this repository in which \`npm ci\` has run`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopTurn();
    process.exit(130);
  });

const goals = GOALS.filter(({ group }) => only === undefined || group === only);
const loads: number[] = [];
const wanted = { turns: turnsFor(goals, size, only), rounds, withBefore: before !== undefined };
const collected = await collect(wanted, async (turn, which) => {
  const since = performance.now();
  const taken = await takeTurn(turn, { size, ...(which === 'before' && { checkout: before }) });
  loads.push(loadavg()[0] ?? 0);
  const seconds = ((performance.now() - since) / 1000).toFixed(0);
  const outcome = typeof taken === 'string' ? taken : `measured, ${seconds} s`;
  console.error(`${which === 'now' ? '' : 'before: '}${turn.measure}, ${turn.system}: ${outcome}`);
  return taken;
});
const load = loads.reduce((sum, one) => sum + one, 0) / loads.length;
const report = reportOf(collected, goals, { node: process.versions.node, cores: availableParallelism(), load });
console.log(`medians of ${rounds} rounds on ${report.cores} cores, Node ${report.node}`);
console.log(loadWords(load));
if (quick) console.log(QUICK_WORDS);
console.log(`alone: npm run bench -- --only NAME\n\n${goalTable(report)}\n\n${systemTable(report)}`);
if (values.write) {
  writeFileSync(FIGURES, `${JSON.stringify(report, undefined, 2)}\n`);
  writeFileSync(PAGE, refreshedPage(readFileSync(PAGE, 'utf8'), report));
}
process.exit(collected.troubles.length > 0 ? 1 : 0);
