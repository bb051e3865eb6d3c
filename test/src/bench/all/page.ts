/** The generated part of docs/performance.md, made of docs/performance.json and of the goals. */
import { readFileSync } from 'node:fs';
import { GOALS } from './goals.ts';
import { goalRows, type Report, systemRows } from './report.ts';
import { markdownTable } from './tables.ts';

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
