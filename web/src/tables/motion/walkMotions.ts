/** What moves on the board of Tieqchieq, seen from one of its sides. */
import { pickAt } from '../tieqchieq/layout.ts';
import { HOME, RESERVE, tokensAt, type WalkView } from '../tieqchieq/walkView.ts';
import { type Amounts, flows, type Motion, type Place } from './motion.ts';

const PLACES = Array.from({ length: HOME + 1 }, (_, place) => place);
const COINS = [1, 2, 3, 4];

export function walkMotions(from: WalkView, to: WalkView, near: number): readonly Motion[] {
  const walked = to.sides.flatMap((_, side) => tokens({ from, to, near, side }));
  if (from.tosses === to.tosses) return walked;
  return [...walked, ...COINS.map((coin) => ({ kind: 'falls', piece: `coin:${coin}`, stage: 0 }) as const)];
}

interface Side {
  readonly from: WalkView;
  readonly to: WalkView;
  readonly near: number;
  readonly side: number;
}

function tokens({ from, to, near, side }: Side): readonly Motion[] {
  const at = (place: number): Place => pickAt(near, side, place);
  return flows(amounts(from, side), amounts(to, side)).map(({ from: left, to: reached }) => ({
    kind: 'comes',
    piece: `token:${at(Number(reached))}`,
    along: between(Number(left), Number(reached)).map(at),
    // A token that was beaten goes back after the other one has come.
    stage: Number(reached) === RESERVE ? 1 : 0,
  }));
}

/** By the numbers of the places on the side's own way. */
function amounts(view: WalkView, side: number): Amounts {
  return Object.fromEntries(PLACES.map((place) => [place, tokensAt(view, side, place)]));
}

/** A token walks every square, and flies back to its reserve. */
const between = (from: number, to: number): readonly number[] => (to > from ? PLACES.slice(from, to + 1) : [from, to]);
