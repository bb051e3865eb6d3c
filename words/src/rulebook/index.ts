/** The rulebook of each game. It is long, so that clients load it only when a person wants to read it. */
import type { GameId, GameName } from '@flower-war/protocol';
import type { Card } from '../card.ts';
import type { Words } from '../words.ts';
import { CHAPTERS } from './anchors.ts';
import { ENGLISH } from './en/index.ts';
import { SPANISH } from './es/index.ts';
import { type Chosen, editionOf, factsOf } from './facts.ts';
import { cardChapters, editionsChapter, optionIn, optionsChapter, type Teller, type Book } from './lists.ts';
import {
  type Chapter,
  type PageText,
  type Picture,
  placesOf,
  positionOf,
  type Rule,
  type Rulebook,
  type Shelf,
} from './texts.ts';

export type { Chapter, PageText, Picture, Rule, Rulebook } from './texts.ts';
export type { Chosen } from './facts.ts';
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

/** Makes the rulebook of an edition from the texts of a language and from what the rules say about themselves. */
function bookIn(teller: Teller, game: GameId, chosen: Chosen): Rulebook {
  const facts = factsOf<GameId>(game);
  const [usual] = facts.editions;
  const edition = editionOf<GameId>(game, chosen);
  const told: Book = { game, facts, edition, texts: teller.shelf.books[game] as unknown as Book['texts'] };
  const chapters = Object.entries(CHAPTERS[game]).map(([id, numbers]) => chapterOf(teller, told, { id, numbers }));
  const { title, editions } = told.texts;
  return {
    game,
    edition: edition.id,
    title: edition.id === usual?.id ? title : (editions[edition.id]?.title ?? title),
    chapters: [
      ...chapters.filter(({ rules }) => rules.length > 0),
      editionsChapter(teller, told),
      optionsChapter(teller, told),
    ],
  };
}

interface Listed {
  readonly id: string;
  readonly numbers: readonly number[];
}

/** A rule without text is not in this edition. */
function chapterOf({ words }: Teller, told: Book, { id, numbers }: Listed): Chapter {
  const { game, facts, edition, texts } = told;
  const { title, rules } = texts.chapters[id] ?? { title: id, rules: {} };
  const means = (option: string) => words.option(game, option, optionIn(edition, option)).value;
  const speech = { ...facts, options: edition.options, starts: edition.starts, means, day: words.day } as never;
  const all = numbers.map((number): Rule => {
    const text = rules[number] ?? '';
    const anchor = `${id}-${number}`;
    const said = typeof text === 'string' ? text : text(speech);
    return { anchor, number, label: `${title} ${number}`, text: said, pictures: picturesAt(told, anchor) };
  });
  return { id, title, rules: all.filter(({ text }) => text !== '') };
}

function picturesAt({ game, texts }: Book, anchor: string): readonly Picture[] {
  return placesOf<GameId>(game)
    .filter(([, place]) => place === anchor)
    .map(([picture]) => ({ caption: texts.captions[picture] ?? '', view: positionOf<GameId>(game, picture) }));
}
