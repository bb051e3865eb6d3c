/** The dashboard and the alerts ask for what servers tell, and promtool judges the alerts. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../testing/index.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly datasource: { readonly uid: string };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const at = (name: string) => join(import.meta.dirname, name);
const textOf = (name: string) => readFileSync(at(name), 'utf8');
const PANELS: readonly Panel[] = JSON.parse(textOf('grafana/flower-war.json')).panels;
const ALERTS: readonly { readonly expr: string }[] = parse(textOf('alerts.yml')).groups[0].rules;
const ON_DASHBOARD = PANELS.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const QUERIES = [...new Set([...ON_DASHBOARD, ...ALERTS.map(({ expr }) => expr)])];

const noPrometheus =
  spawnSync('promtool', ['--version']).error === undefined ? undefined : 'prometheus is not installed';

test('every panel reads from the source that is set up', () => {
  const source = parse(textOf('grafana/datasource.yml'));
  expect(new Set(PANELS.map(({ datasource }) => datasource.uid))).toEqual(new Set([source.datasources[0].uid]));
  expect(new Set(PANELS.map(({ id }) => id)).size).toBe(PANELS.length);
});

test.skipIf(noPrometheus !== undefined)(
  `promtool takes the rules, and each alert fires when it should${noPrometheus ? `: ${noPrometheus}` : ''}`,
  () => {
    for (const words of [
      ['check', 'rules', at('alerts.yml')],
      ['test', 'rules', at('alerts.test.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
    const cases = parse(textOf('alerts.test.yml'));
    expect(cases.tests.at(-1).promql_expr_test[0].exp_samples[0].value).toBe(ALERTS.length);
  },
);

/** The metrics that the documents list, which are those of the server. */
const NAMES: readonly string[] =
  readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').match(/(?<=^ {2})flower_war_\w+/gm) ?? [];
/** Their labels, by the code of the server. */
const LABELS = new Map(
  globSync('server/src/**/*.ts', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/name: '(flower_war_\w+)'[^}]*?labelNames: \[([^\]]*)\]/g)])
    .map(([, name = '', labels = '']) => [name, labels.match(/\w+/g) ?? []] as const),
);

/** Those that Prometheus gives each metric, and those of histograms. */
const EVERYWHERE = ['instance', 'le'];

test('each query asks for metrics and labels that servers tell', () => {
  const unknown: string[] = [];
  for (const query of QUERIES) {
    const grouped = [...query.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
    for (const [, name = '', matchers = ''] of query.matchAll(
      /\b(flower_war_\w+?)(?:_bucket|_sum|_count)?\b(?:\{(.*?)\})?/g,
    )) {
      const labels = [...grouped, ...[...matchers.matchAll(/(\w+)!?=/g)].map(([, label = '']) => label)];
      const known: readonly string[] = [...EVERYWHERE, ...(LABELS.get(name) ?? [])];
      if (!NAMES.includes(name) || !labels.every((label) => known.includes(label))) unknown.push(query);
    }
  }
  expect(unknown).toEqual([]);
  expect(QUERIES.length).toBeGreaterThan(20);
});
