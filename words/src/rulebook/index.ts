/** The rulebook of each game. It is long, so that clients load it only when a person wants to read it. */
import type { GameId, GameName } from '@flower-war/protocol';
import type { Card } from '../card.ts';
import type { Words } from '../words.ts';
import { bookIn } from './book.ts';
import type { Chapter, Rule, Rulebook } from './chapter.ts';
import { ENGLISH } from './en/index.ts';
import { SPANISH } from './es/index.ts';
import { type Chosen, factsOf } from './facts.ts';
import { cardChapters } from './lists.ts';
import type { PageText, Shelf } from './texts.ts';

export type { Chapter, Picture, Rule, Rulebook } from './chapter.ts';
export type { Chosen } from './facts.ts';
export type { PageText } from './texts.ts';

const SHELVES: Readonly<Record<string, Shelf>> = { en: ENGLISH, es: SPANISH };

const shelfOf = ({ language }: Words): Shelf => SHELVES[language] ?? ENGLISH;

/** The games that have a rulebook. */
export const RULEBOOKS = Object.keys(ENGLISH.books) as readonly GameId[];

/**
 * The rules of an edition, which a preset names; without one, or with an unknown one, the default edition. Of a match with its
 * `preset` and `options` the book tells the numbers of this match.
 */
export const rulebook = (words: Words, game: GameId, chosen?: string | Chosen): Rulebook =>
  bookIn({ words, shelf: shelfOf(words) }, game, typeof chosen === 'object' ? chosen : { preset: chosen });

/** The rulebook for the name of a game or a preset. */
export function rulebookNamed(words: Words, name: string): Rulebook | undefined {
  const game = RULEBOOKS.find((id) => id === name || factsOf(id).editions.some((edition) => edition.id === name));
  return game === undefined ? undefined : rulebook(words, game, name);
}

/** An entry for each card, by deck. The server lists the cards of a game. */
export const cardEntries = (words: Words, game: GameName, cards: readonly Card[]): readonly Chapter[] =>
  cardChapters(words, game, cards);

/** A rule by its name, such as `battle-3`. */
export function ruleIn({ chapters }: Pick<Rulebook, 'chapters'>, anchor: string): Rule | undefined {
  return chapters.flatMap(({ rules }) => rules).find((rule) => rule.anchor === anchor);
}

/** What stands around the rules on a page or a screen. */
export const pageText = (words: Words): PageText => shelfOf(words).pages;
