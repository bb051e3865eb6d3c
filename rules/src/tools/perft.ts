import { type Chance, chanceFrom } from '../contract/chance.ts';
import type { Game } from '../contract/game.ts';
import { at } from '../json/at.ts';

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
  const outcomes: T[] = [];
  let wheels: readonly Wheel[] | undefined = [];
  while (wheels) {
    const asked: Wheel[] = [];
    outcomes.push(play(following(wheels, asked)));
    wheels = turned(asked);
  }
  return outcomes;
}

/** One question to chance: the number of its answers, and the answer of this run. */
interface Wheel {
  readonly answers: number;
  readonly answer: number;
}

function following(wheels: readonly Wheel[], asked: Wheel[]): Chance {
  return chanceFrom((answers) => {
    const answer = wheels[asked.length]?.answer ?? 0;
    asked.push({ answers, answer });
    return answer;
  });
}

/** The next combination of answers, counted like an odometer; undefined after the last one. */
function turned(asked: readonly Wheel[]): readonly Wheel[] | undefined {
  const last = asked.findLastIndex(({ answers, answer }) => answer + 1 < answers);
  if (last < 0) return undefined;
  const wheel = at(asked, last);
  return [...asked.slice(0, last), { ...wheel, answer: wheel.answer + 1 }];
}
