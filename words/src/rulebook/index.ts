/** The rulebook of each game. It is long, so that clients load it only when a person wants to read it. */
import type { GameId, GameName, OptionValue } from '@flower-war/protocol';
import type { Card } from '../card.ts';
import { editionName } from '../language.ts';
import { sentence } from '../telling.ts';
import type { Words } from '../words.ts';
import { CHAPTERS } from './anchors.ts';
import { ENGLISH } from './en/index.ts';
import { SPANISH } from './es/index.ts';
import { type Chosen, type EditionFacts, editionOf, type Facts, factsOf, type OptionFact } from './facts.ts';
import {
  type Chapter,
  type PageText,
  type Picture,
  placesOf,
  positionOf,
  type Rule,
  type Rulebook,
  type RuleText,
  type Shelf,
} from './texts.ts';

export type { Chapter, PageText, Picture, Rule, Rulebook } from './texts.ts';
export type { Chosen } from './facts.ts';
export { ENGLISH as ENGLISH_RULEBOOKS } from './en/index.ts';

const SHELVES: Readonly<Record<string, Shelf>> = { en: ENGLISH, es: SPANISH };

/** A language that is a file has English paragraphs where it has none of its own. */
const shelfOf = ({ language, translate }: Words): Shelf =>
  translate?.('rulebook', ENGLISH) ?? SHELVES[language] ?? ENGLISH;

/** The games that have a rulebook. */
export const RULEBOOKS = Object.keys(ENGLISH.books) as readonly GameId[];

/**
 * The rules of an edition, which a preset names; without one, or with an unknown one, the default edition. Of a match with its
 * `preset` and `options` the book tells the numbers of this match.
 */
export const rulebook = (words: Words, game: GameId, chosen?: string | Chosen): Rulebook =>
  bookIn({ words, shelf: shelfOf(words) }, game, typeof chosen === 'object' ? chosen : { preset: chosen });

/** What a match chose otherwise than its edition, in sentences. */
export function ownRules(words: Words, game: GameId, chosen: Chosen): readonly string[] {
  const usual = editionOf<GameId>(game, { preset: chosen.preset });
  return Object.entries(chosen.options ?? {})
    .filter(([name, value]) => Object.hasOwn(usual.options, name) && optionIn(usual, name) !== value)
    .map(([name, value]) => words.option(game, name, value).value);
}

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
  return {
    game,
    edition: edition.id,
    title: edition.id === usual?.id ? told.texts.title : editionName(teller.words, edition.id),
    chapters: [
      ...chapters.filter(({ rules }) => rules.length > 0),
      editionsChapter(teller, told),
      optionsChapter(teller, told),
    ],
  };
}

/** A rule without text is not in this edition. */
function chapterOf(
  { words }: Teller,
  told: Book,
  { id, numbers }: { readonly id: string; readonly numbers: readonly number[] },
): Chapter {
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

// The chapters of a rulebook that are lists: editions, options and cards.

/** The words of a language and its texts for rulebooks. */
interface Teller {
  readonly words: Words;
  readonly shelf: Shelf;
}

/** What a book is made of: the edition, and the texts without the types that held their authors to be complete. */
interface Book {
  readonly game: GameId;
  readonly facts: Facts<GameId>;
  readonly edition: EditionFacts<GameId>;
  readonly texts: {
    readonly title: string;
    readonly chapters: Readonly<Record<string, { readonly title: string; readonly rules: Rules }>>;
    readonly captions: Readonly<Record<string, string>>;
    readonly editions: Readonly<Record<string, string>>;
  };
}
type Rules = Readonly<Record<string, RuleText<never>>>;

const optionIn = ({ options }: Pick<EditionFacts<GameId>, 'options'>, name: string): OptionValue =>
  (options as Readonly<Record<string, OptionValue>>)[name] ?? '';

const entry = (anchor: string, label: string, lines: readonly string[]): Rule => ({
  anchor,
  label,
  text: lines.join('\n'),
  pictures: [],
});

/** What each edition changes, beside the default one. */
function editionsChapter({ words, shelf }: Teller, { game, facts, edition, texts }: Book): Chapter {
  const [usual] = facts.editions;
  const rules = facts.editions.map((one) => {
    const changed = Object.keys(one.options).filter((name) => usual && optionIn(usual, name) !== optionIn(one, name));
    const about = texts.editions[one.id] ?? '';
    const told = one.id === edition.id ? [shelf.isTold] : [];
    const changes = changed.length > 0 ? [shelf.changes] : [];
    const list = changed.map((name) => `- ${words.option(game, name, optionIn(one, name)).value}`);
    return entry(`edition-${one.id}`, editionName(words, one.id), [[about, ...told, ...changes].join(' '), ...list]);
  });
  return { id: 'editions', title: shelf.titles.editions, rules };
}

/** A list of more values says little. */
const MOST_VALUES = 9;

/** What each option means in the edition, and what else it could mean. */
function optionsChapter({ words, shelf }: Teller, { game, facts, edition }: Book): Chapter {
  const rules = facts.options.map((option) => {
    const { name, values = [], min, max } = option;
    const now = optionIn(edition, name);
    const { title, value } = words.option(game, name, now);
    const limits = min === undefined || max === undefined ? [] : [shelf.between(min, max)];
    const others = values.length > MOST_VALUES ? [] : values.filter((other) => other !== now);
    const list = others.map((other) => `- ${shelf.otherwise(meaning(words, game, { option, value: other }))}`);
    return entry(`option-${name}`, title, [[value, ...limits].join(' '), ...list]);
  });
  return { id: 'options', title: shelf.titles.options, rules };
}

/** What a value means, and what the values mean that it gives to other options. */
function meaning(
  words: Words,
  game: GameName,
  { option, value }: { readonly option: OptionFact; readonly value: OptionValue },
): string {
  const given = Object.entries(option.sets?.[String(value)] ?? {});
  const all = [[option.name, value] as const, ...given];
  return all.map(([name, one]) => words.option(game, name, one).value).join(' ');
}

/** An entry for each card, by deck. */
function cardChapters(words: Words, game: GameName, cards: readonly Card[]): readonly Chapter[] {
  const decks = Object.groupBy(cards, (card) => words.card(game, card).deck);
  return Object.entries(decks).map(([deck, held = []]) => ({
    id: `cards-${held[0]?.deck ?? deck}`,
    title: sentence(deck).slice(0, -1),
    rules: held.map((card) => cardEntry(words, game, card)),
  }));
}

function cardEntry(words: Words, game: GameName, card: Card): Rule {
  const { title, when, cost, text } = words.card(game, card);
  const said = [text, when, cost].filter((part) => part !== '').join(' ');
  return entry(`card-${card.id}`, `${title} (${card.id})`, [said]);
}
