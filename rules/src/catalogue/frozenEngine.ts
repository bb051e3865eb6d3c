import { named } from '../ring/parts.ts';
import { FROZEN } from './frozen.ts';
import type { AnyGame } from './games.ts';

/** The engine as `npm run do -- freeze` bundled it when this version was current. A browser loads no other version with it. */
export async function frozenEngine(id: string, version: number): Promise<AnyGame | undefined> {
  const name = `${id}@${version}`;
  if (!FROZEN.includes(name)) return undefined;
  const { game }: { readonly game: FrozenGame } = await import(`../../frozen/${name}.mjs`);
  return adapted(game);
}

type State = Parameters<AnyGame['view']>[0];
type Event = Parameters<AnyGame['viewEvent']>[0];

/** A game as a frozen bundle exports it. In old versions, windows and spellings were methods of the game itself. */
export interface FrozenGame extends AnyGame {
  window?(state: State): ReturnType<NonNullable<AnyGame['windows']>['open']>;
  heldBack?(state: State): readonly Event[];
  spelled?(text: string): string;
}

/** Wraps a frozen game so that it fits today's contract. */
export function adapted({ window, heldBack = hiddenEvents, spelled, ...game }: FrozenGame): AnyGame {
  const parts = game.parts ?? NAMED[game.id];
  return {
    ...game,
    ...(parts && { parts }),
    ...(window && { windows: { open: window, heldBack } }),
    ...(spelled && { spelling: { notation: spelled } }),
  };
}

/** The first versions kept hidden events in the same place, but had no method that returns them. */
const hiddenEvents = (state: State): readonly Event[] => state?.hidden?.events ?? [];

/** Today's rules can say what a move of old rules is about, but not what it cost. */
const NAMED: Readonly<Record<string, AnyGame['parts']>> = { 'flower-war': named, mexica: named };
