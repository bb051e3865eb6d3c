/** Fits text into columns. Colours take no room. */
import { stripVTControlCharacters, styleText } from 'node:util';

export const COLUMNS = 80;

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** Cuts a text that is too long, and ends it with `…`. */
export function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

/** Breaks a text between words. Every line but the first is indented by `indent`. */
export function wrap(text: string, indent: number, columns = COLUMNS): readonly string[] {
  const [lead = ''] = /^ */.exec(text) ?? [];
  const [first = '', ...words] = text.slice(lead.length).split(/ (?=\S)/);
  const lines: string[] = [];
  let line = broken(`${lead}${first}`, indent, { lines, columns });
  for (const word of words) {
    if (widthOf(line) + 1 + widthOf(word) <= columns) line = `${line} ${word}`;
    else {
      lines.push(line);
      line = broken(`${' '.repeat(indent)}${word}`, indent, { lines, columns });
    }
  }
  return [...lines, line];
}

/** Breaks a word that is wider than the screen, such as an address. Returns its last part. */
function broken(
  word: string,
  indent: number,
  { lines, columns }: { readonly lines: string[]; readonly columns: number },
): string {
  let rest = word;
  while (widthOf(rest) > columns && rest.length > indent + 1) {
    lines.push(rest.slice(0, columns));
    rest = `${' '.repeat(indent)}${rest.slice(columns)}`;
  }
  return rest;
}

/** Rows of texts as lines, in which each column is as wide as its longest text. */
export function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const WIDEST_COLUMN = 24;
const USUAL_INDENT = 2;

/** Fits a line into the screen. What follows is indented to where its text begins, after a mark or name in a column. */
export function fitted(line: string, columns: number): readonly string[] {
  if (widthOf(line) <= columns) return [line];
  const [column = ''] = /^ *(?:\S+(?: \S+)? {2,})?/.exec(stripVTControlCharacters(line)) ?? [];
  const isColumn = column.length > 0 && column.length <= WIDEST_COLUMN;
  return wrap(line, isColumn ? column.length : USUAL_INDENT, columns);
}

// Colours. Every picture must be legible without them.

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan' | 'blue' | 'magenta';
export type Paint = (style: Style, text: string) => string;
export const plain: Paint = (_, text) => text;

/** Adds no colours when the stream is not a terminal or NO_COLOR is set. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}
