/** Line charts as SVG, which need nothing but themselves. */

export interface Line {
  readonly name: string;
  /** Undefined where nothing is known: the line has a gap there. */
  readonly values: readonly (number | undefined)[];
}

export interface Chart {
  readonly title: string;
  readonly unit: string;
  /** The place of each value on the horizontal axis. */
  readonly xs: readonly number[];
  readonly xTitle: string;
  readonly lines: readonly Line[];
  /** A line that the figures should stay below. */
  readonly limit?: number;
  /** The part of the horizontal axis that counts. */
  readonly measured?: readonly [from: number, to: number];
}

export const PLOT = { width: 760, height: 250, left: 58, right: 14, top: 14, bottom: 34 } as const;
const GRID_LINES = 4;
const TICKS = 8;

export function chartSvg(chart: Chart): string {
  const scale = scaleOf(chart);
  const parts = [
    ...measuredBand(chart, scale),
    ...grid(scale),
    ...ticks(chart, scale),
    ...limitLine(chart, scale),
    ...chart.lines.map((line, n) => lineSvg(line, n, { chart, scale })).toReversed(), // the first one lies on top
    ...chart.xs.map((x, n) => hover(x, n, { chart, scale })),
  ];
  const label = `${chart.title}, ${chart.unit}`;
  return `<svg viewBox="0 0 ${PLOT.width} ${PLOT.height}" role="img" aria-label="${escaped(label)}">${parts.join('')}</svg>`;
}

export function legend({ lines, limit, unit }: Chart): string {
  const names = lines.map(({ name }, n) => `<span class="key"><i class="swatch c${n}"></i>${escaped(name)}</span>`);
  const most =
    limit === undefined
      ? []
      : [`<span class="key"><i class="swatch limit"></i>at most ${limit} ${escaped(unit)}</span>`];
  return [...names, ...most].join('');
}

interface Scale {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly top: number;
}

interface Drawn {
  readonly chart: Chart;
  readonly scale: Scale;
}

function scaleOf({ xs, lines, limit }: Chart): Scale {
  const values = lines.flatMap((line) => line.values.filter(isKnown));
  const top = roundUp(values.reduce((most, value) => Math.max(most, value), limit ?? 0));
  const [first, last] = [xs[0] ?? 0, xs.at(-1) ?? 1];
  const { width, height, left, right, top: above, bottom } = PLOT;
  const wide = (width - left - right) / Math.max(1e-9, last - first);
  const high = (height - above - bottom) / top;
  return { x: (value) => left + (value - first) * wide, y: (value) => height - bottom - value * high, top };
}

/** The next of 1, 2, 2.5, 4, 5, 8 and 10 times a power of ten. */
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 4, 5, 8, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10) * power;
}

function measuredBand({ measured }: Chart, { x }: Scale): readonly string[] {
  if (measured === undefined) return [];
  const [from, to] = [x(measured[0]), x(measured[1])];
  const high = PLOT.height - PLOT.top - PLOT.bottom;
  return [
    `<rect class="measured" x="${px(from)}" y="${PLOT.top}" width="${px(Math.max(0, to - from))}" height="${high}"/>`,
  ];
}

function grid({ y, top }: Scale): readonly string[] {
  return Array.from({ length: GRID_LINES + 1 }, (_, n) => {
    const value = (top * n) / GRID_LINES;
    const at = px(y(value));
    const line = `<line class="grid" x1="${PLOT.left}" x2="${PLOT.width - PLOT.right}" y1="${at}" y2="${at}"/>`;
    return `${line}<text x="${PLOT.left - 6}" y="${at + 4}" text-anchor="end">${short(value)}</text>`;
  });
}

function ticks({ xs, xTitle }: Chart, { x }: Scale): readonly string[] {
  const every = Math.max(1, Math.ceil(xs.length / TICKS));
  const marks = xs
    .filter((_, n) => n % every === 0)
    .map((value) => `<text x="${px(x(value))}" y="${PLOT.height - 18}" text-anchor="middle">${short(value)}</text>`);
  const title = `<text x="${PLOT.width - PLOT.right}" y="${PLOT.height - 4}" text-anchor="end">${escaped(xTitle)}</text>`;
  return [...marks, title];
}

function limitLine({ limit }: Chart, { y }: Scale): readonly string[] {
  if (limit === undefined) return [];
  const at = px(y(limit));
  return [`<line class="limit" x1="${PLOT.left}" x2="${PLOT.width - PLOT.right}" y1="${at}" y2="${at}"/>`];
}

function lineSvg({ values }: Line, nth: number, { chart: { xs }, scale: { x, y } }: Drawn): string {
  let isDown = false;
  const path = values.map((value, n) => {
    if (!isKnown(value)) {
      isDown = false;
      return '';
    }
    const step = `${isDown ? 'L' : 'M'}${px(x(xs[n] ?? 0))} ${px(y(value))}`;
    isDown = true;
    return step;
  });
  return `<path class="line c${nth}" d="${path.join('')}"/>`;
}

/** The browser shows the figures of the place that the pointer is at. */
function hover(at: number, n: number, { chart: { xs, lines, unit, xTitle }, scale: { x } }: Drawn): string {
  const [first = at, second = first] = xs;
  const wide = Math.max(1, x(second) - x(first));
  const told = lines.flatMap(({ name, values }) => {
    const value = values[n];
    return isKnown(value) ? [`${name}: ${short(value)} ${unit}`] : [];
  });
  const words = escaped([`${short(at)} ${xTitle}`, ...told].join('\n'));
  const high = PLOT.height - PLOT.top - PLOT.bottom;
  return `<rect class="hover" x="${px(x(at) - wide / 2)}" y="${PLOT.top}" width="${px(wide)}" height="${high}"><title>${words}</title></rect>`;
}

const isKnown = (value: number | undefined): value is number => Number.isFinite(value);
const px = (value: number) => Math.round(value * 10) / 10;

export function short(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
