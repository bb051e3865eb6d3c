/** A page with figures, plots and tables: one HTML file that needs nothing else. */
import type { Verdict } from './figures.ts';
import { type Chart, chartSvg, escaped, legend } from './plot.ts';
import { STYLE } from './style.ts';

export interface Tile {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
}

export interface Table {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

export interface Page {
  readonly title: string;
  readonly tells: string;
  readonly badge: { readonly kind: Verdict; readonly words: string };
  readonly tiles: readonly Tile[];
  readonly charts: readonly Chart[];
  readonly tables: readonly Table[];
}

export function pageOf({ title, tells, badge, tiles, charts, tables }: Page): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>
<header><h1>${escaped(title)}</h1><span class="verdict ${badge.kind}">${escaped(badge.words)}</span></header>
<p>${escaped(tells)}</p>
<section class="tiles">${tiles.map(tileHtml).join('')}</section>
<section class="charts">${charts.map(chartHtml).join('')}</section>
<section class="tables">${tables.map(tableHtml).join('')}</section>
</main></body></html>
`;
}

const tileHtml = ({ name, value, unit }: Tile) =>
  `<div class="tile"><b>${escaped(value)}</b> <small>${escaped(unit)}</small><span>${escaped(name)}</span></div>`;

const chartHtml = (chart: Chart) =>
  `<figure><figcaption><b>${escaped(chart.title)}</b><span class="key">${escaped(chart.unit)}</span>${legend(chart)}</figcaption>${chartSvg(chart)}</figure>`;

function tableHtml({ title, rows }: Table): string {
  const rowHtml = (row: readonly string[]) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  return `<table><caption>${escaped(title)}</caption>${rows.map(rowHtml).join('')}</table>`;
}
