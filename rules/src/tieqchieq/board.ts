/** The boards as data, and tables that are worked out from them once: costs, marks, facing squares. */

/** The seats of this game: 0 is RED, 1 is YELLOW. */
export type Colour = 0 | 1;
export const other = (colour: Colour): Colour => (colour === 0 ? 1 : 0);

interface Board {
  readonly home: number;
  readonly lane: number;
  readonly goal: number;
  readonly plusPrivate: readonly number[];
  readonly ringPrivate: readonly number[];
  /** Lane squares, by colour. */
  readonly territory: readonly [red: readonly number[], yellow: readonly number[]];
  readonly plus: readonly [red: readonly number[], yellow: readonly number[]];
  readonly ring: readonly number[];
  readonly sun: number;
}

const S7: Board = {
  home: 4,
  lane: 7,
  goal: 3,
  plusPrivate: [2],
  ringPrivate: [13],
  territory: [[2], [6]],
  plus: [[5], [3]],
  ring: [2, 6],
  sun: 4,
};

const F7: Board = {
  ...S7,
  territory: [
    [1, 2],
    [6, 7],
  ],
};

const BOARDS = { S7, F7 } as const;
export type BoardId = keyof typeof BOARDS;

export const TOKENS = 6;
/** The goal, on every board so far. */
export const X = S7.home + S7.lane + S7.goal + 1;
const MOST_HEADS = 4;
const SURCHARGE = 2;

export type Surcharge = 'exact' | 'spendUpTo';
export type Mark = 'none' | 'plus' | 'ring' | 'sun';

/** One colour's walk. Each list is read by position, 0 (reserve) to 15 (X). */
export interface Path {
  /** The cost of entering each square. */
  readonly cost: readonly number[];
  /** The mark on each square that works for this colour. */
  readonly mark: readonly Mark[];
  /** The opponent's number for the same square; 0 if the opponent never comes there. */
  readonly facing: readonly number[];
  /** `[from * 5 + roll]`: the square to which that roll leads, or 0. */
  readonly destinations: Readonly<Record<Surcharge, readonly number[]>>;
}

export const PATHS: Readonly<Record<BoardId, readonly [red: Path, yellow: Path]>> = {
  S7: [pathOf(S7, 0), pathOf(S7, 1)],
  F7: [pathOf(F7, 0), pathOf(F7, 1)],
};

/** The square to which a roll leads from a position; 0 if it cannot be used there. It checks nothing else. */
export function destination(path: Path, surcharge: Surcharge, from: number, roll: number): number {
  return path.destinations[surcharge][from * (MOST_HEADS + 1) + roll] ?? 0;
}

function pathOf(board: Board, colour: Colour): Path {
  const positions = Array.from({ length: X + 1 }, (_, position) => position);
  const cost = positions.map((position) => costOf(board, colour, position));
  return {
    cost,
    mark: positions.map((position) => markOf(board, colour, position)),
    facing: positions.map((position) =>
      laneIndex(board, colour, position) ? 2 * board.home + board.lane + 1 - position : 0,
    ),
    destinations: { exact: table(cost, exactly), spendUpTo: table(cost, furthest) },
  };
}

/** The place in the lane, 1..lane, or 0 outside of it. RED walks the lane upward, YELLOW downward. */
function laneIndex({ home, lane }: Board, colour: Colour, position: number): number {
  const step = position - home;
  if (step < 1 || step > lane) return 0;
  return colour === 0 ? step : lane + 1 - step;
}

function costOf(board: Board, colour: Colour, position: number): number {
  const enemy = board.territory[colour === 0 ? 1 : 0];
  return enemy.includes(laneIndex(board, colour, position)) ? 1 + SURCHARGE : 1;
}

function markOf(board: Board, colour: Colour, position: number): Mark {
  const lane = laneIndex(board, colour, position);
  if (lane === 0) {
    if (board.plusPrivate.includes(position)) return 'plus';
    return board.ringPrivate.includes(position) ? 'ring' : 'none';
  }
  if (lane === board.sun) return 'sun';
  if (board.ring.includes(lane)) return 'ring';
  return board.plus[colour].includes(lane) ? 'plus' : 'none';
}

type Reach = (costs: readonly number[], from: number, roll: number) => number;

function table(costs: readonly number[], reach: Reach): readonly number[] {
  return costs.flatMap((_, from) => Array.from({ length: MOST_HEADS + 1 }, (_, roll) => reach(costs, from, roll)));
}

function exactly(costs: readonly number[], from: number, roll: number): number {
  const to = furthest(costs, from, roll);
  return spent(costs, from, to) === roll ? to : 0;
}

/** The furthest square that the roll pays for; X only if it pays exactly. */
function furthest(costs: readonly number[], from: number, roll: number): number {
  let to = from;
  while (to < X && spent(costs, from, to + 1) <= roll) to++;
  if (to === X && spent(costs, from, to) !== roll) to--;
  return to > from ? to : 0;
}

function spent(costs: readonly number[], from: number, to: number): number {
  return costs.slice(from + 1, to + 1).reduce((sum, cost) => sum + cost, 0);
}
