/** A summary of many matches, and its text in lines or as a row of a table. */
import type { Options } from '../../src/contract/optionSpec.ts';
import { median, type Spread, spread, table, wilson } from '../statistics.ts';
import type { Digest } from './story.ts';

/** The matches that were played. */
interface Series {
  readonly game: string;
  readonly rulesVersion: number;
  readonly options: Options;
  readonly bots: readonly string[];
  readonly matches: number;
  readonly seed: number;
}

/** A part of the matches, or of their battles, with its 95 % interval. */
interface Share {
  readonly count: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface Summary extends Series {
  readonly wins: readonly (Share & { readonly seat: number; readonly bot: string })[];
  readonly unwon: Share;
  readonly length: Spread;
  readonly rounds: Spread;
  /** The round in which the apocalypse began; the median of matches in which it did. */
  readonly trigger: number | undefined;
  readonly battles: Spread;
  /** Ties among all battles. */
  readonly ties: Share;
  readonly endings: readonly (Share & { readonly reason: string })[];
  /** How often each kind of event happens in a match. */
  readonly events: Readonly<Record<string, Spread>>;
}

export function summaryOf(series: Series, played: readonly Digest[]): Summary {
  const share = (holds: (match: Digest) => boolean) => shareOf(played.filter(holds).length, played.length);
  const triggers = played.flatMap(({ trigger }) => trigger ?? []);
  const total = (count: (match: Digest) => number) => played.reduce((sum, match) => sum + count(match), 0);
  return {
    ...series,
    wins: series.bots.map((bot, seat) => ({
      seat,
      bot,
      ...share(({ result }) => result.winners.some((winner) => winner === seat)),
    })),
    unwon: share(({ result }) => result.winners.length === 0),
    length: spread(played.map(({ moves }) => moves)),
    rounds: spread(played.map(({ rounds }) => rounds)),
    trigger: triggers.length === 0 ? undefined : median(triggers),
    battles: spread(played.map(({ battles }) => battles)),
    ties: shareOf(
      total(({ ties }) => ties),
      total(({ battles }) => battles),
    ),
    endings: endings(played).map((reason) => ({ reason, ...share(({ ending }) => ending === reason) })),
    events: eventsOf(played),
  };
}

function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, share: 0, low: 0, high: 0 };
  const [low, high] = wilson(count, of);
  return { count, share: count / of, low, high };
}

const endings = (played: readonly Digest[]): readonly string[] =>
  [...new Set(played.map(({ ending }) => ending))].toSorted();

function eventsOf(played: readonly Digest[]): Summary['events'] {
  const kinds = new Set(played.flatMap(({ counts }) => [...counts.keys()]));
  return Object.fromEntries(
    [...kinds].toSorted().map((kind) => [kind, spread(played.map(({ counts }) => counts.get(kind) ?? 0))]),
  );
}

const percent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)} %`;

/** The whole summary as text for people. */
export function readable(summary: Summary): string {
  const { game, rulesVersion, matches, seed, options, wins, unwon, trigger, ties, endings: ends, events } = summary;
  const line = ({ count, share, low, high }: Share) => [
    `${count}`,
    percent(share),
    `${percent(low)} to ${percent(high)}`,
  ];
  const spreads = { moves: summary.length, rounds: summary.rounds, battles: summary.battles, ...events };
  return [
    `${game}, rules version ${rulesVersion}, ${matches} matches from seed ${seed}`,
    Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    '',
    table([
      ['wins', 'count', 'share', '95 % interval'],
      ...wins.map((one) => [`seat ${one.seat} (${one.bot})`, ...line(one)]),
      ['no winner', ...line(unwon)],
    ]),
    '',
    table([
      ['in a match', 'mean', 'median', 'p95'],
      ...Object.entries(spreads).map(([name, { mean, median: middle, p95 }]) => [
        name,
        mean.toFixed(1),
        `${middle}`,
        `${p95}`,
      ]),
    ]),
    '',
    table([
      ['endings', 'count', 'share', '95 % interval'],
      ...ends.map((one) => [one.reason, ...line(one)]),
      ['battles tied', ...line(ties)],
    ]),
    ...(trigger === undefined ? [] : ['', `the apocalypse begins in round ${trigger} (median)`]),
  ].join('\n');
}

const HEAD: readonly string[] = [
  'seats',
  'wins by seat, %',
  'no winner',
  'length',
  'median',
  'p95',
  'trigger',
  'battles',
  'ties',
  'endings',
];

/** A row for each number of seats. */
export function tableOf(summaries: readonly Summary[]): string {
  return markdown([HEAD, ...summaries.map(row)]);
}

/** The figures of one row. Each seat's share of wins and its interval are whole percents. */
function row(summary: Summary): readonly string[] {
  const { bots, wins, unwon, rounds, trigger, battles, ties, endings: ends } = summary;
  const whole = (value: number) => (100 * value).toFixed(0);
  const [unit, { mean, median: middle, p95 }] = rounds.mean > 0 ? ['rounds', rounds] : ['moves', summary.length];
  return [
    `${bots.length}`,
    wins.map(({ share, low, high }) => `${whole(share)} (${whole(low)}–${whole(high)})`).join(', '),
    percent(unwon.share, 0),
    `${mean.toFixed(1)} ${unit}`,
    `${middle}`,
    `${p95}`,
    `${trigger ?? '–'}`,
    battles.mean.toFixed(1),
    ties.count > 0 ? percent(ties.share, 0) : '–',
    ends
      .toSorted((a, b) => b.count - a.count)
      .map(({ reason, share }) => `${reason} ${percent(share, share < 0.01 ? 1 : 0)}`)
      .join(', '),
  ];
}

export function markdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
