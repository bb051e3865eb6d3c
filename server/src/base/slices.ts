/**
 * Long work in slices. Between two of them everything else in this process has its turn, and of several long works only one
 * goes on in each turn of the loop: so nobody waits longer than one slice, however many there are.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Of the 50 ms that nobody may wait, with room for a slow machine, and for a part that takes long by itself. */
const SLICE_MS = 10;

let turn: Promise<void> = Promise.resolve();

export class Slices {
  /** How many there were so far. */
  count = 1;
  private readonly clock: () => number;
  private since: number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
    this.since = clock();
  }

  /** To be asked between two parts: whether it is the others' turn. */
  get isOver(): boolean {
    return this.clock() - this.since >= SLICE_MS;
  }

  /** Goes on when the others have had their turn. */
  async rest(): Promise<void> {
    turn = turn.then(() => nextTurn());
    await turn;
    this.count++;
    this.since = this.clock();
  }
}
