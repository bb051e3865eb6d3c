/** Chapters of a rulebook as lines of text that fit the terminal. */
import type { Words } from '@flower-war/words';
import type { Chapter, Picture, Rule } from '@flower-war/words/rulebook';
import type { Paint } from '../screen/paint.ts';
import { wrap } from '../screen/width.ts';

/** What lines need. */
export interface Page {
  readonly words: Words;
  readonly columns: number;
  readonly paint: Paint;
  /** Draws a position. */
  readonly draw: (view: object) => readonly string[];
}

/** Longer lines are hard to read. */
const WIDEST_TEXT = 72;
const INDENT = 5;

export const chapterLines = ({ title, rules }: Chapter, page: Page): readonly string[] => [
  '',
  page.paint('bold', title),
  ...rules.flatMap((rule) => ruleLines(rule, page)),
];

/** ` 3  Then both players may …`; an entry of a list has its name instead of a number. */
export function ruleLines({ number, label, text, pictures }: Rule, page: Page): readonly string[] {
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
