import type { Game } from '../contract/game.ts';
import { everyOutcome } from './everyOutcome.ts';

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
