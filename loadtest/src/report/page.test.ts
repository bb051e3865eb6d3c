import { expect, test } from 'vitest';
import { MOVE } from '../loads.ts';
import { figuresOf, type Verdict } from './figures.ts';
import { kneeCharts, kneeOf, kneePage, kneeWords } from './kneePage.ts';
import { pictureOf } from './picture.ts';
import { chartSvg, roundUp } from './plot.ts';
import { runPage } from './runPage.ts';
import { secondsOf } from './seconds.ts';

const NOTHING = { isMeasured: true, counts: {}, times: {}, failures: {}, shown: [], sent: [], accepted: [] };
const seconds = secondsOf(
  [{ ...NOTHING, at: 1, times: { move: [4] }, failures: { '<script>alert(1)</script>': 1 } }],
  [],
);
const figures = figuresOf(seconds, { seconds: 1, thresholds: [], mostWatchMs: 1 });

test('the page needs nothing from elsewhere, and no words become markup', () => {
  const page = runPage({ title: 'a & b', tells: '"x"', facts: [], figures, seconds, client: 'k6', mostP99Ms: 50 });
  expect(page).not.toMatch(/<script|https?:|src=|@import|url\(/);
  expect(page).toContain('a &amp; b');
  expect(page).toContain('&lt;script&gt;');
  expect(page.match(/<svg/g)).toHaveLength(6);
});

test('programs of the server are told apart where there are several, and beads where some fell', () => {
  const sample = {
    at: 1,
    serverCpu: 0.5,
    partsCpu: { servers: 0.3, bridge: 0.2 },
    clientCpu: 0,
    othersCpu: 0,
    rssMb: 1,
  };
  const seen = secondsOf([{ ...NOTHING, at: 1, counts: { beads: 8 } }], [sample]);
  const told = figuresOf(seen, { seconds: 2, thresholds: [], mostWatchMs: 1 });
  expect(told.server.partsCpu).toEqual({ servers: 0.3, bridge: 0.2 });
  const page = runPage({ title: '', tells: '', client: 'x', facts: [], figures: told, seconds: seen, mostP99Ms: 50 });
  expect(page).toContain('<b>20</b> <small>% of a core</small><span>bridge</span>');
  expect(page).toContain('<b>4</b> <small>a second</small><span>beads</span>');
  expect(page.match(/<svg/g)).toHaveLength(7);
});

const step = (players: number, verdict: Verdict) => ({ players, figures: { ...figures, verdict } });

test.each([
  [[], 0],
  [['failed'], 0],
  [['kept', 'kept', 'failed'], 200],
  [['kept', 'void'], 100],
  [['kept', 'failed', 'kept'], 100],
  [['kept', 'kept'], 200],
] as const)('after %j the knee is at %i players', (verdicts, knee) => {
  const steps = verdicts.map((verdict, n) => step(100 * (n + 1), verdict));
  expect(kneeOf(steps)).toBe(knee);
  expect(kneePage({ tells: '', client: 'k6', facts: [], steps, awaited: MOVE, mostP99Ms: 50 })).toContain(
    `<h1>The knee: ${kneeWords(steps)}</h1>`,
  );
});

const chart = { title: 't', unit: 'ms', xs: [0, 1, 2, 3], xTitle: 's' };

test('a line has a gap where nothing is known', () => {
  const svg = chartSvg({ ...chart, lines: [{ name: 'p50', values: [1, undefined, 2, 3] }] });
  expect(/class="line c0" d="([^"]*)"/.exec(svg)?.[1]?.match(/[ML]/g)).toEqual(['M', 'M', 'L']);
});

test('a picture names its lines and its limit, and no words become markup', () => {
  const lines = ['p50', 'a < b'].map((name) => ({ name, values: [1, 2, 3, 4] }));
  const svg = pictureOf({ ...chart, title: 'x & y', lines, limit: 50 });
  expect(svg).toContain('>x &amp; y, ms</text>');
  expect(svg).toContain('>a &lt; b</text>');
  expect(svg).toContain('>at most 50 ms</text>');
  expect(svg.match(/<svg/g)).toHaveLength(svg.match(/<\/svg>/g)?.length ?? 0);
});

test.each([[[]], [[Number.NaN]], [[0, 0]]])('a chart of %j holds no figure that is none', (values) => {
  expect(chartSvg({ ...chart, xs: values.map((_, n) => n), lines: [{ name: 'a', values }] })).not.toMatch(
    /="[^"]*(NaN|Infinity)[^"]*"/,
  );
});

test.each([
  [0, 1],
  [0.03, 0.04],
  [1, 1],
  [1.01, 2],
  [2.2, 2.5],
  [49, 50],
  [81, 100],
  [1000, 1000],
])('above %f the axis ends at %f', (value, top) => {
  expect(roundUp(value)).toBeCloseTo(top);
});

test.each([
  [['kept', 'failed'], '200 players'],
  [['kept', 'void'], 'at least 200 players'],
  [['void'], 'not found'],
  [['failed'], '0 players'],
] as const)('runs that are %j tell of the knee: %s', (verdicts, words) => {
  const steps = verdicts.map((verdict, nth) => step(200 * (nth + 1), verdict));
  expect(kneeWords(steps)).toBe(words);
});

test('the picture of the knee shows what the people of a load wait for', () => {
  const seen = secondsOf([{ ...NOTHING, at: 1, times: { join: [7], move: [900] } }], []);
  const one = { players: 10, figures: figuresOf(seen, { seconds: 1, thresholds: [], mostWatchMs: 1 }) };
  const [picture] = kneeCharts({ steps: [one], client: 'k6', awaited: { time: 'join', tells: 'x' }, mostP99Ms: 50 });
  expect(picture.lines.map(({ values }) => values)).toEqual([[7], [7], [7]]);
});
