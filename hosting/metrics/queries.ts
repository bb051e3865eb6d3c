/** All queries in the files that hosts copy, and what is wrong with them. */
import { readFileSync } from 'node:fs';
import type { Answer } from '@flower-war/protocol';
import { parse } from 'yaml';
import type { Told } from './exposition.ts';
import { askedBy } from './promql.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly datasource: { readonly uid: string };
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Scraping {
  readonly scrape_configs: readonly { readonly job_name: string }[];
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

const fileOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

export const panels = (): readonly Panel[] =>
  (JSON.parse(fileOf('./grafana/flower-war.json')) as { panels: Panel[] }).panels;

export const alerts = () => (parse(fileOf('./alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules);

export const dashboardQueries = (): readonly string[] =>
  panels().flatMap(({ targets }) => targets.map(({ expr }) => expr));

const jobs = (): ReadonlySet<string> =>
  new Set((parse(fileOf('./prometheus.yml')) as Scraping).scrape_configs.map(({ job_name }) => job_name));

/** What Prometheus adds to what it scrapes, and what it makes itself. */
const OF_PROMETHEUS = new Map([
  ['job', jobs()],
  ['instance', new Set<string>()],
]);
const MADE_BY_PROMETHEUS: Told = new Map([
  ['up', new Map()],
  ['ALERTS', new Map([['alertstate', new Set(['firing', 'pending'])]])],
]);

/** A server that is well never answers `retry`, so its type tells what it may answer. */
const ANSWERS = { accepted: true, rejected: true, retry: true } satisfies Readonly<Record<Answer['kind'], true>>;
const RARE: Told = new Map([['flower_war_answers_total', new Map([['kind', new Set(Object.keys(ANSWERS))]])]]);

/** Each metric, label and value that the query asks for and no server tells. */
export function unknownIn(query: string, told: Told): readonly string[] {
  return askedBy(query).flatMap(({ metric, labels, values }) => {
    const own = told.get(metric) ?? MADE_BY_PROMETHEUS.get(metric);
    if (own === undefined) return [metric];
    const known = new Map([...OF_PROMETHEUS, ...own]);
    const strange = labels.filter((label) => !known.has(label));
    const never = Object.entries(values).filter(
      ([label, value]) => known.get(label)?.has(value) === false && RARE.get(metric)?.get(label)?.has(value) !== true,
    );
    return [
      ...strange.map((label) => `${metric}{${label}}`),
      ...never.map(([label, value]) => `${metric}{${label}="${value}"}`),
    ];
  });
}

/** The metrics that every process tells alike, by their own words. */
export function sharedIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^# HELP (\w+) .*every process tells the same/gm)].map(([, name = '']) => name));
}

/** What the query asks of what every process tells alike, without taking one of the answers. */
export function countedTwiceIn(query: string, shared: ReadonlySet<string>): readonly string[] {
  return askedBy(query)
    .filter(({ metric, within: [first] }) => shared.has(metric) && first !== 'max')
    .map(({ metric }) => metric);
}
