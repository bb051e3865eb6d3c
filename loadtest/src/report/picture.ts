/** A chart as a picture of its own, for a page of the documentation. */
import { type Chart, chartSvg, escaped, PLOT } from './plot.ts';

const HEAD = 44;
const COLOURS = ['#1f6f78', '#c4502b', '#8a4fa3'] as const;
const LIMIT = '#b3261e';
const WORD_PX = 7.5;
const GAP_PX = 34;

const STYLE = `text { font: 12px system-ui, sans-serif; fill: #5d5646 } .title { font-size: 15px; font-weight: 600; fill: #22201c }
.grid { stroke: #e3ddd2 } .measured { fill: #f3eee2 } .hover { fill: none } .line { fill: none; stroke-width: 1.8; stroke-linejoin: round }
${COLOURS.map((colour, nth) => `.line.c${nth} { stroke: ${colour} }`).join(' ')} line.limit { stroke: ${LIMIT}; stroke-dasharray: 5 4 }`;

export function pictureOf(chart: Chart): string {
  const size = `width="${PLOT.width}" height="${PLOT.height + HEAD}"`;
  const title = escaped(`${chart.title}, ${chart.unit}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${PLOT.width} ${PLOT.height + HEAD}">
<title>${title}</title>
<style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>
<text class="title" x="14" y="20">${title}</text>
${keysOf(chart).join('')}
<svg y="${HEAD}" width="${PLOT.width}" height="${PLOT.height}" role="img" aria-label="${title}">${chartSvg(chart)}</svg></svg>
`;
}

function keysOf({ lines, limit, unit }: Chart): readonly string[] {
  const names = lines.map(({ name }, nth) => ({ name, colour: COLOURS[nth] ?? LIMIT }));
  const all = limit === undefined ? names : [...names, { name: `at most ${limit} ${unit}`, colour: LIMIT }];
  let x = 14;
  return all.map(({ name, colour }) => {
    const at = x;
    x += name.length * WORD_PX + GAP_PX;
    return `<rect x="${at}" y="33" width="14" height="3" fill="${colour}"/><text x="${at + 19}" y="38">${escaped(name)}</text>`;
  });
}
