/** The chapters of a rulebook that are lists: editions, options and cards. */
import type { GameId, GameName, OptionValue } from '@flower-war/protocol';
import type { Card } from '../card.ts';
import { sentence } from '../telling.ts';
import type { Words } from '../words.ts';
import type { EditionFacts, Facts, OptionFact } from './facts.ts';
import type { Chapter, EditionText, Rule, RuleText, Shelf } from './texts.ts';

/** The words of a language and its texts for rulebooks. */
export interface Teller {
  readonly words: Words;
  readonly shelf: Shelf;
}

/** What a book is made of: the edition, and the texts without the types that held their authors to be complete. */
export interface Book {
  readonly game: GameId;
  readonly facts: Facts<GameId>;
  readonly edition: EditionFacts<GameId>;
  readonly texts: {
    readonly title: string;
    readonly chapters: Readonly<Record<string, { readonly title: string; readonly rules: Rules }>>;
    readonly captions: Readonly<Record<string, string>>;
    readonly editions: Readonly<Record<string, EditionText>>;
  };
}
type Rules = Readonly<Record<string, RuleText<never>>>;

export const optionIn = ({ options }: Pick<EditionFacts<GameId>, 'options'>, name: string): OptionValue =>
  (options as Readonly<Record<string, OptionValue>>)[name] ?? '';

const entry = (anchor: string, label: string, lines: readonly string[]): Rule => ({
  anchor,
  label,
  text: lines.join('\n'),
  pictures: [],
});

/** What each edition changes, beside the default one. */
export function editionsChapter({ words, shelf }: Teller, { game, facts, edition, texts }: Book): Chapter {
  const [usual] = facts.editions;
  const rules = facts.editions.map((one) => {
    const changed = Object.keys(one.options).filter((name) => usual && optionIn(usual, name) !== optionIn(one, name));
    const { title = one.id, about = '' } = texts.editions[one.id] ?? {};
    const told = one.id === edition.id ? [shelf.isTold] : [];
    const changes = changed.length > 0 ? [shelf.changes] : [];
    const list = changed.map((name) => `- ${words.option(game, name, optionIn(one, name)).value}`);
    return entry(`edition-${one.id}`, title, [[about, ...told, ...changes].join(' '), ...list]);
  });
  return { id: 'editions', title: shelf.titles.editions, rules };
}

/** A list of more values says little. */
const MOST_VALUES = 9;

/** What each option means in the edition, and what else it could mean. */
export function optionsChapter({ words, shelf }: Teller, { game, facts, edition }: Book): Chapter {
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

interface Choice {
  readonly option: OptionFact;
  readonly value: OptionValue;
}

/** What a value means, and what the values mean that it gives to other options. */
function meaning(words: Words, game: GameName, { option, value }: Choice): string {
  const given = Object.entries(option.sets?.[String(value)] ?? {});
  const all = [[option.name, value] as const, ...given];
  return all.map(([name, one]) => words.option(game, name, one).value).join(' ');
}

/** An entry for each card, by deck. */
export function cardChapters(words: Words, game: GameName, cards: readonly Card[]): readonly Chapter[] {
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
