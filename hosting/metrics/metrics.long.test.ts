/** The dashboard and the alerts ask for what servers really tell, and a real Prometheus finds it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noPostgres, noRedis } from '@flower-war/server/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { METRICS_TOKEN, metricsOf } from '../testing/callers.ts';
import { cleanUp, startServer } from '../testing/programs.ts';
import { Prometheus, type Series, WatchedServer } from './watchedServer.ts';

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
const missing = noPrometheus ?? noPostgres ?? noRedis;
const PATIENTLY = { timeout: 40_000, interval: 500 };

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

describe.skipIf(missing !== undefined)(`two processes${missing === undefined ? '' : `: ${missing}`}`, () => {
  let server: WatchedServer;
  let prometheus: Prometheus;
  let leave: () => void;

  beforeAll(async () => {
    server = await WatchedServer.start();
    await Promise.all([server.play(), server.dropBeads()]);
    const lives = await server.playOn();
    leave = () => lives.map((live) => live.close());
    prometheus = await Prometheus.start(server);
    const scraped = 'count_over_time(up[5m]) > 2 and up == 1';
    await vi.waitFor(async () => expect(await prometheus.found(scraped)).toBe(2), PATIENTLY);
  }, 200_000);
  afterAll(async () => {
    leave?.();
    await prometheus?.program.stop();
    await server?.started.program.stop();
    cleanUp();
  }, 60_000);

  const valuesOf = async (title: string) => {
    const [target] = PANELS.find((panel) => panel.title === title)?.targets ?? [];
    return (await prometheus.series(target?.expr ?? '')).map(({ value }) => Number(value[1]));
  };

  test('there is something for every panel, and every alert can be judged', async () => {
    const empty: string[] = [];
    const queries = ON_DASHBOARD.filter((query) => !query.includes(OF_ONE));
    for (const query of queries) if ((await prometheus.found(query)) === 0) empty.push(query);
    expect(empty).toEqual([]);
    await expect.poll(() => prometheus.health(), PATIENTLY).toEqual(ALERTS.map(() => 'ok'));
  });

  test('what both tell is counted once, and what each tells of itself is added up', async () => {
    expect(await valuesOf('Running matches')).toEqual([1]);
    // Two people and the bridge.
    expect(await valuesOf('Connections')).toEqual([3]);
    const [one = 0, other = 0, ...more] = await valuesOf('Connections by process');
    expect([one + other, more]).toEqual([3, []]);
    // A match that has ended stays for a moment.
    await expect.poll(async () => (await valuesOf('Matches by process')).toSorted(), PATIENTLY).toEqual([0, 1]);
    expect(await valuesOf('Redis by process')).toEqual([1, 1]);
  });

  test('no query adds up what every process tells alike: it takes one of the answers', async () => {
    const told = (await server.metrics()).matchAll(/^# HELP (\w+) .*every process tells the same/gm);
    const shared = new Set([...told].map(([, name = '']) => name));
    expect(shared.size).toBeGreaterThan(1);
    const twice = QUERIES.flatMap((query) =>
      [...query.matchAll(/(\w+(?: by \([\w, ]+\))? ?\()?\b(flower_war_\w+)/g)].filter(
        ([, around = '', name = '']) => shared.has(name) && !around.startsWith('max'),
      ),
    );
    expect(twice).toEqual([]);
  });

  test('every line of a panel has a name of its own', async () => {
    const nameOf = (legend: string, { metric }: Series) =>
      legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
    for (const { title, targets } of PANELS) {
      const names: string[] = [];
      for (const { expr, legendFormat } of targets)
        names.push(...(await prometheus.series(expr)).map((series) => nameOf(legendFormat, series)));
      expect(names.toSorted(), title).toEqual([...new Set(names)].toSorted());
    }
  });

  test('no alert is near, and one is for Redis when it is away', async () => {
    // A few seconds beside other programs say nothing of the machine's disk and processor.
    const ofServer = 'ALERTS{alertname!~"FlowerWarDisk.*|FlowerWarBusy"}';
    const near = async () => (await prometheus.series(ofServer)).map(({ metric }) => metric['alertname']);
    await expect.poll(near, PATIENTLY).toEqual([]);
    await server.started.redis.kill();
    const away = () => prometheus.found('ALERTS{alertname="FlowerWarRedisAway"}');
    await expect.poll(away, PATIENTLY).toBe(2);
    await server.started.redis.up();
    await expect.poll(away, PATIENTLY).toBe(0);
  }, 120_000);

  test('each query asks for metrics, labels and values that there are', async () => {
    await server.drain();
    await expect.poll(() => prometheus.found('flower_war_ready{state="draining"}'), PATIENTLY).toBeGreaterThan(0);
    const unknown: string[] = [];
    for (const selector of new Set(QUERIES.flatMap(selectorsIn)))
      if ((await prometheus.found(`last_over_time(${selector}[10m])`)) === 0) unknown.push(selector);
    // No alert fires so soon, and a server that is well never answers so.
    const rare = ['ALERTS{alertstate="firing"}', 'flower_war_answers_total{kind="retry"}'];
    expect(unknown.toSorted()).toEqual([...rare, OF_ONE]);
    const one = await startServer({ METRICS_TOKEN });
    expect(await metricsOf(one.url)).toContain(`\n${OF_ONE} `);
    await one.program.stop();
  });
});

/** Of two processes with PostgreSQL none tells it. */
const OF_ONE = 'flower_war_disk_free_bytes';

/** For each metric of a query one selector for each label that the query knows it by, and a value if it names one. */
function selectorsIn(query: string): readonly string[] {
  const grouped = [...query.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
  const named = /\b((?:flower_war|nodejs|process)_\w+|up\b|ALERTS\b)(?:\{(.*?)\})?/g;
  return [...query.matchAll(named)].flatMap(([, metric, matchers = '']) => [
    `${metric}`,
    ...[...matchers.matchAll(/(\w+)!?="([^"]*)"/g)].map(([, label, value]) =>
      value === '' ? `${metric}{${label}!=""}` : `${metric}{${label}="${value}"}`,
    ),
    ...(grouped.length > 0 ? [`${metric}{${grouped.map((label) => `${label}!=""`).join()}}`] : []),
  ]);
}
