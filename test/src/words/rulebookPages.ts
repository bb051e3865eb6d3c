/** docs/rules/: the rulebook of each game and the entries of its cards, a page each in every language. */
import { GAMES } from '@flower-war/rules';
import { cardsIn, drawingOf } from '@flower-war/terminal/draw';
import { LANGUAGES, type Words } from '@flower-war/words';
import { type Chapter, cardEntries, pageText, RULEBOOKS, type Rule, rulebook } from '@flower-war/words/rulebook';

const FOLDER = new URL('../../../docs/rules/', import.meta.url);

type Page = readonly [place: URL, text: string];

/** The text of each page, by its place. */
export function rulebookPages(): readonly Page[] {
  const all = LANGUAGES.flatMap((words) => RULEBOOKS.map((game): BookInLanguage => ({ words, game })));
  return all.flatMap((place) =>
    cardsOf(place).length === 0 ? [rulesPage(place)] : [rulesPage(place), cardsPage(place)],
  );
}

interface BookInLanguage {
  readonly words: Words;
  readonly game: (typeof RULEBOOKS)[number];
}

const cardsOf = ({ game }: BookInLanguage) => GAMES.get(game)?.game.cards ?? [];

const cardsName = ({ game }: BookInLanguage): string => `${game}-cards.md`;

function rulesPage(place: BookInLanguage): Page {
  const { words, game } = place;
  const { title, chapters } = rulebook(words, game);
  const more = cardsOf(place).length === 0 ? [] : [`[${pageText(words).toCards}](${cardsName(place)})`];
  return pageOf(place, { name: `${game}.md`, title, more, chapters });
}

function cardsPage(place: BookInLanguage): Page {
  const { words, game } = place;
  const { toCards, toRules, aboutCards } = pageText(words);
  const title = `${rulebook(words, game).title}: ${toCards.toLowerCase()}`;
  const more = [`[${toRules}](${game}.md)`];
  const chapters = cardEntries(words, game, cardsOf(place));
  return pageOf(place, { name: cardsName(place), title, more, chapters, about: [aboutCards] });
}

interface Content {
  readonly name: string;
  readonly title: string;
  /** Links beside those to the other languages. */
  readonly more: readonly string[];
  readonly about?: readonly string[];
  readonly chapters: readonly Chapter[];
}

function pageOf(place: BookInLanguage, { name, title, more, about = [], chapters }: Content): Page {
  const { words } = place;
  const lines = [
    '<!-- npm run docs -->',
    `# ${title}`,
    [...otherLanguages(words, name), ...more].join(' · '),
    ...about,
    `## ${pageText(words).contents}`,
    chapters.map((chapter) => `- [${chapter.title}](#${chapter.id})`).join('\n'),
    ...chapters.flatMap((chapter) => chapterLines(chapter, place)),
  ];
  return [new URL(`${words.language}/${name}`, FOLDER), `${lines.join('\n\n')}\n`];
}

const otherLanguages = ({ language }: Words, name: string): readonly string[] =>
  LANGUAGES.filter((other) => other.language !== language).map(
    (other) => `[${pageText(other).language}](../${other.language}/${name})`,
  );

const chapterLines = ({ id, title, rules }: Chapter, place: BookInLanguage): readonly string[] => [
  `## <a id="${id}"></a>${title}`,
  ...rules.flatMap((rule) => ruleLines(rule, place)),
];

const FENCE = '```';

/** A list needs an empty line before it. */
function ruleLines({ anchor, label, text, pictures }: Rule, { words, game }: BookInLanguage): readonly string[] {
  const [first = '', ...list] = text.split('\n');
  return [
    `<a id="${anchor}"></a>**${label}.** ${first}`,
    ...(list.length > 0 ? [list.join('\n')] : []),
    ...pictures.flatMap(({ caption, view }) => [
      `${FENCE}text\n${drawnPosition(words, game, view)}\n${FENCE}`,
      `*${caption}*`,
    ]),
  ];
}

/** A position as the terminal draws it, without colours. */
function drawnPosition(words: Words, game: string, view: object): string {
  const cards = cardsIn(GAMES.get(game)?.game.cards ?? [], game, words);
  const lines = drawingOf(game, words).draw(view, (_, text) => text, cards);
  return lines.map((line) => line.trimEnd()).join('\n');
}
