import type { AnyGame } from './anyGame.ts';

type State = Parameters<AnyGame['view']>[0];
type Event = Parameters<AnyGame['viewEvent']>[0];

/** A game as bundles of earlier rules versions show it: windows and spellings were methods of the game itself. */
export interface FrozenGame extends AnyGame {
  window?(state: State): ReturnType<NonNullable<AnyGame['windows']>['open']>;
  heldBack?(state: State): readonly Event[];
  spelled?(text: string): string;
}

/** A frozen game as today's contract has it. */
export function adapted({ window, heldBack = hiddenEvents, spelled, ...game }: FrozenGame): AnyGame {
  return {
    ...game,
    ...(window && { windows: { open: window, heldBack } }),
    ...(spelled && { spelling: { notation: spelled } }),
  };
}

/** The first versions kept these events in the same place, but had no method that says so. */
const hiddenEvents = (state: State): readonly Event[] => state?.hidden?.events ?? [];
