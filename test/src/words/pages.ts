/** Pages to be read by a person: docs/cards.md with every card, disc, week card and ending in every language, and the rulebooks. */
import { GAMES } from '@flower-war/rules';
import { cardsIn, drawingOf } from '@flower-war/terminal/draw';
import type { Card, Words } from '@flower-war/words';
import { LANGUAGES } from '@flower-war/words/all';
import { type Chapter, cardEntries, pageText, RULEBOOKS, type Rule, rulebook } from '@flower-war/words/rulebook';

export const CARDS_PAGE = new URL('../../../docs/cards.md', import.meta.url);

const NAMES: Readonly<Record<string, string>> = {
  'flower-war': 'Flower War',
  mexica: 'Mexica',
  'space-aztecs': 'Space Aztecs',
};

const ENDINGS = ['none', 'open', 'flood', 'invasion', 'war'];

const INTRODUCTION = `# Cards

Every card in the words that players read, made from what the card does (\`npm run docs\`). A program finds the words in
[\`words/\`](../words/README.md).`;

export function cardsPage(): string {
  const games = [...GAMES].flatMap(([game, { game: rules }]) => (rules.cards ? gameLines(game, rules.cards) : []));
  return [INTRODUCTION, ...games, '## Endings', table(ENDINGS, endingCell), ''].join('\n\n');
}

function gameLines(game: string, cards: readonly Card[]): readonly string[] {
  const decks = Object.entries(Object.groupBy(cards, ({ deck }) => deck));
  return [
    `## ${NAMES[game] ?? game}`,
    ...decks.flatMap(([deck, held = []]) => [
      `### ${NAMES[game] ?? game}: ${deck}`,
      table(
        held,
        (words, card) => cardCell(words.card(game, card)),
        ({ id }) => id,
      ),
    ]),
  ];
}

type Cell<T> = (words: Words, one: T) => string;

function table<T>(rows: readonly T[], cell: Cell<T>, idOf: (one: T) => string = String): string {
  const lines = rows.map((one) => [idOf(one), ...LANGUAGES.map((words) => cell(words, one))]);
  const head = ['', ...LANGUAGES.map(({ language }) => language)];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const cardCell = ({ title, when, cost, text }: ReturnType<Words['card']>): string =>
  [`**${title}.**`, text, `*${[when, cost].filter((part) => part !== '').join(' ')}*`].join(' ');

const endingCell = ({ ending }: Words, one: string): string => `**${ending(one).name}.** ${ending(one).about}`;

// docs/rules/: the rulebook of each game and the entries of its cards, a page each in every language.

const FOLDER = new URL('../../../docs/rules/', import.meta.url);

type Page = readonly [place: URL, text: string];

/** The text of each page, by its place. */
export function rulebookPages(): readonly Page[] {
  const all = LANGUAGES.flatMap((words) => RULEBOOKS.map((game): BookInLanguage => ({ words, game })));
  return all.flatMap((place) =>
    cardsOf(place).length === 0 ? [rulesPage(place)] : [rulesPage(place), entriesPage(place)],
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

function entriesPage(place: BookInLanguage): Page {
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
  const cards = cardsIn(GAMES.get(game)?.game.cards ?? [], { game }, words);
  const lines = drawingOf(game, words).draw(view, (_, text) => text, cards);
  return lines.map((line) => line.trimEnd()).join('\n');
}
