/** What is painted on the squares, by the board. Only the board knows what the paint does. */
import { facing, isInLane } from './layout.ts';

export interface Paint {
  readonly mark?: 'plus' | 'ring' | 'sun';
  /** The side to which the mark belongs, where it does not belong to both. */
  readonly markOf?: number;
  /** The side whose land it is. */
  readonly landOf?: number;
}

type Board = string;

/** In the lane, by the numbers of the first side. */
const LANE: Readonly<Record<number, Paint>> = {
  6: { mark: 'ring' },
  7: { mark: 'plus', markOf: 1 },
  8: { mark: 'sun' },
  9: { mark: 'plus', markOf: 0 },
  10: { mark: 'ring' },
};

/** The land of both sides in the lane, by the numbers of the first side. */
const LANDS: Readonly<Record<Board, readonly [readonly number[], readonly number[]]>> = {
  S7: [[6], [10]],
  F7: [
    [5, 6],
    [10, 11],
  ],
};

const PLUS = 2;
const RING = 13;

/** What is painted on a square, by its number on the way of a side. */
export function paintOn(board: Board, side: number, place: number): Paint {
  if (isInLane(place)) return paintInLane(board, side === 0 ? place : facing(place));
  if (place === PLUS) return { mark: 'plus', markOf: side, landOf: side };
  return place === RING ? { mark: 'ring', landOf: side } : { landOf: side };
}

function paintInLane(board: Board, place: number): Paint {
  const owner = LANDS[board]?.findIndex((land) => land.includes(place)) ?? -1;
  return { ...LANE[place], ...(owner >= 0 && { landOf: owner }) };
}
