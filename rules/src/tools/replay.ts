import type { Chance } from '../contract/chance.ts';
import type { Game, Seat } from '../contract/game.ts';
import type { Options } from '../contract/optionSpec.ts';

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
