import type { Seat } from '@flower-war/rules';
import { type Followed, followed, looksAlike, NO_CHANCE, played, type Rules } from './oracle.ts';
import type { PlayStep, Two } from './plan.ts';
import type { Twins } from './twins.ts';

/**
 * Whether both twins still look alike once the viewer has left right after the move. Who leaves may have to draw a card first, and the decks
 * of the twins differ.
 */
export function leavesAlike(
  rules: Rules,
  { twins, step }: { readonly twins: Twins; readonly step: PlayStep },
): boolean {
  const { viewer, starts } = twins;
  const move = rules.parse(step.move);
  if (typeof viewer !== 'number' || move === undefined) return false;
  const after = starts.map((state): Followed => {
    const { state: moved, events } = played(rules, { state, events: [] }, { seat: step.seat, move });
    const left = rules.leave(moved, viewer as Seat, NO_CHANCE);
    return followed(rules, { state: left.state, events: [...events, ...left.events] }, viewer);
  });
  return looksAlike(rules, after as unknown as Two<Followed>, viewer);
}
