import { PATHS, TOKENS, X } from './board.ts';
import { canAct, refusalToStep } from './moves.ts';
import type { State } from './state.ts';
import { reserve } from './state.ts';

/** What is wrong with this state, in words for its author; empty for every state that play can reach. */
export function broken(state: State): readonly string[] {
  return [
    ...state.sides.flatMap((_, seat) => brokenSide(state, seat === 0 ? 0 : 1)),
    ...lane(state),
    ...pending(state),
  ];
}

function brokenSide({ sides, options }: State, seat: 0 | 1): readonly string[] {
  const { path, home } = sides[seat];
  const name = `sides.${seat}`;
  return lines([
    [!Number.isInteger(home) || home < 0, `${name}.home is ${home}, which is not a number of tokens`],
    [reserve(sides[seat]) < 0, `${name} has ${path.length + home} tokens, more than ${TOKENS}`],
    [
      !path.every((position) => Number.isInteger(position) && position > 0 && position < X),
      `${name}.path leaves 1..14`,
    ],
    [path.some((position, index) => position < (path[index - 1] ?? 0)), `${name}.path is not in ascending order`],
    [!options.stacking && new Set(path).size < path.length, `${name}.path has two tokens on one square`],
  ]);
}

function lane({ sides, options }: State): readonly string[] {
  const { facing } = PATHS[options.board][0];
  const shared = sides[0].path.filter((position) => sides[1].path.includes(facing[position] ?? 0));
  return shared.map((position) => `both colours stand on the square that is ${position} for red`);
}

function pending(state: State): readonly string[] {
  const { phase, tosses, options } = state;
  const ending = lines([
    [
      (phase.kind === 'over' && phase.reason === 'all-home') !== state.sides.some(({ home }) => home === TOKENS),
      'six tokens at home and the end go together',
    ],
    [phase.kind === 'tossing' && tosses >= options.turnCap, `${tosses} tosses reach the turn cap, so no seat tosses`],
  ]);
  switch (phase.kind) {
    case 'acting':
      return [...ending, ...lines([[!canAct(state, phase.seat), `no token can use the roll ${phase.roll}`]])];
    case 'bonus':
      return [...ending, ...bonus(state, phase)];
    case 'tossing':
    case 'over':
      return ending;
    default:
      return [`there is no phase ${JSON.stringify(phase satisfies never)}`];
  }
}

function bonus(state: State, { seat, at }: { readonly seat: 0 | 1; readonly at: number }): readonly string[] {
  const path = PATHS[state.options.board][seat];
  return lines([
    [path.mark[at] !== 'plus', `${at} is not a plus of that colour`],
    [!state.sides[seat].path.includes(at), `no token stands on ${at}`],
    [refusalToStep(state, seat, at) !== undefined, `the bonus step from ${at} is not permitted`],
  ]);
}

const lines = (checks: readonly (readonly [bad: boolean, line: string])[]): readonly string[] =>
  checks.filter(([bad]) => bad).map(([, line]) => line);
