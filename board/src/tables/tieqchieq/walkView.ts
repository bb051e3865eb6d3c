/** The board of Tieqchieq: where the squares lie, what is on them, and what they are called. */
import type { ViewOf } from '@flower-war/client';
import { textsIn } from '../../language.tsx';
import { numberIn, type TableProps, type ThingId } from '../../moves/choices.ts';
import type { Telling } from '../ring/ringView.ts';
import { WALK_TEXTS } from '../texts.ts';

// Seven columns and three rows. The lane, which both sides walk, is the middle row. The near side walks below it from the middle to the left,
// then along the lane to the right, and below it back to the middle. The far side does the same from above, turned by half a circle.

export interface Square {
  /** From 1 on, as CSS counts. */
  readonly row: number;
  readonly column: number;
  /** Its number on the way of the near side; absent where this side never walks. */
  readonly near?: number;
  /** The same for the far side. */
  readonly far?: number;
}

export const COLUMNS = 7;
export const ROWS = 5;
const [ABOVE, LANE, BELOW] = [2, 3, 4];
const MIDDLE = 4;
const [FIRST_IN_LANE, LAST_IN_LANE] = [5, 11];
const LAST = 14;

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The column of a square beside the lane: to the left before the lane, and from the right after it. */
const besideLane = (place: number): number =>
  place < FIRST_IN_LANE ? MIDDLE + 1 - place : COLUMNS - (place - LAST_IN_LANE - 1);

const PRIVATE = [...numbers(1, FIRST_IN_LANE - 1), ...numbers(LAST_IN_LANE + 1, LAST)];

/** In the order of the near side, and then those that only the far side walks. */
export const SQUARES: readonly Square[] = [
  ...numbers(1, LAST).map((near) =>
    PRIVATE.includes(near)
      ? { row: BELOW, column: besideLane(near), near }
      : { row: LANE, column: near - FIRST_IN_LANE + 1, near, far: facing(near) },
  ),
  ...PRIVATE.map((far) => ({ row: ABOVE, column: COLUMNS + 1 - besideLane(far), far })),
];

/** What a place is called, seen from the near side: the squares of the lane by its own numbers. */
export function pickAt(near: number, side: number, place: number): ThingId {
  if (side === near) return `square:${place}`;
  return isInLane(place) ? `square:${facing(place)}` : `far:${place}`;
}

/** The other side's number of a square in the lane. */
export function facing(place: number): number {
  return FIRST_IN_LANE + LAST_IN_LANE - place;
}

const isInLane = (place: number): boolean => place >= FIRST_IN_LANE && place <= LAST_IN_LANE;
export type WalkView = ViewOf<'tieqchieq'>;

/** What every part of this table gets. */
export interface WalkProps extends Omit<TableProps, 'view'> {
  readonly view: WalkView;
}

/** The numbers before the first square and after the last one. */
export const RESERVE = 0;

export const HOME = 15;
export const otherSide = (seat: number): number => 1 - seat;

/** How many tokens of a side are at a place of its way. */
export function tokensAt({ sides }: Pick<WalkView, 'sides'>, seat: number, place: number): number {
  const side = sides[seat];
  if (side === undefined) return 0;
  if (place === RESERVE) return side.reserve;
  return place === HOME ? side.home : side.path.filter((one) => one === place).length;
}

// What is painted on the squares, by the board. Only the board knows what the paint does.

export interface Paint {
  readonly mark?: 'plus' | 'ring' | 'sun';
  /** The side to which the mark belongs, where it does not belong to both. */
  readonly markOf?: number;
  /** The side whose land it is. */
  readonly landOf?: number;
}

type Board = string;

/** In the lane, by the numbers of the first side. */
const LANE_PAINT: Readonly<Record<number, Paint>> = {
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
  return { ...LANE_PAINT[place], ...(owner >= 0 && { landOf: owner }) };
}

// What the things of this table are, in words: for the names of buttons, and for a person who taps a thing.

/** The board as the side at its near edge sees it. */
interface SeenFrom {
  readonly view: WalkView;
  readonly near: number;
}

/** A place by the side whose way it is on, and its number there. */
interface SidePlace {
  readonly side: number;
  readonly number: number;
}

type Words = Pick<Telling, 'words' | 'speech'>;

/** `Square 6: ring, land of Red, a token of Yellow` */
export function placeLabel(view: WalkView, place: SidePlace, telling: Words): string {
  const parts = factsOf(view, place, telling).join(', ');
  return parts === '' ? titleOf(place, telling) : `${titleOf(place, telling)}: ${parts}`;
}

function titleOf({ side, number }: SidePlace, { words, speech }: Words): string {
  const texts = textsIn(WALK_TEXTS, words);
  if (number === RESERVE) return texts.reserveOf(speech.name(side));
  return number === HOME ? texts.homeOf(speech.name(side)) : texts.square(number);
}

function factsOf(view: WalkView, { side, number }: SidePlace, { words, speech }: Words): readonly string[] {
  const texts = textsIn(WALK_TEXTS, words);
  if (number === RESERVE || number === HOME) return [texts.tokens(tokensAt(view, side, number))];
  const { mark, markOf, landOf } = paintOn(view.board, side, number);
  const named = mark && (markOf === undefined ? texts.marks[mark] : texts.plusOf(speech.name(markOf)));
  const there = sideOn(view, { side, number });
  return [
    named ?? '',
    landOf === undefined ? '' : texts.landOf(speech.name(landOf)),
    there === undefined ? '' : texts.tokenOf(speech.name(there)),
  ].filter(Boolean);
}

/** The side whose token stands on a square. */
export function sideOn(view: WalkView, { side, number }: SidePlace): number | undefined {
  if (tokensAt(view, side, number) > 0) return side;
  const other = otherSide(side);
  return isInLane(number) && tokensAt(view, other, facing(number)) > 0 ? other : undefined;
}

export function aboutSquare({ view, near }: SeenFrom, pick: ThingId, telling: Words) {
  const texts = textsIn(WALK_TEXTS, telling.words);
  const place = placeIn(pick, near);
  if (place === undefined) return { title: coinsLabel(view, telling), lines: [] };
  const { mark, landOf } = paintOn(view.board, place.side, place.number);
  const isEdge = place.number === RESERVE || place.number === HOME;
  const lines = isEdge ? [] : [mark && texts.about[mark], landOf === undefined ? undefined : texts.about.land];
  return { title: `${placeLabel(view, place, telling)}.`, lines: lines.filter((line) => line !== undefined) };
}

function placeIn(pick: ThingId, near: number): SidePlace | undefined {
  const [own, far] = [numberIn(pick, 'square'), numberIn(pick, 'far')];
  if (own !== undefined) return { side: near, number: own };
  return far === undefined ? undefined : { side: otherSide(near), number: far };
}

export function coinsLabel({ roll, phase }: WalkView, { words }: Pick<Words, 'words'>): string {
  const texts = textsIn(WALK_TEXTS, words);
  return phase === 'tossing' ? texts.noToss : texts.coins(roll);
}

/** `home 2 · reserve 3` */
export function walkFigures({ sides }: WalkView, seat: number, { words }: Pick<Words, 'words'>): string {
  const { home, reserve } = words.screen.tieqchieq;
  const side = sides[seat];
  return side === undefined ? '' : `${home} ${side.home} · ${reserve} ${side.reserve}`;
}
