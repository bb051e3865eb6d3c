/** Plays records again, counts all that can follow a position, and scripts chance: how tests and scenarios hold the rules. */
import { type Chance, outcomesOf } from '../contract/chance.ts';
import type { Game, Seat } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';
import { deepEqual } from '../json.ts';

/** A move in notation, or a seat that retires. */
export type Step = { readonly seat: Seat; readonly move: string } | { readonly seat: Seat; readonly leaves: true };

export interface ReplayRecord {
  readonly options: Options;
  readonly seats: number;
  readonly steps: readonly Step[];
  /** A chance for the setup (0) and for each step (1, 2, …), so that no step shifts the results of another. */
  readonly chanceAt: (index: number) => Chance;
}

export type Replayed<S, E, R> =
  | { readonly ok: true; readonly state: S; readonly events: readonly (readonly E[])[] }
  /** `index` counts steps from 0; `state` is the state before the refused step. */
  | { readonly ok: false; readonly index: number; readonly reason: R | 'unreadable'; readonly state: S };

/** Folds a record through its game, up to the first step that the rules refuse. */
export function replay<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  { options, seats, steps, chanceAt }: ReplayRecord,
): Replayed<S, E, R> {
  let state = game.setup(options, seats, chanceAt(0));
  const events: (readonly E[])[] = [];
  for (const [index, step] of steps.entries()) {
    const played = playStep(game, state, { step, chance: chanceAt(index + 1) });
    if (!played.ok) return { ok: false, index, reason: played.reason, state };
    state = played.state;
    events.push(played.events);
  }
  return { ok: true, state, events };
}

interface Act {
  readonly step: Step;
  readonly chance: Chance;
}

/** Plays one step of a record. */
export function playStep<S, M, E, V, R extends string>(
  game: Game<S, M, E, V, R>,
  state: S,
  { step, chance }: Act,
): ReturnType<Game<S, M, E, V, R | 'unreadable'>['apply']> {
  if ('leaves' in step) return game.leave(state, step.seat, chance);
  const move = game.parse(step.move);
  return move === undefined ? { ok: false, reason: 'unreadable' } : game.apply(state, step.seat, move, chance);
}

/** Counts the runs of `depth` moves from here: every seat, every legal move, every random outcome. */
export function perft<S, M, E, V, R extends string>(game: Game<S, M, E, V, R>, state: S, depth: number): number {
  if (depth === 0) return 1;
  return successors(game, state).reduce((sum, next) => sum + perft(game, next, depth - 1), 0);
}

function successors<S, M, E, V, R extends string>(game: Game<S, M, E, V, R>, state: S): readonly S[] {
  return game.toMove(state).flatMap((seat) =>
    game.legalMoves(state, seat).flatMap((move) =>
      everyOutcome((chance) => {
        const applied = game.apply(state, seat, move, chance);
        if (!applied.ok) throw new Error(`${game.id} lists ${game.format(move)} and refuses it: ${applied.reason}`);
        return applied.state;
      }),
    ),
  );
}

/** Plays once for every possible run of random results. Equal outcomes stay separate: two coins give four. */
export function everyOutcome<T>(play: (chance: Chance) => T): readonly T[] {
  return [...outcomesOf(play)].map(({ of }) => of);
}

/**
 * One random result as data: a coin (`'heads'`, `'tails'`, a boolean), a die's number, a whole order, a picked item.
 */
export type Script = readonly unknown[];

export interface ScriptedChance extends Chance {
  /** The results that the game has not asked for yet. */
  rest(): Script;
}

/** Gives exactly these results in this order. It throws if the game asks for a result of another kind. */
export function scriptedChance(script: Script): ScriptedChance {
  let used = 0;
  const take = <T>(asked: string, accept: (result: unknown) => T | undefined): T => {
    if (used >= script.length) throw new Error(`the script is used up (${used} results), but ${asked} is needed`);
    const result = script[used++];
    const accepted = accept(result);
    if (accepted === undefined) throw new Error(`result ${used} is ${JSON.stringify(result)}, but ${asked} is needed`);
    return accepted;
  };
  return {
    die: (sides) => take(`a number from 1 to ${sides}`, (result) => dieFrom(result, sides)),
    coin: () => take('heads or tails', coinFrom),
    shuffle: (items) => take(`an order of ${JSON.stringify(items)}`, (result) => orderFrom(result, items)),
    pick: (items) => take(`one of ${JSON.stringify(items)}`, (result) => items.find((item) => deepEqual(item, result))),
    rest: () => script.slice(used),
  };
}

function dieFrom(result: unknown, sides: number): number | undefined {
  return typeof result === 'number' && Number.isInteger(result) && result >= 1 && result <= sides ? result : undefined;
}

function coinFrom(result: unknown): boolean | undefined {
  if (typeof result === 'boolean') return result;
  return result === 'heads' || result === 'tails' ? result === 'heads' : undefined;
}

/** The game's own items in the order of the script, so that no object of the script enters a state. */
function orderFrom<T>(result: unknown, items: readonly T[]): readonly T[] | undefined {
  if (!Array.isArray(result) || result.length !== items.length) return undefined;
  const left = [...items];
  const order = result.flatMap((wanted) => {
    const index = left.findIndex((item) => deepEqual(item, wanted));
    return index < 0 ? [] : left.splice(index, 1);
  });
  return order.length === items.length ? order : undefined;
}

export interface RecordingChance extends Chance {
  /** Every result so far, as `scriptedChance` takes it. */
  results(): Script;
}

export function recordingChance(inner: Chance): RecordingChance {
  const results: unknown[] = [];
  const note = <T>(result: T): T => {
    results.push(result);
    return result;
  };
  return {
    die: (sides) => note(inner.die(sides)),
    coin: () => {
      const heads = inner.coin();
      results.push(heads ? 'heads' : 'tails');
      return heads;
    },
    shuffle: (items) => note(inner.shuffle(items)),
    pick: (items) => note(inner.pick(items)),
    results: () => [...results],
  };
}
