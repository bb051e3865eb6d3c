/** Makes the rulebook of an edition from the texts of a language and from what the rules say about themselves. */
import type { GameId } from '@flower-war/protocol';
import { CHAPTERS } from './anchors.ts';
import type { Chapter, Picture, Rule, Rulebook } from './chapter.ts';
import { type Chosen, editionOf, factsOf } from './facts.ts';
import { editionsChapter, optionIn, optionsChapter, type Teller, type Told } from './lists.ts';
import { placesOf, positionOf } from './pictures.ts';

export function bookIn(teller: Teller, game: GameId, chosen: Chosen): Rulebook {
  const facts = factsOf<GameId>(game);
  const [usual] = facts.editions;
  const edition = editionOf<GameId>(game, chosen);
  const told: Told = { game, facts, edition, texts: teller.shelf.books[game] as unknown as Told['texts'] };
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
function chapterOf({ words }: Teller, told: Told, { id, numbers }: Listed): Chapter {
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

function picturesAt({ game, texts }: Told, anchor: string): readonly Picture[] {
  return placesOf<GameId>(game)
    .filter(([, place]) => place === anchor)
    .map(([picture]) => ({ caption: texts.captions[picture] ?? '', view: positionOf<GameId>(game, picture) }));
}
