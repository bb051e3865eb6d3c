/** docs/cards.md: every card, disc, week card and ending in every language, to be read by a person. */
import { GAMES } from '@flower-war/rules';
import { type Card, LANGUAGES, type Words } from '@flower-war/words';

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
