/** The cards of a game in the language of the person. */
import type { CardList } from '@flower-war/client';
import { type MatchOptions, type Speech, seatName, type Words } from '@flower-war/words';
import { useMemo } from 'react';
import { useWords } from '../language.tsx';
import { emblemOf, type Picture } from '../art/Art.tsx';

type Listed = CardList['cards'][number];

export interface CardWords {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** When it may be played, in a sentence. */
  readonly when: string;
  /** What it costs, in a sentence; empty if it costs nothing. */
  readonly cost: string;
  /** The deck as the server calls it: `war`. */
  readonly suit: string;
  readonly emblem: Picture;
  readonly price: number;
  /** What its picture shows: the kind of the card, or of the person on it. Empty where cards have none. */
  readonly sign: string;
  /** The points that it says; 0 if it says none. */
  readonly points: number;
  /** The day to which it brings its player, if it names one. */
  readonly day?: number | undefined;
  /** When it counts, as the game writes it: `14:40`. */
  readonly timing: string;
  /** The same, where it tells cards of one title apart. */
  readonly mark?: string;
}

export type Cards = ReadonlyMap<string, CardWords>;

interface Telling {
  /** Absent until they have come. */
  readonly listed: readonly Listed[] | undefined;
  /** Those of the match, which change what some cards do. */
  readonly options?: MatchOptions | undefined;
}

function cardsIn({ listed = [], options }: Telling, game: string, words: Words): Cards {
  const isMarked = game === 'space-aztecs';
  return new Map(
    listed.map((card) => [
      card.id,
      { ...shownOf(card), ...(isMarked && { mark: card.timing }), ...words.card(game, card, options) },
    ]),
  );
}

/** A server that is older sends no faces. */
function shownOf(card: Listed) {
  const { id, deck: suit, timing, cost: price } = card;
  const { type, kind, points, effects }: Readonly<Record<string, unknown>> = card.face ?? {};
  const sign = [type, kind].find((name) => typeof name === 'string');
  const face = {
    sign: typeof sign === 'string' ? sign : '',
    points: typeof points === 'number' ? points : 0,
    day: Array.isArray(effects) ? dayIn(effects) : undefined,
  };
  return { id, suit, timing, price, emblem: emblemOf(card), ...face };
}

const dayIn = (effects: readonly { readonly kind: string; readonly to?: unknown }[]): number | undefined =>
  effects.flatMap(({ kind, to }) => (kind === 'go-to' && typeof to === 'number' ? [to] : []))[0];

/** How sentences call seats, cards and piles at this table. */
export interface TableSpeech extends Speech {
  readonly cards: Cards;
  /** Where the pile lies; empty in games without places. */
  readonly place?: (pile: number) => string;
}

/** What a sentence about a game needs. */
export interface SpokenGame {
  readonly game: string;
  readonly words: Words;
  readonly speech: TableSpeech;
}

export const titleOf = (cards: Cards, id: string): string => cards.get(id)?.title ?? id;

/** Where a pile lies, in the language of the person. */
export function placeOfPile(view: object, pile: number, { screen }: Words): string {
  const { piles } = view as { readonly piles?: readonly { readonly name?: string }[] };
  const name = piles?.[pile - 1]?.name ?? '';
  const { places } = screen.spaceAztecs;
  return Object.hasOwn(places, name) ? (places[name] ?? name) : name;
}

/** The names of seats and cards at a table. A match can be played before its cards have come, and also without them. */
export function useSpeech(game: string, view: object, { listed, options }: Telling): TableSpeech {
  const words = useWords();
  const cards = useMemo(() => cardsIn({ listed, options }, game, words), [listed, options, game, words]);
  return useMemo(
    () => ({
      name: (seat) => seatName({ game, view }, seat, words),
      cards,
      place: (pile) => placeOfPile(view, pile, words),
    }),
    [game, view, words, cards],
  );
}
