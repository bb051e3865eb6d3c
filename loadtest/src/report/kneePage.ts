/** The page of a search for the knee: how the figures grow with the number of players. */
import type { Awaited } from '../load.ts';
import type { Figures } from './figures.ts';
import { pageOf } from './page.ts';
import { type Chart, type Line, short } from './plot.ts';

export interface Step {
  readonly players: number;
  readonly figures: Figures;
}

export interface KneeTold {
  readonly tells: string;
  /** The program that played, as people call it. */
  readonly client: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly steps: readonly Step[];
  readonly awaited: Awaited;
  readonly mostP99Ms: number;
}

/** The most players with whom all thresholds were kept, before the first run in which they were not; 0 if there is none. */
export function kneeOf(steps: readonly Step[]): number {
  const firstBroken = steps.findIndex(({ figures }) => figures.verdict !== 'kept');
  const kept = firstBroken === -1 ? steps : steps.slice(0, firstBroken);
  return kept.at(-1)?.players ?? 0;
}

/** Where the knee is, as far as the runs tell. */
export function kneeWords(steps: readonly Step[]): string {
  const players = kneeOf(steps);
  if (steps.at(-1)?.figures.verdict !== 'void') return `${players} players`;
  return players === 0 ? 'not found' : `at least ${players} players`;
}

export function kneePage({ tells, client, facts, steps, awaited, mostP99Ms }: KneeTold): string {
  const last = steps.at(-1);
  const isVoid = last?.figures.verdict === 'void';
  const words = isVoid ? `${client} or other programs were too busy for more` : 'the next step was too much';
  return pageOf({
    title: `The knee: ${kneeWords(steps)}`,
    tells,
    badge: { kind: isVoid ? 'void' : 'kept', words },
    tiles: steps.map(({ players, figures }) => ({
      name: `${players} players: ${figures.verdict}`,
      value: short(figures.times[awaited.time]?.p99 ?? 0),
      unit: 'ms, p99',
    })),
    charts: kneeCharts({ steps, client, awaited, mostP99Ms }),
    tables: [{ title: 'The runs', rows: facts }],
  });
}

/** The first one tells where the knee is. */
export function kneeCharts({
  steps,
  client,
  awaited,
  mostP99Ms: limit,
}: Pick<KneeTold, 'steps' | 'client' | 'awaited' | 'mostP99Ms'>): readonly [Chart, ...Chart[]] {
  const axis = { xs: steps.map(({ players }) => players), xTitle: 'players' };
  const line = (name: string, of: (figures: Figures) => number | undefined): Line => ({
    name,
    values: steps.map(({ figures }) => of(figures)),
  });
  const times = [
    line('p50', (figures) => figures.times[awaited.time]?.p50),
    line('p99', (figures) => figures.times[awaited.time]?.p99),
    line('p99.9', (figures) => figures.times[awaited.time]?.p999),
  ];
  const cores = [
    line('server', ({ server }) => server.cpu * 100),
    line(client, ({ client }) => client.cpu * 100),
    line('other programs', ({ others }) => others.cpu * 100),
  ];
  return [
    { ...axis, title: awaited.tells, unit: 'ms', lines: times, limit },
    { ...axis, title: 'Processor', unit: '% of a core', lines: cores },
    { ...axis, title: 'Memory', unit: 'MB', lines: [line('server', ({ server }) => server.rssMb)] },
    {
      ...axis,
      title: 'Delay of the event loop, p99',
      unit: 'ms',
      lines: [line('server', ({ server }) => server.loopP99Ms)],
    },
  ];
}
