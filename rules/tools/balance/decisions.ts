/** How often a seat decides in a match of greedy bots: in each edition and length, with the habits of each pace. */
import type { Entry } from '../../src/catalogue/games.ts';
import { habitsOf, PACES } from '../../src/contract/habits.ts';
import { resolveOptions } from '../../src/contract/resolveOptions.ts';
import { fastChance } from '../../src/contract/fastChance.ts';
import { simulate } from '../../src/tools/simulate.ts';
import { median } from '../statistics.ts';
import { markdown } from './report.ts';

interface Series {
  readonly matches: number;
  readonly seed: number;
}

interface Edition {
  readonly entry: Entry;
  readonly preset: string;
  readonly length: string;
}

const HEAD: readonly string[] = ['edition', 'length', 'seats', 'asked everything', ...PACES];
const CHOICES = ['none', ...PACES] as const;

/** Where cards may stand for skulls, a greedy bot would sacrifice each card for the next one, for ever. */
const BOUNDED = { sacrificesPerTurn: 20 };

/** A table, line by line as they are played: for each edition and length the median of decisions of a seat. */
export function* decisionLines(entries: readonly Entry[], series: Series): Generator<string> {
  yield* markdown([HEAD]).split('\n');
  for (const edition of entries.flatMap((entry) => editionsOf(entry))) yield `| ${row(edition, series).join(' | ')} |`;
}

function editionsOf(entry: Entry): readonly Edition[] {
  const { presets } = entry.game;
  return presets.flatMap(({ id }) => lengthsOf(entry).map((length) => ({ entry, preset: id, length })));
}

/** A game without the option has one length. */
function lengthsOf({ game }: Entry): readonly string[] {
  const option = game.options.find(({ name }) => name === 'length');
  return option?.type === 'choice' ? option.values : ['standard'];
}

function row(edition: Edition, series: Series): readonly string[] {
  const medians = CHOICES.map((pace) => `${median(decisionsOf(edition, series, pace))}`);
  return [edition.preset, edition.length, `${seatsOf(edition.entry)}`, ...medians];
}

const seatsOf = ({ game }: Entry): number => game.usualSeats ?? game.seats[1];

/** The decisions of every seat of every match. */
function decisionsOf({ entry, preset, length }: Edition, { matches, seed }: Series, pace: (typeof CHOICES)[number]) {
  const { game } = entry;
  const wanted = Object.entries({ length, ...BOUNDED }).filter(([name]) =>
    game.options.some((one) => one.name === name),
  );
  const resolved = resolveOptions(game, preset, Object.fromEntries(wanted));
  if (!resolved.ok) throw new Error(`${preset} has no length ${length}`);
  const bots = Array.from({ length: seatsOf(entry) }, () => 'greedy' as const);
  const habits = pace === 'none' ? [] : habitsOf(game.habits?.list ?? [], pace);
  return Array.from({ length: matches }, (_, index) => {
    const chance = fastChance(seed * 1_000_003 + index);
    return simulate(entry, { options: resolved.options, bots, habits, chance }).decisions;
  }).flat();
}
