/**
 * Long work in slices. Between two slices everything else in this process has its turn. If several long jobs run, only
 * one goes on in each turn of the event loop, so that no request waits longer than one slice.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Well below 50 ms, the longest wait allowed: a slow machine or a long part of the work takes more. */
const SLICE_MS = 10;

let turn: Promise<void> = Promise.resolve();

export class Slices {
  /** The number of slices so far. */
  count = 1;
  private readonly clock: () => number;
  private since: number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
    this.since = clock();
  }

  /** Whether the slice is used up. The caller asks between two parts of its work. */
  get isOver(): boolean {
    return this.clock() - this.since >= SLICE_MS;
  }

  /** Resolves when other work has had its turn. */
  async rest(): Promise<void> {
    turn = turn.then(() => nextTurn());
    await turn;
    this.count++;
    this.since = this.clock();
  }
}
