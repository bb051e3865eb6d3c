/**
 * What a run of `npm run bench` has found, compared with its goals, as it is kept in docs/performance.json; and the tables that are made of
 * it. Only ratios of one round are compared; their medians count.
 */
import { readFileSync } from 'node:fs';
import { GOALS, type Goal, refsOf } from './goals.ts';
import type { MeasureName } from './measures.ts';

/** One system, measured by one measure in a process of its own. */
export interface Turn {
  readonly measure: MeasureName;
  readonly system: string;
}

/** The figures of one round, by `measure/system/figure`. */
export type Round = ReadonlyMap<string, number>;
export type Which = 'now' | 'before';

interface Trouble extends Turn {
  readonly which: Which;
  readonly what: string;
}

export interface Collected {
  readonly now: readonly Round[];
  /** Of an earlier checkout, for each turn that measures our own code. */
  readonly before: readonly Round[];
  readonly troubles: readonly Trouble[];
}

interface Machine {
  readonly node: string;
  readonly cores: number;
  /** How many processes ran or waited for a core, on average. The bench itself makes about two. */
  readonly load: number;
}

interface Report extends Machine {
  readonly rounds: number;
  /** By the id of the goal. */
  readonly results: Readonly<Record<string, Result>>;
  /** What stopped or failed, by the id of the goal. */
  readonly troubles: Readonly<Record<string, readonly string[]>>;
  /** The medians of all figures, by `measure/system/figure`. */
  readonly figures: Readonly<Record<string, number>>;
}

interface Result {
  /** Medians over the rounds. Absent when not measured. */
  readonly ours?: number;
  readonly peer?: number;
  /** To the peer; without a peer our figure itself. */
  readonly ratio?: number;
  readonly least?: number;
  readonly most?: number;
  /** This checkout in relation to the earlier one. */
  readonly toBefore?: number;
}

export function reportOf(collected: Collected, goals: readonly Goal[], machine: Machine): Report {
  const troubles = goals.map((goal) => [goal.id, troublesOf(goal, collected)] as const);
  const refs = new Set(collected.now.flatMap((round) => [...round.keys()]).toSorted());
  return {
    ...machine,
    rounds: collected.now.length,
    results: Object.fromEntries(goals.map((goal) => [goal.id, resultOf(goal, collected)])),
    troubles: Object.fromEntries(troubles.filter(([, words]) => words.length > 0)),
    figures: shortened(Object.fromEntries([...refs].map((ref) => [ref, middle(collected.now.map((r) => r.get(ref)))]))),
  };
}

export function resultOf(goal: Goal, { now, before }: Pick<Collected, 'now' | 'before'>): Result {
  const ratios = now.map((round) => ratioIn(round, goal)).filter((ratio) => ratio !== undefined);
  const { peer } = goal;
  return shortened({
    ours: middle(now.map((round) => valueIn(round, goal.ours))),
    peer: middle(now.map((round) => peer && round.get(peer.value))),
    ratio: middle(ratios),
    ...(ratios.length > 0 && { least: Math.min(...ratios), most: Math.max(...ratios) }),
    toBefore: middle(now.map((round, i) => againstBefore(goal, round, before[i]))),
  });
}

/** Four digits are more than any of these figures is worth. What was not measured is left out. */
function shortened(figures: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Number(value.toPrecision(4))]],
    ),
  );
}

function valueIn(round: Round, value: Goal['ours']): number | undefined {
  if (typeof value === 'string') return round.get(value);
  const [of, less] = [round.get(value.of), round.get(value.less)];
  return of === undefined || less === undefined ? undefined : of - less;
}

function ratioIn(round: Round, { ours, peer }: Goal): number | undefined {
  return peer === undefined ? valueIn(round, ours) : quotient(valueIn(round, ours), round.get(peer.value));
}

/** Where the earlier checkout was measured beside the same peer, the ratios are compared, otherwise the figures. */
function againstBefore(goal: Goal, now: Round, before: Round = new Map()): number | undefined {
  return (
    quotient(ratioIn(now, goal), ratioIn(before, goal)) ?? quotient(valueIn(now, goal.ours), valueIn(before, goal.ours))
  );
}

const quotient = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined || b === 0 ? undefined : a / b;

/** The median of the known ones. */
function middle(list: readonly (number | undefined)[]): number | undefined {
  const sorted = list.filter((one) => one !== undefined).toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}

/** What stopped or failed on the way to this goal. */
function troublesOf(goal: Goal, { troubles }: Collected): readonly string[] {
  const isNeeded = (measure: string, system: string) =>
    refsOf(goal).some((ref) => ref.startsWith(system === 'all' ? `${measure}/` : `${measure}/${system}/`));
  return troubles
    .filter(({ measure, system }) => isNeeded(measure, system))
    .map(({ system, which, what }) => `${which === 'now' ? '' : 'before, '}${system}: ${what.split('\n')[0]}`);
}

const HEADINGS = ['', 'ours', 'peer', 'peer’s', 'ratio', 'from – to', 'must', 'stretch', '', 'alone'];

/** A row for each goal. */
export function goalTable(report: Report): string {
  const measured = GOALS.filter(({ id }) => report.results[id] !== undefined);
  const hasBefore = Object.values(report.results).some(({ toBefore }) => toBefore !== undefined);
  const before = (cell: string) => (hasBefore ? [cell] : []);
  const rows = measured.map((goal) => [...goalRow(goal, report), ...before(ratio(report.results[goal.id]?.toBefore))]);
  return tableOf([[...HEADINGS, ...before('x before')], ...rows]);
}

function goalRow(goal: Goal, { results, troubles }: Report): readonly string[] {
  const result = results[goal.id] ?? {};
  const sign = 'atLeast' in goal ? '≥' : '≤';
  const [must, stretch] = limitsOf(goal);
  return [
    goal.what,
    figure(result.ours),
    goal.peer?.name ?? '',
    figure(result.peer),
    goal.peer === undefined ? '' : ratio(result.ratio),
    result.least === result.most ? '' : `${ratio(result.least)} – ${ratio(result.most)}`,
    `${sign} ${must}`,
    `${sign} ${stretch}`,
    verdictCell(goal, result, troubles[goal.id] ?? []),
    goal.group,
  ];
}

const limitsOf = (goal: Goal) => ('atLeast' in goal ? goal.atLeast : goal.atMost);

/** What was stopped stands beside what was measured in other rounds. */
function verdictCell(goal: Goal, result: Result, troubles: readonly string[]): string {
  const isMeasured = result.ratio !== undefined;
  return [...(isMeasured || troubles.length === 0 ? [verdictOn(goal, result)] : []), ...troubles].join('; ');
}

export function verdictOn(goal: Goal, { ratio }: Result): string {
  if (ratio === undefined) return 'not measured';
  const [must, stretch] = limitsOf(goal);
  const reaches = (limit: number) => ('atLeast' in goal ? ratio >= limit : ratio <= limit);
  if (reaches(stretch)) return 'met, with stretch';
  return reaches(must) ? 'met' : 'MISSED';
}

/** Idle matches of ours are those of a real server. */
const idler = (system: string) => (system === 'ours' ? 'real' : system);

const COLUMNS: Readonly<Record<string, (system: string) => string>> = {
  'moves per CPU s': (system) => `moves/${system}/movesPerCpuSecond`,
  'one match p50 ms': (system) => `moves/${system}/p50`,
  'p99 ms': (system) => `moves/${system}/p99`,
  'bytes down': (system) => `moves/${system}/down`,
  up: (system) => `moves/${system}/up`,
  'joins per CPU s': (system) => `joins/${system}/perCpuSecond`,
  'idle: % of a core': (system) => `idle/${idler(system)}/cpu`,
  MB: (system) => `idle/${idler(system)}/rss`,
};

const ROWS = ['ws', 'bare', 'default', 'boardgame.io', 'ours', 'ours on disk'];

/** All systems beside each other, if any was measured: each figure, and how many times that of a bare room it is. */
export function systemTable({ figures }: Report): string {
  const cell = (system: string, ref: (system: string) => string) => {
    const [own, bare] = [figures[ref(system)], figures[ref('bare')]];
    if (own === undefined) return '';
    return bare === undefined || system === 'bare' ? figure(own) : `${figure(own)} (${ratio(own / bare)})`;
  };
  const rows = ROWS.map((system) => [system, ...Object.values(COLUMNS).map((ref) => cell(system, ref))]);
  const known = rows.filter(([, ...cells]) => cells.some((one) => one !== ''));
  return known.length === 0 ? '' : tableOf([['', ...Object.keys(COLUMNS)], ...known]);
}

function figure(value: number | undefined): string {
  if (value === undefined) return '';
  if (Math.abs(value) >= 1000) return Math.round(value).toString();
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3).replace(/\.?0+$/, '');
}

function ratio(value: number | undefined): string {
  if (value === undefined) return '';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(Math.abs(value) < 0.1 ? 2 : 3);
}

/** In Markdown. The first row is the heading. */
function tableOf([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${heading.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`;
  return [line(heading), rule, ...rows.map(line)].join('\n');
}

export const PAGE = new URL('../../../../docs/performance.md', import.meta.url);
export const FIGURES = new URL('../../../../docs/performance.json', import.meta.url);
const PART = /(<!-- generated: bench -->\n)[\s\S]*?(<!-- end -->)/;

/** The page with its generated part as it must be. */
export function refreshedPage(page: string, report: Report): string {
  if (!PART.test(page)) throw new Error('docs/performance.md has lost its part <!-- generated: bench -->.');
  return page.replace(PART, (_, begin: string, end: string) => `${begin}\n${generated(report)}\n\n${end}`);
}

export function keptReport(): Report {
  return JSON.parse(readFileSync(FIGURES, 'utf8')) as Report;
}

function generated(report: Report): string {
  const { rounds, cores, node, load } = report;
  const about = GOALS.map(
    ({ what, peer, about }) => `- *${[what, ...(peer ? [peer.name] : [])].join(', ')}*: ${about}`,
  );
  return [
    `${rounds === 1 ? 'One round' : `Medians of ${rounds} rounds`} on ${cores} cores with Node ${node}. Every ratio is taken within one round. ${loadWords(load)}`,
    goalTable(report),
    about.join('\n'),
    'The same run, each server beside the others; in brackets, how many times the figure of the bare room:',
    systemTable(report),
  ].join('\n\n');
}

/** A load above this says that other programs took the cores from the bench. */
const CALM_LOAD = 4;

export function loadWords(load: number): string {
  const words = `The load of the machine was ${load.toFixed(1)}, of which the bench itself makes about 2`;
  if (load < CALM_LOAD) return `${words}.`;
  return `${words}: other programs took the cores, so no limit can be judged by these figures.`;
}
