/** Passes the error output of a process on to the terminal, and keeps the line that tells why the process ended. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const MOST_WORDS = 300;

export class EndReason {
  private problem = '';
  private last = '';
  private readonly isQuiet: boolean;

  /** A quiet one keeps to itself what a process prints when all is well. */
  constructor(stream: Readable | null, isQuiet: boolean) {
    this.isQuiet = isQuiet;
    if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.hear(line));
  }

  /** How the process ended and, if it said so, why. */
  endOf({ exitCode, signalCode }: ChildProcess): string {
    const how = signalCode === null ? `ended with code ${exitCode}` : `was ended by ${signalCode}`;
    const why = (this.problem || this.last || usualCause(signalCode)).slice(0, MOST_WORDS);
    return why === '' ? how : `${how} (${why})`;
  }

  private hear(line: string): void {
    if (!this.isQuiet || !isNoProblem(line)) process.stderr.write(`${line}\n`);
    if (/^\S*(Error|Exception)\b|^FATAL ERROR/.test(line)) this.problem = line;
    if (line.trim() !== '' && !isNoProblem(line)) this.last = line;
  }
}

/** Lines that a process prints when all is well, and the line that Node adds to every stack trace. */
function isNoProblem(line: string): boolean {
  return /^(Flower War is ready|Play from another terminal|Node\.js v)/.test(line);
}

function usualCause(signal: NodeJS.Signals | null): string {
  return signal === 'SIGKILL' ? 'by another program, or because the machine ran out of memory' : '';
}
