/** Matches of random moves, whose every position is compared with what the documents say. */
import { type AnyGame, fastChance, type Options, resolveOptions } from '@flower-war/rules';

interface Moment {
  readonly state: unknown;
  readonly seats: number;
  readonly options: Options;
  /** What the last move brought about. */
  readonly events: readonly { readonly kind: string }[];
}

interface MatchRequest {
  readonly preset: string;
  readonly options?: Options;
  readonly seed: number;
  readonly mostMoves: number;
}

/** The beginning of a match, and what follows after each move. */
export function* randomMatch(
  game: AnyGame,
  { preset, options = {}, seed, mostMoves }: MatchRequest,
): Generator<Moment> {
  const chance = fastChance(seed);
  const resolved = resolveOptions(game, preset, options);
  if (!resolved.ok) throw new Error(resolved.reason);
  const seats = game.seats[0] + chance.die(game.seats[1] - game.seats[0] + 1) - 1;
  const always = { seats, options: resolved.options };
  let state: unknown = game.setup(resolved.options, seats, chance);
  yield { ...always, state, events: [] };
  for (let moves = 0; game.toMove(state).length > 0 && moves < mostMoves; moves++) {
    const seat = chance.pick(game.toMove(state));
    const applied = game.apply(state, seat, chance.pick(game.legalMoves(state, seat)), chance);
    if (!applied.ok) throw new Error(applied.reason);
    state = applied.state;
    yield { ...always, state, events: applied.events };
  }
}
