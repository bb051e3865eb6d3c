/** The terminal of one person: reads lines, and prints lines in its width. A line that is half typed stays at the bottom. */
import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import { stripVTControlCharacters, styleText } from 'node:util';
import { RefusedError, UnreachableError } from '@flower-war/client';
import { visible } from '@flower-war/protocol';
import { english, type Screen, type Words } from '@flower-war/words';

export class Teletype {
  /** The language of the person. */
  readonly words: Words;
  readonly paint: Paint = paintFor(process.stdout);
  /** Whether a person types and reads; false for a pipe. */
  readonly isLive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  /** Resolves at Ctrl-C. Either the process or the line reader notices it. */
  readonly interrupted: Promise<undefined>;
  private interrupt: () => void = () => {};
  private reader: Interface | undefined;
  private isAsking = false;
  /** Lines that were read before `next` asked for them. */
  private readonly read: string[] = [];
  private give: ((line: string | undefined) => void) | undefined;
  private isAtEnd = false;

  constructor(words: Words) {
    this.words = words;
    this.interrupted = new Promise((resolve) => {
      this.interrupt = () => {
        if (this.isAsking) console.log(); // the half-typed text stays on its own line
        this.isAsking = false;
        resolve(undefined);
      };
    });
    process.once('SIGINT', this.interrupt);
  }

  /** Asked each time, because a person may change the size of a window. */
  get size(): Size {
    return sizeOf(process.stdout, process.env);
  }

  say(...lines: readonly string[]): void {
    if (this.isAsking) {
      cursorTo(process.stdout, 0);
      clearLine(process.stdout, 0);
    }
    const { columns } = this.size;
    const all = lines.flatMap((line) => shown(line).flatMap((one) => fitted(one, columns)));
    for (const line of all) console.log(line);
    if (this.isAsking) this.reader?.prompt(true);
  }

  /** Shows the prompt, unless a pipe gives the input. */
  ask(): void {
    if (!this.isLive) return;
    this.isAsking = true;
    this.open().prompt();
  }

  /** Asks for one line. Nothing comes at the end of the input, and at Ctrl-C. */
  answer(): Promise<string | undefined> {
    this.ask();
    return Promise.race([this.next(), this.interrupted]);
  }

  /** The lines, one at a time. A new reader replaces the one before, which gets no more lines. */
  async *lines(): AsyncGenerator<string> {
    for (;;) {
      const line = await this.next();
      if (line === undefined) return;
      yield line;
    }
  }

  /** The next line; nothing at the end of the input. */
  next(): Promise<string | undefined> {
    this.open();
    const line = this.read.shift();
    if (line !== undefined || this.isAtEnd) return Promise.resolve(line);
    return new Promise((resolve) => {
      this.give = resolve;
    });
  }

  private open(): Interface {
    if (this.reader !== undefined) return this.reader;
    const reader = createInterface({
      input: process.stdin,
      terminal: this.isLive,
      prompt: '> ',
      ...(this.isLive && { output: process.stdout }),
    });
    this.reader = reader;
    reader.on('SIGINT', this.interrupt);
    reader.on('line', (line) => this.take(line));
    reader.on('close', () => this.take(undefined));
    return reader;
  }

  private take(line: string | undefined): void {
    const { give } = this;
    this.give = undefined;
    this.isAsking = false;
    if (line === undefined) this.isAtEnd = true;
    else if (give === undefined) this.read.push(line);
    give?.(line);
  }

  close(): void {
    this.isAsking = false;
    this.reader?.close();
    process.stdin.destroy();
  }
}

/** Between the styles that `paint` adds, the text may be that of a stranger, which no other style may hide. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one
const COLOURS = /(\u001b\[(?:1|2|22|3[0-79])m)/;

/** The lines of a text, without anything that would move, hide or turn what stands on the screen. */
export function shown(text: string): readonly string[] {
  const safe = (line: string) => line.split(COLOURS).map((part, at) => (at % 2 === 0 ? visible(part) : part));
  return text.split('\n').map((line) => safe(line).join(''));
}

/** How much fits on the screen. A pipe counts as the usual terminal, unless COLUMNS and LINES say something else. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const USUAL: Size = { columns: 80, rows: 24 };
const SMALLEST: Size = { columns: 60, rows: 24 };

/** Wider lines are hard to read. */
const WIDEST = 100;

export function sizeOf(stream: Partial<Size>, { COLUMNS, LINES }: NodeJS.ProcessEnv): Size {
  const columns = stream.columns || Number(COLUMNS) || USUAL.columns;
  const rows = stream.rows || Number(LINES) || USUAL.rows;
  return {
    columns: Math.min(WIDEST, Math.max(SMALLEST.columns, columns)),
    rows: Math.max(SMALLEST.rows, rows),
  };
}

// Fits text into columns. Colours take no room, and the letters of some scripts, like emoji, take two columns.

export const COLUMNS = 80;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303e\uff01-\uff60\p{Emoji_Presentation}]|\ufe0f/u;
/** Those of half the width among them. */
const NARROW = /^[\uff61-\uffdc]/;

const widthOfLetter = (letter: string): number => (WIDE.test(letter) && !NARROW.test(letter) ? 2 : 1);

function widthOf(text: string): number {
  const bare = stripVTControlCharacters(text);
  if (/^[ -\u02ff]*$/.test(bare)) return bare.length;
  return [...letters.segment(bare)].reduce((sum, { segment }) => sum + widthOfLetter(segment), 0);
}

/** As many letters from the beginning of a text as fit into the columns. */
function head(text: string, columns: number): string {
  let [left, end] = [columns, 0];
  for (const { segment } of letters.segment(text)) {
    left -= widthOfLetter(segment);
    if (left < 0) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Cuts a text that is too long, and ends it with `…`. */
export function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${head(text, width - 1)}…`;
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
    const first = head(rest, columns);
    lines.push(first);
    rest = `${' '.repeat(indent)}${rest.slice(first.length)}`;
  }
  return rest;
}

/** Rows of texts as lines, in which each column is as wide as its longest text. */
export function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? '')))) ?? [];
  return rows.map((row) =>
    row
      .map((text, column) => `${text}${' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(text)))}`)
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
function paintFor(stream: NodeJS.WriteStream): Paint {
  return (style, text) => styleText(style, text, { stream });
}

// Errors that the person at the terminal can mend. They are shown without a stack trace.

type Telling = (problems: Screen['problems']) => string;

/** It holds no sentence but the way to one, so that the person reads it in their language. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly tell: Telling;

  constructor(tell: Telling) {
    super(tell(english.screen.problems));
    this.tell = tell;
  }
}

/** The words for an error that is not a bug of this program; nothing for a bug. */
export function explain(error: unknown, words: Words): string | undefined {
  const { problems } = words.screen;
  if (error instanceof UnreachableError) return problems.unreachable(error.message);
  if (error instanceof Problem) return error.tell(problems);
  return error instanceof RefusedError ? refusalWords(error, words) : undefined;
}

/** What the server refused, in the language of the person. */
export function refusalWords({ code, message, reason }: RefusedError, words: Words): string {
  return words.refusal({ code, message, ...(reason !== undefined && { reason }) });
}
