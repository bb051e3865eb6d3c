/** Writes what came of a run: a page, and one line of JSON. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { clientOf, loadOf, MOVE } from '../loads.ts';
import { kneeCharts, kneePage, type Step } from '../report/kneePage.ts';
import { pictureOf } from '../report/picture.ts';
import { runPage } from '../report/runPage.ts';
import { canPin } from './cores.ts';
import { LOAD_FOLDER } from './k6.ts';
import type { Ran, RunWanted } from './runOnce.ts';

/** Returns the path of the page. */
export function writeRunPage(wanted: RunWanted, { figures, seconds, settings }: Ran): string {
  const { load, players } = wanted;
  const { tells, plan, mostMs = {}, driven } = loadOf[load];
  const most = { mostP99Ms: plan.mostP99Ms, mostMs: { ...mostMs, ...driven?.mostP99Ms } };
  const title = `${load}, ${players} players`;
  const facts = factsOf(wanted, settings);
  return write(
    `${load}-${players}`,
    'html',
    runPage({ title, tells, facts, figures, seconds, client: clientOf(load), ...most }),
  );
}

/** Returns the path of the page. Beside it lies the first chart as a picture. */
export function writeKneePage(wanted: RunWanted, steps: readonly Step[]): string {
  const { tells, plan, settings, awaited = MOVE } = loadOf[wanted.load];
  const facts = factsOf(wanted, settings);
  const client = clientOf(wanted.load);
  const told = { client, steps, awaited, mostP99Ms: plan.mostP99Ms };
  const [picture] = kneeCharts(told);
  write(`${wanted.load}-knee`, 'svg', pictureOf(picture));
  return write(`${wanted.load}-knee`, 'html', kneePage({ tells, facts, ...told }));
}

/** Returns a line of JSON, which is also kept in a file, one for each run. */
export function writeLine({ load, processes, quota, matches, temples }: RunWanted, { players, figures }: Step): string {
  const told = {
    load,
    players,
    processes,
    quota,
    ...(matches > 0 && { matches }),
    ...(temples > 0 && { temples }),
    settings: loadOf[load].settings,
    ...figures,
  };
  const line = JSON.stringify(told, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value));
  mkdirSync(LOAD_FOLDER, { recursive: true });
  appendFileSync(join(LOAD_FOLDER, 'runs.jsonl'), `${line}\n`);
  return line;
}

function write(name: string, kind: 'html' | 'svg', text: string): string {
  const path = join(LOAD_FOLDER, `${name}-${new Date().toISOString().replace(/[:.]/g, '-')}.${kind}`);
  mkdirSync(LOAD_FOLDER, { recursive: true });
  writeFileSync(path, text);
  return path;
}

function factsOf(
  { load, players, seconds, processes, quota, matches, temples }: RunWanted,
  settings: Ran['settings'],
): [string, string][] {
  const named = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [
    ['players', String(players)],
    ...(matches > 0 ? [['matches before', String(matches)] as [string, string]] : []),
    ...(temples > 0 ? [['temples', String(temples)] as [string, string]] : []),
    ['measured', `${seconds} s, the shaded part`],
    ['server', loadOf[load].against === 'real' ? serverWords(processes, quota) : 'a program that only answers'],
    ['settings unlike npm start', named.join(' ') || 'none'],
    ['cores', canPin && processes === undefined ? `server on 0, ${clientOf(load)} on 1` : 'shared'],
    ['machine', `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}`],
    ['Node', process.version],
  ];
}

function serverWords(processes: number | undefined, quota: number | undefined): string {
  if (processes === undefined) return 'one process, records on disk';
  const each = quota === undefined ? '' : `, each with ${quota} % of a core while it is measured`;
  return `${processes} process${processes === 1 ? '' : 'es'} on PostgreSQL and Redis${each}`;
}
