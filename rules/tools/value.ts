/**
 * `npm run do -- value --preset mexica --seats 4`: compares what the values of positions say with how matches of greedy bots end.
 * With `--learn` it first learns the weights anew from other matches, and with `--write` it keeps them. With `--rollouts` it plays single
 * positions on many times instead. With `--accounts` it makes an account of each match, and says what all of them together must show.
 */
import { writeFileSync } from 'node:fs';
import { commandLine } from '@flower-war/protocol/command-line';
import { type State, TRAITS, type Traits } from '../src/account/traits.ts';
import { type Account, accountOf, type SeatAccount } from '../src/account/accountOf.ts';
import { sharesIn, sharesOf, valuingOf } from '../src/account/value.ts';
import { VALUE_VERSION, VALUE_WEIGHTS } from '../src/account/weights.ts';
import type { Entry } from '../src/catalogue/games.ts';
import { GAMES } from '../src/catalogue/games.ts';
import type { Result, Seat } from '../src/contract/game.ts';
import type { Options } from '../src/contract/optionSpec.ts';
import { at } from '../src/json.ts';
import { greedyCourse, greedyEnd } from '../src/tools/matches.ts';
import { type Sample, weightsFrom } from './fitting.ts';
import { luckOf, markdownHead, markdownRow, seatNumbers, sum } from './series.ts';

const PRESETS = [...GAMES.values()].flatMap(({ game }) => game.presets.map(({ id }) => id));

const { values: given } = commandLine({
  name: 'do -- value',
  does: 'compares what positions are said to be worth with how matches end, and learns the weights of the values',
  flags: {
    game: { kind: 'text', among: [...GAMES.keys()], tells: 'the game (all)' },
    preset: { kind: 'text', among: PRESETS, tells: 'the edition (all)' },
    seats: { kind: 'wholes', tells: 'the numbers of seats (all)' },
    matches: { kind: 'whole', usual: 300, least: 1, tells: 'how many matches of each edition' },
    seed: { kind: 'whole', usual: 1, tells: 'the first seed' },
    learn: { kind: 'switch', tells: 'learns the weights from as many matches of the next seed' },
    write: { kind: 'switch', tells: 'keeps them in rules/src/account/weights.ts' },
    accounts: { kind: 'switch', tells: 'makes accounts of matches, instead' },
    rollouts: {
      kind: 'whole',
      usual: 0,
      least: 0,
      tells: 'plays one position of each match on so often, and says how far its value is from how it ends',
    },
    blunders: { kind: 'switch', tells: 'in these matches, one seat plays every tenth move at random' },
  },
});

/** One edition with a number of seats. */
interface ValuedTable {
  readonly entry: Entry;
  readonly preset: string;
  readonly seats: number;
}

const tables = [...GAMES.values()].flatMap((entry): readonly ValuedTable[] =>
  given.game === undefined || given.game === entry.game.id
    ? entry.game.presets
        .filter(({ id }) => given.preset === undefined || given.preset === id)
        .flatMap(({ id }) => seatNumbers(entry.game).map((seats) => ({ entry, preset: id, seats })))
        .filter(({ seats }) => given.seats.length === 0 || given.seats.includes(seats))
    : [],
);

const bins = ['0', '10', '20', '30', '40', '50', '60', '70', '80', '90'].map((low) => `from ${low} %`);

// Positions of matches of greedy bots, and how the matches ended.

interface Noted {
  readonly state: State;
  readonly options: Options;
  readonly result: Pick<Result, 'winners'>;
}

/** This many positions of each match, drawn at random. */
function* positionsOf({ entry, preset, seats }: ValuedTable, seed: number, each: number): Generator<Noted> {
  for (let index = 0; index < given.matches; index++) {
    const chance = luckOf(seed, index);
    const { steps, result, options } = greedyCourse(entry, { preset, seats, chance });
    for (let drawn = 0; drawn < each; drawn++) yield { state: chance.pick(steps).before, options, result };
  }
}

/** The positions of a match end alike, so more of them tell little more. */
const POSITIONS = 24;

function weightsFor(table: ValuedTable): readonly number[] {
  const traits = traitsOf(table);
  const samples: Sample[] = [];
  for (const { state, result } of positionsOf(table, given.seed + 1, POSITIONS)) {
    if (traits.settles(state) !== undefined) continue;
    const rows = traits.rows(state);
    const none = rows.length > table.seats ? [result.winners.length === 0 ? 1 : 0] : [];
    samples.push({ rows, ends: [...sharesOf(result.winners, table.seats), ...none] });
  }
  return weightsFrom(samples, given.matches);
}

function traitsOf({ entry: { game } }: ValuedTable): Traits {
  const traits = TRAITS.get(game.id);
  if (traits === undefined) throw new Error(`${game.id} has no traits`);
  return traits;
}

// Compares the values of positions with how their matches ended.

interface Bin {
  readonly said: number;
  readonly came: number;
}

function reliability(table: ValuedTable, weights: readonly number[]): string {
  const valuing = { game: table.entry.game, traits: traitsOf(table), weights };
  const judged: Bin[] = [];
  for (const { state, result } of positionsOf(table, given.seed, POSITIONS)) {
    const shares = sharesIn(valuing, state);
    const ends = sharesOf(result.winners, table.seats);
    for (const [seat, said] of shares.entries()) judged.push({ said, came: at(ends, seat) });
  }
  const usual = meanOf(judged.map(({ came }) => came));
  const cells = bins.map((_, index) => judged.filter(({ said }) => Math.min(9, Math.floor(10 * said)) === index));
  const figures = [brier(judged), brier(judged.map(({ came }) => ({ said: usual, came })))].map((one) =>
    one.toFixed(3),
  );
  return markdownRow([
    table.preset,
    String(table.seats),
    String(given.matches),
    String(judged.length / table.seats),
    ...figures,
    percentOf(1e6 * sum(cells.map((cell) => (astray(cell) * cell.length) / judged.length))),
    ...cells.map(cellOf),
  ]);
}

const meanOf = (numbers: readonly number[]): number => sum(numbers) / numbers.length;

const brier = (judged: readonly Bin[]): number => meanOf(judged.map(({ said, came }) => (said - came) * (said - came)));

const astray = (cell: readonly Bin[]): number =>
  cell.length === 0 ? 0 : Math.abs(meanOf(cell.map(({ said, came }) => said - came)));

/** What was said on average, and what came. */
function cellOf(cell: readonly Bin[]): string {
  const percent = (what: (one: Bin) => number) => percentOf(1e6 * meanOf(cell.map(what)));
  return cell.length === 0 ? '' : `${percent(({ said }) => said)} → ${percent(({ came }) => came)}`;
}

// Compares the values of single positions with how they end when they are played on many times.

const ERROR_HEAD = [
  'edition',
  'seats',
  'positions',
  'rollouts of each',
  'values say',
  'they end',
  'spread',
  'error',
  'worst',
];

/** One share of the victory: what the value says, what came on average, and how far chance moves that average. */
interface Compared extends Bin {
  readonly noise: number;
}

/** `spread` and `error` are standard deviations without the noise of the rollouts. A value that knows nothing has an error like the spread. */
function errorsRow(table: ValuedTable): string {
  const compared: Compared[] = [];
  let position = 0;
  for (const noted of positionsOf(table, given.seed, 1)) compared.push(...comparedAt(table, noted, position++));
  const noise = meanOf(compared.map((one) => one.noise));
  const without = (squares: number) => percentOf(1e6 * Math.sqrt(Math.max(0, squares - noise)));
  const [said, came] = [meanOf(compared.map((one) => one.said)), meanOf(compared.map((one) => one.came))];
  return markdownRow([
    table.preset,
    String(table.seats),
    String(position),
    String(given.rollouts),
    percentOf(1e6 * said),
    percentOf(1e6 * came),
    without(meanOf(compared.map((one) => (one.came - came) ** 2))),
    without(brier(compared)),
    percentOf(1e6 * Math.max(...compared.map((one) => Math.abs(one.said - one.came)))),
  ]);
}

/** Each rollout deals anew what no seat has seen, since no value looks at it. */
function comparedAt(
  { entry, preset, seats }: ValuedTable,
  { state, options }: Noted,
  position: number,
): readonly Compared[] {
  const valuing = valuingOf(entry.game, preset, seats);
  if (valuing === undefined) throw new Error(`nothing was learned for ${preset}`);
  const ends = Array.from({ length: given.rollouts }, (_, index) => {
    const chance = luckOf(given.seed + 1, position * given.rollouts + index);
    const { winners } = greedyEnd(entry, { from: entry.game.reshuffle(state, chance), seats, options, chance });
    return sharesOf(winners, seats);
  });
  return sharesIn(valuing, state).map((said, seat) => {
    const shares = ends.map((end) => at(end, seat));
    return { said, came: meanOf(shares), noise: deviationOf(shares) ** 2 / Math.max(1, given.rollouts - 1) };
  });
}

// Keeps the weights as data.

function keep(): void {
  const isNew = JSON.stringify(learned) !== JSON.stringify(VALUE_WEIGHTS);
  const version = VALUE_VERSION + (isNew && Object.keys(VALUE_WEIGHTS).length > 0 ? 1 : 0);
  const editions = Object.entries(learned).map(([preset, bySeats]) => {
    const lines = Object.entries(bySeats).map(([seats, weights]) => `    ${seats}: [${weights.join(', ')}],`);
    return [`  '${preset}': {`, ...lines, '  },'].join('\n');
  });
  writeFileSync(new URL('../src/account/weights.ts', import.meta.url), fileOf(version, editions));
}

const fileOf = (
  version: number,
  editions: readonly string[],
): string => `/** Written by \`npm run do -- value --learn --write\`: what the traits of a position are worth, by edition and number of seats. */

/** Another version may give other accounts. An account names the version that it was made with. */
export const VALUE_VERSION = ${version};

type Weights = Readonly<Record<string, Readonly<Record<number, readonly number[]>>>>;

// biome-ignore format: written by a tool
export const VALUE_WEIGHTS: Weights = {
${editions.join('\n')}
};
`;

// Accounts of many matches: what must hold for all of them together.

const ACCOUNT_HEAD = [
  'edition',
  'seats',
  'matches',
  'luck by seat',
  'own by seat',
  'spread of result',
  'of luck',
  'of skill',
];
const TOLD_APART = ['told apart by own', 'by skill', 'by result'];

function accountsRow(table: ValuedTable): string {
  const { entry, preset, seats } = table;
  const accounts: Account[] = [];
  const apart: Record<'own' | 'skill' | 'result', number>[] = [];
  for (let index = 0; index < given.matches; index++) {
    const weak = (index % seats) as Seat;
    const chance = luckOf(given.seed, index);
    const account = accountOf(
      greedyCourse(entry, { preset, seats, chance, ...(given.blunders && { blunders: weak }) }),
    );
    if (account === undefined) return markdownRow([preset, String(seats), 'no weights']);
    for (const seat of account.seats) if (!isExact(seat)) throw new Error(`match ${index} does not add up`);
    accounts.push(account);
    apart.push({
      own: gap(account, weak, ({ own }) => own.value),
      skill: gap(account, weak, ({ skill }) => skill.value),
      result: gap(account, weak, ({ result }) => result),
    });
  }
  const of = (seat: number, what: (one: SeatAccount) => number) =>
    accounts.map((account) => what(at(account.seats, seat)));
  const bySeat = (what: (one: SeatAccount) => number) =>
    Array.from({ length: seats }, (_, seat) => meanWords(of(seat, what))).join(', ');
  const all = (what: (one: SeatAccount) => number) =>
    percentOf(deviationOf(accounts.flatMap((account) => account.seats.map(what))));
  return markdownRow([
    preset,
    String(seats),
    String(given.matches),
    bySeat(({ luck }) => luck.value),
    bySeat(({ own }) => own.value),
    all(({ result }) => result),
    all(({ luck }) => luck.value),
    all(({ skill }) => skill.value),
    ...(given.blunders
      ? (['own', 'skill', 'result'] as const).map((by) => neededFor(apart.map((one) => one[by])))
      : []),
  ]);
}

const isExact = ({ prior, luck, skill, own, others, rest, result }: SeatAccount): boolean =>
  prior.value + luck.value + skill.value === result && own.value + others.value + rest.value === skill.value;

/** By how much a seat is behind the mean of the others. */
function gap({ seats }: Account, weak: Seat, what: (one: SeatAccount) => number): number {
  const others = seats.filter(({ seat }) => seat !== weak).map(what);
  return meanOf(others) - what(at(seats, weak));
}

/** After this many matches the gap is three standard errors from nothing. */
function neededFor(gaps: readonly number[]): string {
  const ratio = deviationOf(gaps) / meanOf(gaps);
  return ratio > 0 ? String(Math.ceil(NEEDED * NEEDED * ratio * ratio)) : 'never';
}

const NEEDED = 3;

function deviationOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers);
  return Math.sqrt(meanOf(numbers.map((one) => (one - mean) * (one - mean))));
}

const percentOf = (millionths: number): string => (millionths / 10_000).toFixed(1);

/** The mean, and its distance from nothing in standard errors. */
function meanWords(numbers: readonly number[]): string {
  const mean = meanOf(numbers);
  const error = deviationOf(numbers) / Math.sqrt(numbers.length);
  return `${percentOf(mean)} (${(error === 0 ? 0 : mean / error).toFixed(1)} σ)`;
}

if (given.accounts) {
  console.log(markdownHead([...ACCOUNT_HEAD, ...(given.blunders ? TOLD_APART : [])]));
  for (const table of tables) console.log(accountsRow(table));
  process.exit();
}

if (given.rollouts > 0) {
  console.log(markdownHead(ERROR_HEAD));
  for (const table of tables) console.log(errorsRow(table));
  process.exit();
}

const learned: Record<string, Record<number, readonly number[]>> = structuredClone(VALUE_WEIGHTS) as never;
console.log(markdownHead(['edition', 'seats', 'matches', 'positions', 'Brier', 'without', 'astray', ...bins]));
for (const table of tables) {
  const weights = given.learn ? weightsFor(table) : (VALUE_WEIGHTS[table.preset]?.[table.seats] ?? []);
  learned[table.preset] = { ...learned[table.preset], [table.seats]: weights };
  console.log(reliability(table, weights));
}
if (given.learn && given.write) keep();
