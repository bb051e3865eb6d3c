/** Writes what came of a run: a page, and one line of JSON. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { loadOf } from '../loads.ts';
import { kneePage, type Step } from '../report/kneePage.ts';
import { runPage } from '../report/runPage.ts';
import { canPin } from './cores.ts';
import { LOAD_FOLDER } from './k6.ts';
import type { Ran, RunWanted } from './runOnce.ts';

/** Returns the path of the page. */
export function writeRunPage(wanted: RunWanted, { figures, seconds, settings }: Ran): string {
  const { load, players } = wanted;
  const { tells, plan, mostMs = {} } = loadOf[load];
  const title = `${load}, ${players} players`;
  const facts = factsOf(wanted, settings);
  return write(
    `${load}-${players}`,
    runPage({ title, tells, facts, figures, seconds, mostP99Ms: plan.mostP99Ms, mostMs }),
  );
}

export function writeKneePage(wanted: RunWanted, steps: readonly Step[]): string {
  const { tells, plan, settings } = loadOf[wanted.load];
  const facts = factsOf(wanted, settings);
  return write(`${wanted.load}-knee`, kneePage({ tells, facts, steps, mostP99Ms: plan.mostP99Ms }));
}

/** Returns a line of JSON, which is also kept in a file, one for each run. */
export function writeLine({ load, processes, matches }: RunWanted, { players, figures }: Step): string {
  const told = {
    load,
    players,
    processes,
    ...(matches > 0 && { matches }),
    settings: loadOf[load].settings,
    ...figures,
  };
  const line = JSON.stringify(told, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value));
  mkdirSync(LOAD_FOLDER, { recursive: true });
  appendFileSync(join(LOAD_FOLDER, 'runs.jsonl'), `${line}\n`);
  return line;
}

function write(name: string, page: string): string {
  const path = join(LOAD_FOLDER, `${name}-${new Date().toISOString().replace(/[:.]/g, '-')}.html`);
  mkdirSync(LOAD_FOLDER, { recursive: true });
  writeFileSync(path, page);
  return path;
}

function factsOf(
  { load, players, seconds, processes, matches }: RunWanted,
  settings: Ran['settings'],
): [string, string][] {
  const named = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [
    ['players', String(players)],
    ...(matches > 0 ? [['matches before', String(matches)] as [string, string]] : []),
    ['measured', `${seconds} s, the shaded part`],
    ['server', loadOf[load].against === 'real' ? serverWords(processes) : 'a program that only answers'],
    ['settings unlike npm start', named.join(' ') || 'none'],
    ['cores', canPin && processes === undefined ? 'server on 0, k6 on 1' : 'shared'],
    ['machine', `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}`],
    ['Node', process.version],
  ];
}

function serverWords(processes: number | undefined): string {
  if (processes === undefined) return 'one process, records on disk';
  return `${processes} process${processes === 1 ? '' : 'es'} on PostgreSQL and Redis`;
}
