/** A random match of any game, move by move. */
import { type AnyGame, fastChance, type Options, resolveOptions } from '@flower-war/rules';

export interface RandomMatch {
  readonly game: AnyGame;
  readonly preset: string;
  readonly seed: number;
  /** The match may be cut off after as many moves. */
  readonly most: number;
}

export interface Moment {
  readonly state: unknown;
  readonly seats: number;
  readonly options: Options;
  /** What the last move brought about. */
  readonly events: readonly { readonly kind: string }[];
}

/** The beginning, and what follows after each move. */
export function* randomMatch({ game, preset, seed, most }: RandomMatch): Generator<Moment> {
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, preset, {});
  if (!resolved.ok) throw new Error('a preset is lawful');
  const { options } = resolved;
  const seats = game.seats[0] + chance.die(game.seats[1] - game.seats[0] + 1) - 1;
  let state: unknown = game.setup(options, seats, chance);
  yield { state, seats, options, events: [] };
  for (let moves = 0; game.toMove(state).length > 0 && moves < most; moves++) {
    const seat = chance.pick(game.toMove(state));
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    yield { state, seats, options, events: applied.events };
  }
}
