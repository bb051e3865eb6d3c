/** Dice as odds: how likely each number of pips is, 1 first. */
export type Die = readonly number[];

const FACES = 6;
export const FRESH: Die = Array.from({ length: FACES }, () => 1 / FACES);

export const shown = (pips: number): Die => Array.from({ length: FACES }, (_, index) => (index + 1 === pips ? 1 : 0));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0);

/** The odds of the higher of two dice. */
export const highest = (die: Die, other: Die): Die =>
  die.map((odds, i) => odds * sum(other.slice(0, i + 1)) + (other[i] ?? 0) * sum(die.slice(0, i)));

export const lowest = (die: Die, other: Die): Die => highest(die.toReversed(), other.toReversed()).toReversed();

/** The average value of two dice, by the pips that both show. */
export function expected(mine: Die, theirs: Die, value: (mine: number, theirs: number) => number): number {
  let all = 0;
  for (const [i, p] of mine.entries())
    if (p > 0) for (const [j, q] of theirs.entries()) if (q > 0) all += p * q * value(i + 1, j + 1);
  return all;
}

/** How often a fair die wins and loses against another if it is ahead by so many pips. */
export function oddsAhead(by: number): { readonly win: number; readonly lose: number } {
  return { win: beats(by), lose: beats(-by) };
}

/** How often a die wins if it is ahead by `by` pips; between whole numbers in proportion. */
function beats(by: number): number {
  const whole = Math.floor(by);
  const part = by - whole;
  return (1 - part) * beatsWhole(whole) + part * beatsWhole(whole + 1);
}

const beatsWhole = (by: number): number => BEATS[Math.max(0, Math.min(2 * FACES, by + FACES))] ?? 0;

const BEATS: readonly number[] = Array.from({ length: 2 * FACES + 1 }, (_, index) =>
  expected(FRESH, FRESH, (mine, theirs) => (mine + index - FACES > theirs ? 1 : 0)),
);
