import type { Pick } from '../moves/picks.ts';
import type { TableProps } from '../moves/tableProps.ts';

/** The classes of a button on the table: whether moves are about its thing, and whether it was tapped. */
export function thingState(
  { things, chosen }: { readonly things: TableProps['things']; readonly chosen: TableProps['chosen'] },
  pick: Pick,
): string {
  return ` thing${things.has(pick) ? ' open' : ''}${chosen === pick ? ' chosen' : ''}`;
}
