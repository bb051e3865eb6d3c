/**
 * The value of a position: by seat, an estimate of its share of the victory. It is exact at the end, looks through an open battle or
 * secret choice to the quiet position behind it, and reads that one by learned weights. It depends on nothing that no seat has seen.
 * Only + - * / and square roots are used, whose last bit is the same on every machine.
 */
import { type AnyGame, gameById } from '../catalogue/games.ts';
import { type Chance, fastChance, outcomesOf } from '../contract/chance.ts';
import type { Seat } from '../contract/game.ts';
import { at } from '../json.ts';
import { type State, TRAITS, type Traits } from './traits.ts';
import { VALUE_WEIGHTS } from './weights.ts';

/** By seat, from 0 to 1. Together they are 1, or less by the odds that no seat wins. */
export type Shares = readonly number[];

export interface Valuing {
  readonly game: AnyGame;
  readonly traits: Traits;
  readonly weights: readonly number[];
}

/** The oldest rules whose positions are worth what today's are worth, where these are not today's. */
const VALUED_SINCE: Readonly<Record<string, number>> = { 'flower-war': 4, mexica: 4 };

export function areValued(id: string, rulesVersion: number): boolean {
  const today = gameById(id)?.rulesVersion ?? 0;
  return rulesVersion <= today && rulesVersion >= (VALUED_SINCE[id] ?? today);
}

/**
 * How the positions of an edition are valued; nothing if no weights were learned for it, or for rules that are too old. A number of
 * seats without weights of its own has those of the usual number.
 */
export function valuingOf(game: AnyGame, preset: string, seats: number): Valuing | undefined {
  const traits = TRAITS.get(game.id);
  const learned = Object.hasOwn(VALUE_WEIGHTS, preset) ? VALUE_WEIGHTS[preset] : undefined;
  const weights = learned?.[seats] ?? learned?.[game.usualSeats ?? game.seats[1]];
  return traits && weights && areValued(game.id, game.rulesVersion) ? { game, traits, weights } : undefined;
}

/** What their values say strays too far from how matches end, so nothing is told from them: docs/luck.md has the figures. */
export const VAGUE_EDITIONS: ReadonlySet<string> = new Set(['mexica']);

/** Guards against rules whose open questions never end. */
const MOST_ANSWERS = 40;

export function sharesIn(valuing: Valuing, state: State): Shares {
  const { doubt = 0 } = valuing.traits;
  const settled = settledShares(valuing, state, 0);
  if (doubt === 0 || valuing.traits.settles(state) === undefined) return settled;
  return quietShares(valuing, state).map((share, seat) => doubt * share + (1 - doubt) * at(settled, seat));
}

function settledShares(valuing: Valuing, state: State, answers: number): Shares {
  const { game, traits } = valuing;
  const result = game.result(state);
  if (result !== undefined) return sharesOf(result.winners, result.standings.length);
  const open = answers < MOST_ANSWERS ? traits.settles(state) : undefined;
  if (open === undefined) return quietShares(valuing, state);
  const play = (chance: Chance): Shares => {
    const applied = game.apply(state, open.seat, open.move, chance);
    const isOpen = applied.ok && isUntouched(valuing, state, applied.state);
    return isOpen ? settledShares(valuing, applied.state, answers + 1) : quietShares(valuing, state);
  };
  const few = everyFew(play, MOST_SETTLINGS);
  return few === undefined ? play(fastChance(0)) : meanOf(few).mean;
}

/** Whether the step from one state to the other showed nothing that no seat had seen. */
export function isUntouched({ traits }: Valuing, before: State, after: State): boolean {
  const [was, is] = [traits.unseen(before), traits.unseen(after)];
  return was.length === is.length && was.every((part, index) => part === is[index]);
}

/** Where an answer has more outcomes, one of them stands for all. */
const MOST_SETTLINGS = 8;

export const sharesOf = (winners: readonly Seat[], seats: number): Shares =>
  Array.from({ length: seats }, (_, seat) => (winners.includes(seat as Seat) ? 1 / winners.length : 0));

function quietShares({ traits, weights }: Valuing, state: State): Shares {
  const rows = traits.rows(state);
  const odds = oddsOf(rows.map((row) => row?.reduce((sum, number, index) => sum + number * (weights[index] ?? 0), 0)));
  return odds.slice(0, seatsIn(state, rows.length));
}

/** The states of all games hold a list with one item for each seat. */
const seatsIn = ({ tribes, cities, sides }: State, rows: number): number => (tribes ?? cities ?? sides)?.length ?? rows;

/** The share of each score: its exponential, as a part of all. What has no score has no share. */
export function oddsOf(scores: readonly (number | undefined)[]): readonly number[] {
  const most = scores.reduce<number>((high, score) => Math.max(high, score ?? high), -FAR);
  const powers = scores.map((score) => (score === undefined ? 0 : exponential(score - most)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

const FAR = 1e6;
const HALVINGS = 10;
const PARTS = 1024;
const LOWEST = -40;

/** Of numbers up to 0. `Math.exp` may differ in its last bit between machines. */
export function exponential(x: number): number {
  const part = Math.max(LOWEST, x) / PARTS;
  let power = 1 + part * (1 + (part / 2) * (1 + (part / 3) * (1 + (part / 4) * (1 + part / 5))));
  for (let half = 0; half < HALVINGS; half++) power *= power;
  return power;
}

// All that may come of a move, with its odds.

type Outcome<T> = { readonly of: T; readonly odds: number };
export type Outcomes = readonly Outcome<Shares>[];

/** All outcomes of chance; nothing if there are more than `most`. */
export function everyFew<T>(play: (chance: Chance) => T, most: number): readonly Outcome<T>[] | undefined {
  const of: Outcome<T>[] = [];
  for (const outcome of outcomesOf(play)) {
    if (of.length === most) return undefined;
    of.push(outcome);
  }
  return of;
}

/** By seat: the mean, and how far the outcomes scatter around it. */
export function meanOf(outcomes: Outcomes): { readonly mean: Shares; readonly variance: Shares } {
  const seats = at(outcomes, 0).of.map((_, seat) => seat);
  if (outcomes.length === 1) return { mean: at(outcomes, 0).of, variance: seats.map(() => 0) };
  const mean = seats.map((seat) => outcomes.reduce((sum, { of, odds }) => sum + odds * at(of, seat), 0));
  const variance = seats.map((seat) =>
    outcomes.reduce((sum, { of, odds }) => sum + odds * squareOf(at(of, seat) - at(mean, seat)), 0),
  );
  return { mean, variance };
}

const squareOf = (x: number): number => x * x;
