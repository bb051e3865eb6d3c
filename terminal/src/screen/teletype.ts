/** The terminal of one person: reads lines, and prints lines in its width. A line that is half typed stays at the bottom. */
import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import { visible } from '@flower-war/protocol';
import type { Words } from '@flower-war/words';
import { fitted, type Paint, paintFor } from './width.ts';

export class Teletype {
  /** The language of the person. */
  readonly words: Words;
  readonly paint: Paint = paintFor(process.stdout);
  /** Whether a person types and reads; false for a pipe. */
  readonly isLive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  /** Resolves at Ctrl-C. Either the process or the line reader notices it. */
  readonly interrupted: Promise<void>;
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
        resolve();
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
    if (!this.isLive || this.reader === undefined) return;
    this.isAsking = true;
    this.reader.prompt();
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

  private open(): void {
    if (this.reader !== undefined) return;
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

/** Between the colours that `paint` adds, the text may be that of a stranger. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one
const COLOURS = /(\u001b\[\d{1,2}m)/;

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
