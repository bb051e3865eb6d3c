/** Series of matches among bots: what the command line says of them, and the figures of each match. */
import { refuse } from '@flower-war/protocol/command-line';
import { type AnyBot, type Entry, GAMES } from '../src/catalogue/games.ts';
import { type Chance, fastChance } from '../src/contract/chance.ts';
import { type OptionSpec, type Options, type OptionValue, resolveOptions } from '../src/contract/optionSpec.ts';
import { at } from '../src/json.ts';
import { type Simulated, simulate } from '../src/tools/matches.ts';

/** The game with this id; the first game if there is no id. */
export function chosenGame(id: string | undefined): Entry {
  const [first] = GAMES.values();
  const chosen = id === undefined ? first : GAMES.get(id);
  return chosen ?? refuse(`there is no game "${id}"; there are: ${[...GAMES.keys()].join(', ')}`);
}

interface GivenOptions {
  readonly preset?: string | undefined;
  readonly length?: string | undefined;
  /** Changes such as `board=F7,mayPass=true`. */
  readonly options?: string;
}

/** The options of a preset, with the changes of the command line. */
export function chosenOptions({ game }: Entry, { preset, length, options = '' }: GivenOptions): Options {
  const given: Record<string, OptionValue> = length === undefined ? {} : { length };
  for (const pair of options.split(',').filter(Boolean)) {
    const [name = '', text = ''] = pair.split('=');
    const spec = game.options.find((one) => one.name === name);
    given[name] = valueIn(text, spec);
  }
  const resolved = resolveOptions(game, preset, given);
  if (resolved.ok) return resolved.options;
  return refuse(`${resolved.reason}: ${resolved.option}; allowed: ${JSON.stringify(resolved.allowed)}`);
}

/** Reads the value of an option. An unreadable value stays a text, which the option then refuses. */
function valueIn(text: string, spec: OptionSpec | undefined): OptionValue {
  if (spec?.type === 'flag' && (text === 'true' || text === 'false')) return text === 'true';
  return spec?.type === 'integer' && text !== '' ? Number(text) : text;
}

/** Refuses a number of seats that the game does not have. */
export function allowedSeats({ game }: Entry, seats: number): number {
  const [least, most] = game.seats;
  if (seats >= least && seats <= most) return seats;
  return refuse(`${game.id} is for ${least} to ${most} seats, not ${seats}`);
}

/** All numbers of seats that a game has. */
export function seatNumbers({ seats: [least, most] }: Entry['game']): readonly number[] {
  return Array.from({ length: most - least + 1 }, (_, more) => least + more);
}

/** The lengths that a host may choose; a game without the option has one length, which has no name. */
export function lengthsOf({ options }: Entry['game']): readonly (string | undefined)[] {
  const spec = options.find(({ name }) => name === 'length');
  return spec?.type === 'choice' ? spec.values : [undefined];
}

export function namedBot(entry: Entry, name: string): AnyBot {
  const known = botsOf(entry);
  return known[name] ?? refuse(`there is no bot "${name}"; there are: ${Object.keys(known).join(', ')}`);
}

const botsOf = ({ bots }: Entry): Readonly<Record<string, AnyBot>> => ({ ...bots, thrifty });

/**
 * A random bot, close to the bot behind the sanity numbers of the rules documents. Each time it could make an offering,
 * it stops half of the time. It never discards a card unused. All other moves are random. It acts singly, as that bot did.
 */
function thrifty<M extends { readonly kind: string }>(question: { readonly legal: readonly M[] }, chance: Chance): M {
  const legal = question.legal.filter((move) => move.kind !== 'end' && !(move.kind === 'offer' && 'n' in move));
  const stop = legal.find(({ kind }) => kind === 'done');
  const offerings = legal.filter(({ kind }) => OFFERINGS.includes(kind));
  if (offerings.length > 0) return stop !== undefined && chance.coin() ? stop : chance.pick(offerings);
  const kept = legal.filter(({ kind }) => kind !== 'discard');
  return chance.pick(kept.length > 0 ? kept : legal);
}

const OFFERINGS: readonly string[] = ['offer', 'tonantzin', 'give'];

interface Series {
  readonly options: Options;
  /** One for each seat. */
  readonly bots: readonly string[];
  readonly matches: number;
  readonly seed: number;
  /** The habits that every seat keeps; none if absent. */
  readonly habits?: readonly string[];
}

/** The luck of a match of a series. */
export const luckOf = (seed: number, index: number): Chance => fastChance(seed * 1_000_003 + index);

/** Plays a series and gives the figures of each match. */
export function playSeries(entry: Entry, { matches, seed, ...table }: Series): readonly MatchFigures[] {
  const players = { game: entry.game, bots: botsOf(entry) };
  const amiss = entry.game.optionAmiss?.(table.options, table.bots.length);
  if (amiss !== undefined)
    return refuse(`${amiss}=${table.options[amiss]} does not fit a table of ${table.bots.length} seats`);
  return Array.from({ length: matches }, (_, index) =>
    figuresOf(simulate(players, { ...table, chance: luckOf(seed, index) })),
  );
}

/** What the events of a match tell. */
export interface MatchFigures extends Omit<Simulated, 'events'> {
  /** 0 in a game without rounds. */
  readonly rounds: number;
  /** The round in which the apocalypse began, if it did. */
  readonly trigger: number | undefined;
  /** Battles among players. */
  readonly battles: number;
  readonly ties: number;
  /** The reason of the result, and the fixed ending if the reason does not tell it. */
  readonly ending: string;
}

function figuresOf({ events, ...match }: Simulated): MatchFigures {
  const figures = { rounds: 0, battles: 0, ties: 0, ending: match.result.reason };
  let trigger: number | undefined;
  let isAmongPlayers = true;
  for (const event of events) {
    switch (event.kind) {
      case 'turn-began':
      case 'round-ended':
        figures.rounds = Number(event['round']);
        break;
      case 'battle-rolled':
        isAmongPlayers = event['attacker'] !== 'cortes';
        break;
      case 'battle-won':
      case 'battle-tied':
        if (isAmongPlayers) figures.battles++;
        if (isAmongPlayers && event.kind === 'battle-tied') figures.ties++;
        break;
      case 'fought':
        figures.battles++;
        break;
      case 'apocalypse':
        trigger ??= figures.rounds;
        break;
      case 'ending-fixed':
        if (OPEN_ENDINGS.includes(match.result.reason)) figures.ending = `${match.result.reason} (${event['ending']})`;
    }
  }
  return { ...match, ...figures, trigger };
}

const OPEN_ENDINGS: readonly string[] = ['countdown', 'round-cap'];

// Statistics of samples, and tables of them.

interface Spread {
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    mean: sum(sorted) / sorted.length,
    median: median(sorted),
    p95: at(sorted, Math.ceil(sorted.length * 0.95) - 1),
  };
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

/** Wilson's 95 % interval of a share. It also works for shares near 0 or 1. */
export function wilson(hits: number, of: number): readonly [low: number, high: number] {
  const z = 1.959964;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const reach = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [Math.max(0, (middle - reach) / scale), Math.min(1, (middle + reach) / scale)];
}

/** Gauss's elimination. A row holds the factors of the unknowns, and at its end what the products add up to. */
export function solved(rows: readonly Float64Array[]): readonly number[] {
  for (const [i, row] of rows.entries()) for (const lower of rows.slice(i + 1)) eliminate(row, lower, i);
  const found = rows.map(() => 0);
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = at(rows, i);
    const known = found.reduce((sum, value, j) => sum + value * cell(row, j), 0);
    found[i] = (cell(row, rows.length) - known) / cell(row, i);
  }
  return found;
}

function eliminate(row: Float64Array, lower: Float64Array, column: number): void {
  const factor = cell(lower, column) / cell(row, column);
  for (let j = column; j < row.length; j++) lower[j] = cell(lower, j) - factor * cell(row, j);
}

export function cell(row: Float64Array, index: number): number {
  return row[index] ?? 0;
}

export const markdownRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The head of a table in Markdown. The first column and the named ones hold words, the others figures. */
export function markdownHead(names: readonly string[], ofWords: readonly string[] = []): string {
  const aligned = names.map((name, column) => (column === 0 || ofWords.includes(name) ? '---' : '---:'));
  return `${markdownRow(names)}\n${markdownRow(aligned)}`;
}
