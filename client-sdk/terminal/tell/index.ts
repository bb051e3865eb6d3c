/** What happened, as sentences; every game's words by its id. */
import type { GameEvent } from '../../src/index.ts';
import { tellGeneric } from './generic.ts';
import { tellTieqchieq } from './tieqchieq.ts';

/** Nothing for an event that needs no words. `name` calls a seat by its name. */
export type Tell = (event: GameEvent, name: (seat: number) => string) => string | undefined;

const TELLERS: ReadonlyMap<string, Tell> = new Map([['tieqchieq', tellTieqchieq]]);

/** Kinds of a newer server have no words of their own yet. */
export function tellerOf(game: string): Tell {
  return TELLERS.get(game) ?? tellGeneric;
}
