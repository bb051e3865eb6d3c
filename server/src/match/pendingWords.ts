/**
 * What people asked for while a move was pending, in the order in which they asked: each waits until no move is. Moves
 * wait in `Line`, for the time at which they are shown.
 */
import type { Body, Committed } from './record/draft.ts';

export interface Word {
  /** Names the action; absent when it is none, so that nobody repeats it. */
  readonly key?: string;
  /** What is asked for: the same key for something else is refused. */
  readonly what?: string;
  readonly body: Body;
  readonly done: (outcome: Committed) => void;
}

export class PendingWords {
  private waiting: readonly Word[] = [];

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  add(word: Word): void {
    this.waiting = [...this.waiting, word];
  }

  whatOf(key: string): string | undefined {
    return this.waiting.find((word) => word.key === key)?.what;
  }

  /** How much of it a seat has said. */
  countOf(seat: number): number {
    return this.waiting.filter(({ key, body }) => key !== undefined && 'seat' in body && body.seat === seat).length;
  }

  isResigning(seat: number): boolean {
    return this.waiting.some(({ body }) => body.kind === 'absence' && body.seat === seat);
  }

  /** The one that is said next. */
  take(): Word | undefined {
    const [first, ...others] = this.waiting;
    this.waiting = others;
    return first;
  }

  /** None of it is said any more. */
  clear(outcome: Committed): void {
    const all = this.waiting;
    this.waiting = [];
    for (const { done } of all) done(outcome);
  }
}
