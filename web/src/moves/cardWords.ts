/** The cards of a game in the language of the person. */
import type { CardList } from '@flower-war/client';
import type { Speech, Words } from '@flower-war/words';

type Listed = CardList['cards'][number];

export interface CardWords {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** When it may be played, in a sentence. */
  readonly when: string;
  /** What it costs, in a sentence; empty if it costs nothing. */
  readonly cost: string;
  readonly deck: string;
  /** What its picture shows: the kind of the card, or of the person on it. Empty where cards have none. */
  readonly sign: string;
  /** The points that it says; 0 if it says none. */
  readonly points: number;
  /** When it counts, as the game writes it: `14:40`. */
  readonly timing: string;
}

export type Cards = ReadonlyMap<string, CardWords>;

export function cardsIn(listed: readonly Listed[], game: string, words: Words): Cards {
  return new Map(
    listed.map((card) => [
      card.id,
      { id: card.id, timing: card.timing, ...lookOf(card.face), ...words.card(game, card) },
    ]),
  );
}

/** A server that is older sends no faces. */
function lookOf({ type, kind, points }: Readonly<Record<string, unknown>> = {}) {
  const sign = [type, kind].find((name) => typeof name === 'string');
  return { sign: typeof sign === 'string' ? sign : '', points: typeof points === 'number' ? points : 0 };
}

/** How sentences call seats and cards at this table. */
export interface TableSpeech extends Speech {
  readonly cards: Cards;
}

export const titleOf = (cards: Cards, id: string): string => cards.get(id)?.title ?? id;
