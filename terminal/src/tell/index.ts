/** What happened, as sentences; every game's words by its id. */
import type { GameEvent } from '@flower-war/client';
import type { Cards } from '../words/cards.ts';
import { tellGeneric } from './generic.ts';
import { tellRing } from './ring.ts';
import { tellSpaceAztecs } from './spaceAztecs.ts';
import { tellTieqchieq } from './tieqchieq.ts';

/** Nothing for an event that needs no words. `name` calls a seat by its name; `cards` are the words on cards. */
export type Tell = (event: GameEvent, name: (seat: number) => string, cards: Cards) => string | undefined;

const TELLERS: ReadonlyMap<string, Tell> = new Map([
  ['flower-war', tellRing('skull')],
  ['mexica', tellRing('token')],
  ['space-aztecs', tellSpaceAztecs],
  ['tieqchieq', tellTieqchieq],
]);

/** Kinds of a newer server have no words of their own yet. */
export function tellerOf(game: string): Tell {
  return TELLERS.get(game) ?? tellGeneric;
}
