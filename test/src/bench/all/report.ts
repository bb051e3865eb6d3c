/**
 * What a run of `bench:all` has found, as it is kept in docs/performance.json, and the tables that are made of it for a terminal and
 * for docs/performance.md.
 */
import { readFileSync } from 'node:fs';
import { GOALS, type Goal } from './goals.ts';
import { limitsOf, middle, type Result, resultOf, troublesOf, verdictOn } from './judge.ts';
import type { Collected, Round } from './rounds.ts';

export interface Report {
  readonly node: string;
  readonly cores: number;
  readonly load: number;
  readonly rounds: number;
  /** By the id of the goal. */
  readonly results: Readonly<Record<string, Result>>;
  /** What stopped or failed, by the id of the goal. */
  readonly troubles: Readonly<Record<string, readonly string[]>>;
  /** The medians of all figures, by `measure/system/figure`. */
  readonly figures: Readonly<Record<string, number>>;
}

export interface Machine {
  readonly node: string;
  readonly cores: number;
  /** How many processes ran or waited for a core, on average. The bench itself makes about two. */
  readonly load: number;
}

export function reportOf(collected: Collected, goals: readonly Goal[], machine: Machine): Report {
  const troubles = goals.map((goal) => [goal.id, troublesOf(goal, collected)] as const);
  return {
    ...machine,
    rounds: collected.now.length,
    results: Object.fromEntries(goals.map((goal) => [goal.id, rounded(resultOf(goal, collected))])),
    troubles: Object.fromEntries(troubles.filter(([, words]) => words.length > 0)),
    figures: medians(collected.now),
  };
}

function medians(rounds: readonly Round[]): Readonly<Record<string, number>> {
  const refs = new Set(rounds.flatMap((round) => [...round.keys()]));
  const median = (ref: string) => middle(rounds.flatMap((round) => round.get(ref) ?? [])) ?? Number.NaN;
  return Object.fromEntries([...refs].toSorted().map((ref) => [ref, short(median(ref))]));
}

function rounded(result: Result): Result {
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, short(value)]));
}

/** Four digits are more than any of these figures is worth. */
function short(value: number): number {
  return Number(value.toPrecision(4));
}

const HEADINGS = ['', 'ours', 'peer', 'peer’s', 'ratio', 'from – to', 'must', 'stretch', '', 'alone'];

/** A row for each goal. The first row is the heading. */
export function goalRows(report: Report): readonly (readonly string[])[] {
  const measured = GOALS.filter(({ id }) => report.results[id] !== undefined);
  const hasBefore = Object.values(report.results).some(({ toBefore }) => toBefore !== undefined);
  const heading = hasBefore ? [...HEADINGS, 'x before'] : HEADINGS;
  return [heading, ...measured.map((goal) => goalRow(goal, report, hasBefore))];
}

function goalRow(goal: Goal, { results, troubles }: Report, hasBefore: boolean): readonly string[] {
  const result = results[goal.id] ?? {};
  const limit = (value: number) => `${'atLeast' in goal ? '≥' : '≤'} ${value}`;
  const [must, stretch] = limitsOf(goal);
  const cells = [
    goal.what,
    figure(result.ours),
    goal.peer?.name ?? '',
    figure(result.peer),
    goal.peer === undefined ? '' : ratio(result.ratio),
    result.least === result.most ? '' : `${ratio(result.least)} – ${ratio(result.most)}`,
    limit(must),
    limit(stretch),
    verdictCell(goal, result, troubles[goal.id] ?? []),
    goal.group,
  ];
  return hasBefore ? [...cells, ratio(result.toBefore)] : cells;
}

/** What was stopped stands beside what was measured in other rounds. */
function verdictCell(goal: Goal, result: Result, troubles: readonly string[]): string {
  const isMeasured = result.ratio !== undefined;
  return [...(isMeasured || troubles.length === 0 ? [VERDICTS[verdictOn(goal, result)]] : []), ...troubles].join('; ');
}

const VERDICTS = {
  stretch: 'met, with stretch',
  must: 'met',
  missed: 'MISSED',
  'not measured': 'not measured',
} as const;

interface Column {
  readonly name: string;
  readonly ref: (system: string) => string;
}

const COLUMNS: readonly Column[] = [
  { name: 'moves per CPU s', ref: (system) => `moves/${system}/movesPerCpuSecond` },
  { name: 'one match p50 ms', ref: (system) => `moves/${system}/p50` },
  { name: 'p99 ms', ref: (system) => `moves/${system}/p99` },
  { name: 'bytes down', ref: (system) => `moves/${system}/down` },
  { name: 'up', ref: (system) => `moves/${system}/up` },
  { name: 'joins per CPU s', ref: (system) => `joins/${system}/perCpuSecond` },
  { name: 'idle: % of a core', ref: (system) => `idle/${idler(system)}/cpu` },
  { name: 'MB', ref: (system) => `idle/${idler(system)}/rss` },
];

const ROWS = ['ws', 'bare', 'default', 'boardgame.io', 'ours', 'ours on disk'];

/** Idle matches of ours are those of a real server. */
function idler(system: string): string {
  return system === 'ours' ? 'real' : system;
}

/** All systems beside each other: each figure, and how many times that of a bare room it is. */
export function systemRows({ figures }: Report): readonly (readonly string[])[] {
  const cell = (system: string, { ref }: Column) => {
    const [own, bare] = [figures[ref(system)], figures[ref('bare')]];
    if (own === undefined) return '';
    return bare === undefined || system === 'bare' ? figure(own) : `${figure(own)} (${ratio(own / bare)})`;
  };
  const rows = ROWS.map((system) => [system, ...COLUMNS.map((column) => cell(system, column))]);
  const hasAny = rows.filter(([, ...cells]) => cells.some((one) => one !== ''));
  return hasAny.length === 0 ? [] : [['', ...COLUMNS.map(({ name }) => name)], ...hasAny];
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

export const PAGE = new URL('../../../../docs/performance.md', import.meta.url);
export const FIGURES = new URL('../../../../docs/performance.json', import.meta.url);

const PART = /(<!-- generated: bench:all -->\n)[\s\S]*?(<!-- end -->)/;

/** The page with its generated part as it must be. */
export function refreshedPage(page: string, report: Report): string {
  if (!PART.test(page)) throw new Error('docs/performance.md has lost its part <!-- generated: bench:all -->.');
  return page.replace(PART, (_, begin: string, end: string) => `${begin}\n${generated(report)}\n\n${end}`);
}

export function keptReport(): Report {
  return JSON.parse(readFileSync(FIGURES, 'utf8')) as Report;
}

function generated(report: Report): string {
  const { rounds, cores, node, load } = report;
  const parts = [
    `Medians of ${rounds} rounds on ${cores} cores with Node ${node}. Every ratio is taken within one round. ${loadWords(load)}`,
    markdownTable(goalRows(report)),
    GOALS.map(({ what, peer, about }) => `- *${what}${peer === undefined ? '' : `, ${peer.name}`}*: ${about}`).join(
      '\n',
    ),
    'The same run, each server beside the others; in brackets, how many times the figure of the bare room:',
    markdownTable(systemRows(report)),
  ];
  return parts.join('\n\n');
}

/** So much more than the bench itself makes says that other programs took the cores from it. */
const CALM_LOAD = 4;

export function loadWords(load: number): string {
  const words = `The load of the machine was ${load.toFixed(1)}, of which the bench itself makes about 2`;
  if (load < CALM_LOAD) return `${words}.`;
  return `${words}: other programs took the cores, so no limit can be judged by these figures.`;
}

type Rows = readonly (readonly string[])[];

/** For a terminal. The first column is aligned to the left, the others to the right. */
export function plainTable(rows: Rows): string {
  const width = (column: number) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  const cell = (text: string, column: number) => {
    const space = ' '.repeat((widths[column] ?? 0) - [...text].length);
    return column === 0 ? text + space : space + text;
  };
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}

function markdownTable([heading = [], ...rows]: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `|${heading.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`;
  return [line(heading), rule, ...rows.map(line)].join('\n');
}
