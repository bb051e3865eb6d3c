/** Tells events as sentences: the words of every game by its id. */
import type { GameEvent } from '@flower-war/client';
import type { Cards } from '../words/cards.ts';
import { tellGeneric } from './generic.ts';
import { tellRing } from './ring.ts';
import { tellSpaceAztecs } from './spaceAztecs.ts';
import { tellTieqchieq } from './tieqchieq.ts';

/** Gives nothing for an event that needs no words. `name` gives the name of a seat; `cards` are the words on cards. */
export type Tell = (event: GameEvent, name: (seat: number) => string, cards: Cards) => string | undefined;

const TELLERS: ReadonlyMap<string, Tell> = new Map([
  ['flower-war', tellRing('skull')],
  ['mexica', tellRing('token')],
  ['space-aztecs', tellSpaceAztecs],
  ['tieqchieq', tellTieqchieq],
]);

/** A game without words of its own, perhaps of a newer server, gets the generic words. */
export function tellerOf(game: string): Tell {
  return TELLERS.get(game) ?? tellGeneric;
}
