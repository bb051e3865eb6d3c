/** The dashboard and the alerts ask for what a server really tells. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { cleanUp } from '../support/cleanUp.ts';
import { metricsIn, type Told } from './exposition.ts';
import { Prometheus } from './prometheus.ts';
import { alerts, dashboardQueries, panels, unknownIn } from './queries.ts';
import { METRICS_TOKEN, WholeServer } from './wholeServer.ts';

const QUERIES = [...new Set([...dashboardQueries(), ...alerts().map(({ expr }) => expr)])];
const missing = spawnSync('promtool', ['--version']).error === undefined ? '' : ': prometheus is not installed';

let server: WholeServer;
let known: Told;
let before: string;

beforeAll(async () => {
  server = await WholeServer.start();
  await Promise.all([server.play(), server.dropBeads()]);
  await server.until('flower_war_notices_total{outcome=');
  before = await server.metrics();
}, 120_000);
afterAll(async () => {
  await server.stop();
  cleanUp();
});

describe.skipIf(missing !== '')(`Prometheus${missing}`, () => {
  test('scrapes the server with its token, finds something for every panel, and can judge every alert', async () => {
    const prometheus = await Prometheus.start(`127.0.0.1:${server.port}`, METRICS_TOKEN);
    const patiently = { timeout: 40_000, interval: 500 };
    await expect
      .poll(() => prometheus.found('changes(up[5m]) == 0 and count_over_time(up[5m]) > 2'), patiently)
      .toBe(1);
    await expect.poll(() => prometheus.found('up == 1'), patiently).toBe(1);
    const empty: string[] = [];
    for (const query of dashboardQueries()) if ((await prometheus.found(query)) === 0) empty.push(query);
    expect(empty).toEqual([]);
    const health = async () => (await prometheus.rules()).map(({ health: of, lastError = '' }) => `${of}${lastError}`);
    await expect.poll(health, patiently).toEqual(alerts().map(() => 'ok'));
    await prometheus.stop();
  }, 120_000);

  test('takes the rules, and each alert fires when it should', () => {
    const at = (name: string) => join(import.meta.dirname, name);
    for (const words of [
      ['check', 'rules', at('alerts.yml')],
      ['test', 'rules', at('alerts.test.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
    }
    const cases = parse(readFileSync(at('alerts.test.yml'), 'utf8'));
    expect(cases.tests.at(-1).promql_expr_test[0].exp_samples[0].value).toBe(alerts().length);
  });
});

describe('each query', () => {
  beforeAll(async () => {
    await server.drain();
    known = metricsIn(`${before}\n${await server.metrics()}`);
  });

  test.each(QUERIES)('%s asks for metrics, labels and values that a server tells', (query) => {
    expect(unknownIn(query, known)).toEqual([]);
  });

  test.each([
    ['a metric', 'rate(flower_war_move_total[5m])', 'flower_war_move_total'],
    ['a label', 'flower_war_ready{status="ready"}', 'flower_war_ready{status}'],
    ['a value', 'flower_war_answers_total{kind="refused"}', 'flower_war_answers_total{kind="refused"}'],
    ['a state that does not count', 'flower_war_ready{state!="drained"} == 0', 'flower_war_ready{state="drained"}'],
    ['a job', 'up{job="flowerwar"}', 'up{job="flowerwar"}'],
    ['a label to group by', 'sum by (codes) (flower_war_answers_total)', 'flower_war_answers_total{codes}'],
    ['a label to match by', 'flower_war_connections / on (kind) up', 'flower_war_connections{kind}'],
    ['a bucket', 'flower_war_append_seconds_buckets{le="0.1"}', 'flower_war_append_seconds_buckets'],
  ])('%s that does not exist is found', (_, query, found) => {
    expect(unknownIn(query, known)).toContain(found);
  });

  test('a query that cannot be parsed is found', () => {
    expect(() => unknownIn('sum(flower_war_ready{', known)).toThrow(/cannot be read/);
  });
});

test('the panels of the dashboard lie side by side, and read from the source that is set up', () => {
  const all = panels();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const source = parse(readFileSync(new URL('./grafana/datasource.yml', import.meta.url), 'utf8'));
  expect(new Set(all.map(({ datasource }) => datasource.uid))).toEqual(new Set([source.datasources[0].uid]));
  const cells = all.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...all.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
});
