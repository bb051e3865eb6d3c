import type { ViewOf } from '@flower-war/client';
import type { TableProps } from '../../moves/tableProps.ts';

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
