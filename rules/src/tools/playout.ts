import type { Chance } from '../contract/chance.ts';
import { fastChance } from '../contract/fastChance.ts';
import type { Game } from '../contract/game.ts';
import type { OptionSpec, Options, OptionValue } from '../contract/optionSpec.ts';
import type { Seat } from '../contract/seat.ts';

/** One move of a random match, with the state before it. */
export interface Played<S, M, E> {
  readonly before: S;
  readonly seat: Seat;
  readonly move: M;
  readonly events: readonly E[];
}

/** A match of random moves. Its seed repeats it exactly. */
export interface Playout<S, M, E> {
  readonly seed: number;
  readonly seats: number;
  readonly options: Options;
  readonly steps: readonly Played<S, M, E>[];
  readonly final: S;
}

export interface Start<S> {
  readonly state: S;
  readonly chanceAt: (index: number) => Chance;
  readonly cap: number;
}

/** A chance of its own for each step of a seed's match, so that a replay gives each step the same results. */
export const chancesOf =
  (seed: number) =>
  (index: number): Chance =>
    fastChance(seed * 1_000_003 + index);

/** Plays random moves to the end. It throws past the cap, because a match that does not end is a bug. */
export function playOut<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  { state, chanceAt, cap }: Start<S>,
): { readonly steps: readonly Played<S, M, E>[]; readonly final: S } {
  const steps: Played<S, M, E>[] = [];
  let before = state;
  for (let seats = game.toMove(before); seats.length > 0; seats = game.toMove(before)) {
    if (steps.length >= cap) throw new Error(`${game.id} does not end within ${cap} moves`);
    const choice = chanceAt(-steps.length - 1); // a replay does not use this chance
    const seat = choice.pick(seats);
    const move = choice.pick(game.legalMoves(before, seat));
    const applied = game.apply(before, seat, move, chanceAt(steps.length + 1));
    if (!applied.ok) throw new Error(`${game.id} lists ${game.format(move)} and refuses it: ${applied.reason}`);
    steps.push({ before, seat, move, events: applied.events });
    before = deepFreeze(applied.state);
  }
  return { steps, final: before };
}

/** Random values for every option: the default, either end, or a value between. */
export function drawOptions(specs: readonly OptionSpec[], chance: Chance): Options {
  return Object.fromEntries(specs.map((spec) => [spec.name, drawValue(spec, chance)]));
}

function drawValue(spec: OptionSpec, chance: Chance): OptionValue {
  switch (spec.type) {
    case 'choice':
      return chance.pick(spec.values);
    case 'flag':
      return chance.coin();
    case 'integer': {
      const { min, step = 1 } = spec;
      const between = min + step * (chance.die(Math.floor((spec.default - min) / step) + 1) - 1);
      return chance.pick([spec.default, spec.default, min, between]);
    }
  }
}

export const drawSeats = ([least, most]: readonly [number, number], chance: Chance): number =>
  least + chance.die(most - least + 1) - 1;

/** Freezes a JSON value with all its parts, so that writing to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
