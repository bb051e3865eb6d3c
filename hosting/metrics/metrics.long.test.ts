/** The dashboard and the alerts ask for what a server really tells. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { cleanUp } from '../support/cleanUp.ts';
import { metricsIn, type Told } from './exposition.ts';
import { Prometheus, type Series } from './prometheus.ts';
import { alerts, countedTwiceIn, dashboardQueries, panels, sharedIn, unknownIn } from './queries.ts';
import { noTwoProcesses, TwoProcesses } from './twoProcesses.ts';
import { METRICS_TOKEN, WholeServer } from './wholeServer.ts';

const QUERIES = [...new Set([...dashboardQueries(), ...alerts().map(({ expr }) => expr)])];
const missing = spawnSync('promtool', ['--version']).error === undefined ? '' : ': prometheus is not installed';

/** What one process, without others and without Redis, does not tell. */
const OF_SEVERAL = /forwarded|redis_up/;
let server: WholeServer;
let ofTwo = '';
let known: Told;
let before: string;
let text: string;

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
    const targets = [{ address: `127.0.0.1:${server.port}`, instance: 'a' }];
    const prometheus = await Prometheus.start(targets, METRICS_TOKEN);
    const patiently = { timeout: 40_000, interval: 500 };
    await expect
      .poll(() => prometheus.found('changes(up[5m]) == 0 and count_over_time(up[5m]) > 2'), patiently)
      .toBe(1);
    await expect.poll(() => prometheus.found('up == 1'), patiently).toBe(1);
    const empty: string[] = [];
    const queries = dashboardQueries().filter((query) => !OF_SEVERAL.test(query));
    for (const query of queries) if ((await prometheus.found(query)) === 0) empty.push(query);
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

describe.skipIf(missing !== '' || noTwoProcesses !== undefined)(
  `two processes${missing}${noTwoProcesses ?? ''}`,
  () => {
    let two: TwoProcesses;
    let prometheus: Prometheus;
    let leave: () => void;

    beforeAll(async () => {
      two = await TwoProcesses.start();
      leave = await two.play();
      ofTwo = await two.metrics();
      const address = `127.0.0.1:${two.port}`;
      const targets = ['a', 'b'].map((instance) => ({ address, instance, path: `/${instance}/metrics` }));
      prometheus = await Prometheus.start(targets, METRICS_TOKEN);
      const scraped = 'count_over_time(up[5m]) > 2 and up == 1';
      await vi.waitFor(async () => expect(await prometheus.found(scraped)).toBe(2), { timeout: 40_000, interval: 500 });
    }, 200_000);
    afterAll(async () => {
      leave?.();
      await prometheus?.stop();
      await two?.stop();
    }, 60_000);

    const valuesOf = async (title: string) => {
      const [target] = panels().find((panel) => panel.title === title)?.targets ?? [];
      return (await prometheus.series(target?.expr ?? '')).map(({ value }) => Number(value[1]));
    };

    test('what both tell is counted once, and what each tells of itself is added up', async () => {
      expect(await valuesOf('Running matches')).toEqual([1]);
      expect(await valuesOf('Connections')).toEqual([2]);
      expect((await valuesOf('Connections by process')).toSorted()).toEqual([0, 2]);
      expect((await valuesOf('Matches by process')).toSorted()).toEqual([0, 1]);
      expect(await valuesOf('Redis by process')).toEqual([1, 1]);
    });

    test('every line of a panel has a name of its own', async () => {
      const nameOf = (legend: string, { metric }: Series) =>
        legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
      for (const { title, targets } of panels()) {
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
      const patiently = { timeout: 20_000, interval: 500 };
      await expect.poll(near, patiently).toEqual([]);
      await two.redis.kill();
      const away = () => prometheus.found('ALERTS{alertname="FlowerWarRedisAway"}');
      await expect.poll(away, patiently).toBe(2);
      await two.redis.up();
      await expect.poll(away, patiently).toBe(0);
    }, 60_000);
  },
);

describe('each query', () => {
  beforeAll(async () => {
    await server.drain();
    text = `${before}\n${await server.metrics()}\n${ofTwo}`;
    known = metricsIn(text);
  });

  test.each(QUERIES)('%s counts nothing twice that several processes tell alike', (query) => {
    expect(countedTwiceIn(query, sharedIn(text))).toEqual([]);
  });

  test('a number that several processes tell alike is found if it is added up', () => {
    expect(countedTwiceIn('sum(flower_war_matches)', sharedIn(text))).toEqual(['flower_war_matches']);
    expect(countedTwiceIn('flower_war_notices_pending', sharedIn(text))).toEqual(['flower_war_notices_pending']);
    expect(countedTwiceIn('max by (status) (flower_war_matches)', sharedIn(text))).toEqual([]);
  });

  test.each(QUERIES.filter((query) => noTwoProcesses === undefined || !OF_SEVERAL.test(query)))(
    '%s asks for metrics, labels and values that a server tells',
    (query) => {
      expect(unknownIn(query, known)).toEqual([]);
    },
  );

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
