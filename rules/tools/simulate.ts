/**
 * `npm run do -- simulate --game tieqchieq --matches 1000`: plays many matches of bots and prints a summary.
 * With `--table`, it prints a row of Markdown for each number of seats. With `--decisions`, it prints how often a seat decides in each
 * edition, with the habits of each pace.
 */
import { commandLine, refuse } from '@flower-war/protocol/command-line';
import { type Entry, GAMES } from '../src/catalogue/games.ts';
import { habitsOf, PACES } from '../src/contract/game.ts';
import { at } from '../src/json.ts';
import {
  allowedSeats,
  chosenGame,
  chosenOptions,
  lengthsOf,
  type MatchFigures,
  markdownHead,
  markdownRow,
  median,
  namedBot,
  playSeries,
  spread,
  sum,
  wilson,
} from './series.ts';

const { values: given } = commandLine({
  name: 'do -- simulate',
  does: 'plays many matches of bots and prints a summary',
  flags: {
    game: { kind: 'text', of: 'ID', tells: 'the game (the first)' },
    matches: { kind: 'whole', usual: 1000, least: 1, tells: 'how many matches' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    seats: { kind: 'wholes', of: '2,3,4', tells: 'the numbers of seats (one seat for each bot)' },
    bots: { kind: 'text', of: 'NAME,NAME', usual: 'greedy', tells: 'one bot, or one for each seat' },
    preset: { kind: 'text', of: 'ID', tells: 'the edition (the first of the game)' },
    length: { kind: 'text', tells: 'short, standard or another length of the edition' },
    options: { kind: 'text', of: 'A=1,B=2', usual: '', tells: 'options of the match' },
    json: { kind: 'switch', tells: 'prints JSON' },
    table: { kind: 'switch', tells: 'prints a row of Markdown for each number of seats' },
    decisions: {
      kind: 'switch',
      tells: 'prints how often a seat decides in each edition, with the habits of each pace',
    },
  },
});

const COLUMNS = [
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
/** Where cards may stand for skulls, a greedy bot would sacrifice each card for the next one, for ever. */
const BOUND = 'sacrificesPerTurn';

const entry = chosenGame(given.game);
const { matches, seed } = given;
if (given.decisions) printDecisions(given.game === undefined ? [...GAMES.values()] : [entry]);
else console.log(told(chosenSeats().map(summaryOf)));

/** If no number is given, one seat for each named bot. */
function chosenSeats(): readonly number[] {
  if (given.seats.length === 0) return [Math.max(entry.game.seats[0], given.bots.split(',').length)];
  return given.seats.map((seats) => allowedSeats(entry, seats));
}

function chosenBots(seats: number): readonly string[] {
  const names = given.bots.split(',');
  for (const name of names) namedBot(entry, name);
  if (names.length !== 1 && names.length !== seats)
    return refuse(`--bots names ${names.length} bots for ${seats} seats; name one, or one for each seat`);
  return Array.from({ length: seats }, (_, seat) => names[seat] ?? at(names, 0));
}

type Summary = ReturnType<typeof summaryOf>;

/** Plays a series. Each share of matches, or of battles, has its 95 % interval. */
function summaryOf(seats: number) {
  const { id: game, rulesVersion } = entry.game;
  const series = { options: chosenOptions(entry, given), bots: chosenBots(seats), matches, seed };
  const played = playSeries(entry, series);
  const share = (holds: (match: MatchFigures) => boolean) => shareOf(played.filter(holds).length, matches);
  const triggers = played.flatMap(({ trigger }) => trigger ?? []);
  return {
    game,
    rulesVersion,
    ...series,
    wins: series.bots.map((bot, seat) => ({
      seat,
      bot,
      ...share(({ result }) => result.winners.some((winner) => winner === seat)),
    })),
    unwon: share(({ result }) => result.winners.length === 0),
    length: spread(played.map(({ moves }) => moves)),
    rounds: spread(played.map(({ rounds }) => rounds)),
    /** The round in which the apocalypse began; the median of matches in which it did. */
    trigger: triggers.length === 0 ? undefined : median(triggers),
    battles: spread(played.map(({ battles }) => battles)),
    ties: shareOf(sum(played.map(({ ties }) => ties)), sum(played.map(({ battles }) => battles))),
    endings: [...new Set(played.map(({ ending }) => ending))]
      .toSorted()
      .map((reason) => ({ reason, ...share(({ ending }) => ending === reason) })),
  };
}

function shareOf(count: number, of: number) {
  const [low, high] = of === 0 ? [0, 0] : wilson(count, of);
  return { count, share: of === 0 ? 0 : count / of, low, high };
}

function told(summaries: readonly Summary[]): string {
  if (given.table) return [markdownHead(COLUMNS), ...summaries.map((one) => markdownRow(cellsOf(one)))].join('\n');
  return summaries.map((one) => (given.json ? JSON.stringify(one) : readable(one))).join('\n\n');
}

/** The cells of a row. Each seat's share of wins and its interval are whole percents. */
function cellsOf({ bots, wins, unwon, length, rounds, trigger, battles, ties, endings }: Summary): readonly string[] {
  const percent = (value: number, digits = 0) => (100 * value).toFixed(digits);
  const [unit, { mean, median: middle, p95 }] = rounds.mean > 0 ? ['rounds', rounds] : ['moves', length];
  const ends = endings
    .toSorted((a, b) => b.count - a.count)
    .map(({ reason, share }) => `${reason} ${percent(share, share < 0.01 ? 1 : 0)} %`);
  return [
    `${bots.length}`,
    wins.map(({ share, low, high }) => `${percent(share)} (${percent(low)}–${percent(high)})`).join(', '),
    `${percent(unwon.share)} %`,
    `${mean.toFixed(1)} ${unit}`,
    `${middle}`,
    `${p95}`,
    `${trigger ?? '–'}`,
    battles.mean.toFixed(1),
    ties.count > 0 ? `${percent(ties.share)} %` : '–',
    ends.join(', '),
  ];
}

/** The row of the table, with a line for each cell. */
function readable(summary: Summary): string {
  const { game, rulesVersion, bots, options } = summary;
  const cells = cellsOf(summary);
  return [
    `${game}, rules version ${rulesVersion}, ${matches} matches of ${bots.join(', ')} from seed ${seed}`,
    Object.entries(options)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    ...COLUMNS.map((name, column) => `${name.padEnd(16)} ${cells[column]}`),
  ].join('\n');
}

/** Prints a row as soon as it is played: for each edition and length the median of decisions of a seat. */
function printDecisions(entries: readonly Entry[]): void {
  console.log(markdownHead(['edition', 'length', 'seats', 'asked everything', ...PACES]));
  for (const one of entries) {
    const { presets, usualSeats: seats = one.game.seats[1] } = one.game;
    for (const { id: preset } of presets) {
      for (const length of lengthsOf(one.game)) {
        const medians = [undefined, ...PACES].map((pace) => `${decisionsOf(one, { preset, length, seats, pace })}`);
        console.log(markdownRow([preset, length ?? 'standard', `${seats}`, ...medians]));
      }
    }
  }
}

interface Edition {
  readonly preset: string;
  readonly length: string | undefined;
  readonly seats: number;
  /** Absent if bots are asked everything. */
  readonly pace: (typeof PACES)[number] | undefined;
}

function decisionsOf(one: Entry, { preset, length, seats, pace }: Edition): number {
  const bound = one.game.options.some(({ name }) => name === BOUND) ? `${BOUND}=20` : '';
  const series = {
    options: chosenOptions(one, { preset, length, options: bound }),
    bots: Array.from({ length: seats }, () => 'greedy'),
    habits: pace === undefined ? [] : habitsOf(one.game.habits?.list ?? [], pace),
  };
  return median(playSeries(one, { ...series, matches, seed }).flatMap(({ decisions }) => decisions));
}
