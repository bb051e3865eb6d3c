/** A bot that looks one move ahead. It weighs progress, marks, battle odds, and the danger to its tokens. */
import type { Bot } from '../contract/bot.ts';
import { destination, type Mark, PATHS, type Path, X } from './board.ts';
import type { Move } from './state.ts';
import type { View } from './view.ts';

export const greedy: Bot<View, Move> = ({ view, legal }, chance) => {
  const scores = legal.map((move) => scoreOf(view, move));
  const best = Math.max(...scores);
  return chance.pick(legal.filter((_, index) => scores[index] === best));
};

/** How often four coins show 0..4 heads. */
const ROLL_ODDS = [1, 4, 6, 4, 1].map((ways) => ways / 16);
const WIN_ODDS = 3 / 4;

/** The worth of a mark in squares of progress; a whole turn is worth about two. */
const MARK_VALUE: Readonly<Record<Mark, number>> = { none: 0, plus: 1, ring: 2, sun: 3 };
const HOME_VALUE = 3;

function scoreOf(view: View, move: Move): number {
  const paths = PATHS[view.board];
  const [mine, foe] = view.turn === 0 ? [paths[0], paths[1]] : [paths[1], paths[0]];
  const enemies = view.sides[1 - view.turn]?.path ?? [];
  const here = { mine, foe, enemies };
  switch (move.kind) {
    case 'move':
      return walk(here, move.from, reach(mine, move.from, view.roll));
    case 'introduce':
      return walk(here, 0, reach(mine, 0, view.roll));
    case 'step':
      return walk(here, view.at, view.at + 1);
    case 'toss':
    case 'stay':
    case 'pass':
      return 0;
  }
}

interface Surroundings {
  readonly mine: Path;
  readonly foe: Path;
  readonly enemies: readonly number[];
}

/** The square that a legal move reaches. Both readings of the surcharge give the same one. */
const reach = (path: Path, from: number, roll: number): number => destination(path, 'spendUpTo', from, roll);

function walk(here: Surroundings, from: number, to: number): number {
  const gain = valueAt(here, to) - valueAt(here, from) + MARK_VALUE[here.mine.mark[to] ?? 'none'];
  const there = here.mine.facing[to] ?? 0;
  if (!here.enemies.includes(there)) return gain;
  return WIN_ODDS * (gain + there) - (1 - WIN_ODDS) * from;
}

/** What a token is worth on a position, less what a battle there would probably cost. */
function valueAt(here: Surroundings, position: number): number {
  return position + (position === X ? HOME_VALUE : 0) - danger(here, position) * WIN_ODDS * position;
}

/** How likely the next toss brings an enemy to this square. */
function danger({ mine, foe, enemies }: Surroundings, position: number): number {
  const there = mine.facing[position] ?? 0;
  if (there === 0 || mine.mark[position] === 'sun') return 0;
  const hits = (roll: number) => enemies.some((enemy) => reach(foe, enemy, roll) === there);
  return ROLL_ODDS.reduce((sum, odds, roll) => (hits(roll) ? sum + odds : sum), 0);
}
