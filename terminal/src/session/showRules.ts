/** `npm run play -- --rules mexica`: the rulebook of a game, one of its chapters, one rule, or its cards. */
import { FlowerWarClient } from '@flower-war/client';
import type { Words } from '@flower-war/words';
import {
  type Chapter,
  cardEntries,
  type Picture,
  pageText,
  RULEBOOKS,
  type Rule,
  type Rulebook,
  rulebookNamed,
  ruleIn,
} from '@flower-war/words/rulebook';
import { drawingOf, wholePicture } from '../draw/index.ts';
import { type Paint, Problem, wrap } from '../screen.ts';
import { NO_CARDS } from '../words.ts';

export interface Reading {
  readonly words: Words;
  readonly columns: number;
  readonly paint: Paint;
  /** The server, which is asked for cards alone: the rules can be read without one. */
  readonly url: string;
}

/** `mexica`, `flower-war-early/battle`, `mexica/battle-3`, `mexica/cards` or `mexica/W10`. */
export async function rulesLines(wanted: string, reading: Reading): Promise<readonly string[]> {
  const [name = '', part = ''] = wanted.split('/');
  const book = rulebookNamed(reading.words, name);
  if (book === undefined) throw new Problem(({ unknown }) => unknown.rulebook(name, RULEBOOKS.join(', ')));
  const page = pageOf(book, reading);
  const found = part === '' ? wholeBook(book, page) : partOf(book, part, page);
  return found ?? (await cardLines(book, part, { ...reading, page }));
}

const pageOf = ({ game }: Rulebook, { words, columns, paint }: Reading): Page => {
  const drawing = drawingOf(game, words);
  const screen = { paint, cards: NO_CARDS, columns, rows: PICTURE_ROWS };
  return { words, columns, paint, draw: (view) => wholePicture(drawing, view, screen) };
};

const wholeBook = ({ title, chapters }: Rulebook, page: Page): readonly string[] => [
  page.paint('bold', title.toUpperCase()),
  ...chapters.flatMap((chapter) => chapterLines(chapter, page)),
];

/** A chapter or a rule; nothing if the book has none of this name. */
function partOf(book: Rulebook, part: string, page: Page): readonly string[] | undefined {
  const chapter = book.chapters.find(({ id }) => id === part);
  if (chapter !== undefined) return chapterLines(chapter, page);
  const rule = ruleIn(book, part);
  return rule === undefined ? undefined : [page.paint('bold', rule.label), ...ruleLines(rule, page)];
}

async function cardLines(
  { game, chapters }: Rulebook,
  part: string,
  { words, url, page }: Reading & { readonly page: Page },
): Promise<readonly string[]> {
  const known = [...chapters.map(({ id }) => id), 'cards'].join(', ');
  const unknown = new Problem((problems) => problems.noRule(game, part, known));
  if (part !== 'cards' && !CARD.test(part)) throw unknown;
  const decks = cardEntries(words, game, await new FlowerWarClient({ url }).cards(game));
  if (part === 'cards') return [pageText(words).aboutCards, ...decks.flatMap((deck) => chapterLines(deck, page))];
  const rules = decks.flatMap((deck) => deck.rules).filter(({ anchor }) => anchor === `card-${part}`);
  if (rules.length === 0) throw unknown;
  return rules.flatMap((rule) => ruleLines(rule, page));
}

/** A narrow screen gets a brief picture of this many lines. */
const PICTURE_ROWS = 16;

/** The ids of cards begin with a capital, and no other name does. */
const CARD = /^[A-Z]/;

// Chapters of a rulebook as lines of text that fit the terminal.

/** What lines need. */
interface Page {
  readonly words: Words;
  readonly columns: number;
  readonly paint: Paint;
  /** Draws a position. */
  readonly draw: (view: object) => readonly string[];
}

/** Longer lines are hard to read. */
const WIDEST_TEXT = 72;

const INDENT = 5;

const chapterLines = ({ title, rules }: Chapter, page: Page): readonly string[] => [
  '',
  page.paint('bold', title),
  ...rules.flatMap((rule) => ruleLines(rule, page)),
];

/** ` 3  Then both players may …`; an entry of a list has its name instead of a number. */
function ruleLines({ number, label, text, pictures }: Rule, page: Page): readonly string[] {
  const [first = '', ...list] = text.split('\n');
  const lead = number === undefined ? `${label}: ` : '';
  const mark = `${number ?? ''}`.padStart(INDENT - 2).padEnd(INDENT);
  return [
    ...folded(`${mark}${lead}${first}`, INDENT, page),
    ...list.flatMap((line) => folded(`${' '.repeat(INDENT)}${line}`, INDENT + 2, page)),
    ...pictures.flatMap((picture) => pictureLines(picture, page)),
  ];
}

const folded = (text: string, indent: number, { columns }: Page): readonly string[] =>
  wrap(text, indent, Math.min(columns, WIDEST_TEXT));

const pictureLines = ({ caption, view }: Picture, page: Page): readonly string[] => [
  '',
  ...page.draw(view),
  ...folded(caption, 0, page),
  '',
];
