/** Tells events as sentences. */
import type { GameEvent } from '@flower-war/client';
import { english } from '@flower-war/words';
import type { Cards } from './cards.ts';

/** Gives nothing for an event that needs no words. `name` gives the name of a seat; `cards` are the words on cards. */
export type Tell = (event: GameEvent, name: (seat: number) => string, cards: Cards) => string | undefined;

export const tellerOf =
  (game: string): Tell =>
  (event, name, cards) =>
    english.event(game, event, { name, cards });
