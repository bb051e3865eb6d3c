/** What a move does, as data. It is not an interface, so that it fits where any fields are allowed. */
import type { Question } from '../contract/game.ts';
import { destination, type Mark, PATHS, type Path, X } from './board.ts';
import type { Settings } from './options.ts';
import type { Move } from './state.ts';
import type { View } from './view.ts';

export type TieqchieqParts =
  | {
      /** What the seat does. */
      readonly verb: 'toss' | 'pass' | 'stay';
      /** The part of the rules that the move belongs to. */
      readonly rule: TieqchieqRule;
      /** The turn of the seat ends with it. */
      readonly endsTurn?: true;
    }
  | {
      /** What the seat does. */
      readonly verb: 'introduce' | 'move' | 'step';
      /** The part of the rules that the move belongs to. */
      readonly rule: TieqchieqRule;
      /** The position that the token leaves; 0 is the reserve. */
      readonly from: number;
      /** The position that it reaches; 15 is the goal. */
      readonly to: number;
      /** How many tokens of the other seat stand there. The token has to fight for the square. */
      readonly fights?: number;
      /** What the square gives to a token that stays: another turn, perhaps a bonus step, or a token in the goal. */
      readonly gives?: 'turn' | 'step' | 'home';
      /** The turn of the seat ends with it. */
      readonly endsTurn?: true;
    };

type TieqchieqRule = 'tossing' | 'acting' | 'bonus' | 'over';

type TieqchieqQuestion = Question<View, Move, Settings>;

export function parts(seen: TieqchieqQuestion, move: Move): TieqchieqParts {
  const { view } = seen;
  const rule = view.phase;
  switch (move.kind) {
    case 'toss':
      return { verb: 'toss', rule };
    case 'pass':
    case 'stay':
      return { verb: move.kind, rule, endsTurn: true };
    case 'step':
      return { verb: 'step', rule, ...walk(view, view.at, view.at + 1) };
    case 'introduce':
      return { verb: 'introduce', rule, ...walk(view, 0, reached(seen, 0)) };
    case 'move':
      return { verb: 'move', rule, ...walk(view, move.from, reached(seen, move.from)) };
  }
}

const pathOf = ({ board, turn }: View): Path => PATHS[board][turn];

const reached = ({ view, options }: TieqchieqQuestion, from: number): number =>
  destination(pathOf(view), options.surcharge, from, view.roll);

function walk(view: View, from: number, to: number) {
  const path = pathOf(view);
  const there = path.facing[to] ?? 0;
  const foes = view.sides[1 - view.turn]?.path.filter((position) => position === there).length ?? 0;
  const mark = path.mark[to] ?? 'none';
  return { from, to, ...(foes > 0 && { fights: foes }), ...markedAs(to, mark) };
}

/** On a plus the turn goes on only if the bonus step is possible, so nothing is said of its end. */
function markedAs(to: number, mark: Mark): { readonly gives?: 'turn' | 'step' | 'home'; readonly endsTurn?: true } {
  if (to === X) return { gives: 'home', endsTurn: true };
  if (mark === 'ring' || mark === 'sun') return { gives: 'turn' };
  return mark === 'plus' ? { gives: 'step' } : { endsTurn: true };
}
