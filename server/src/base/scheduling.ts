import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs jobs of the same name one by one, where what one job finds must not change before it has acted. */
export interface Turns {
  run<T>(name: string, job: () => Promise<T>): Promise<T>;
}

/** Among the jobs of this process. */
export class LocalTurns implements Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  run<T>(name: string, job: () => Promise<T>): Promise<T> {
    const done = (this.last.get(name) ?? Promise.resolve()).then(job, job);
    this.last.set(name, done);
    const forget = () => {
      if (this.last.get(name) === done) this.last.delete(name);
    };
    done.then(forget, forget);
    return done;
  }
}

/** Runs jobs one by one, where what one job finds must not change before it has acted. */
export function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = last.then(job, job);
    last = run;
    return run;
  };
}

/** Lets a few begin in each turn of the event loop: what a crowd wants holds up nothing else for long. */
export class Crowd {
  private readonly atOnce: number;
  private begun = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  /** In the order of asking. Nothing to wait for where there is no crowd. */
  turn(): Promise<void> | undefined {
    if (this.begun === 0) void nextTurn().then(() => this.goOn());
    if (this.begun < this.atOnce) return void this.begun++;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private goOn(): void {
    const next = this.waiting.splice(0, this.atOnce);
    this.begun = next.length;
    if (next.length > 0) void nextTurn().then(() => this.goOn());
    for (const begin of next) begin();
  }
}

// Long work in slices. Between two slices everything else in this process has its turn. If several long jobs run, only one goes on in each
// turn of the event loop, so that no request waits longer than one slice.

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

/**
 * Puts this thread behind all that is more urgent. Linux gives each thread a priority of its own. Elsewhere, and where `/proc` is missing, this one
 * shares the time as all others do.
 */
export function stepBack(priority: number = constants.priority.PRIORITY_BELOW_NORMAL): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), priority);
  } catch {}
}

/** Gives up after a short time; the answer then lacks this figure, as the metrics do while the store is away. */
const PATIENCE_MS = 1000;

export async function soon<T>(asked: Promise<T>, patienceMs = PATIENCE_MS): Promise<T | undefined> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    late = setTimeout(resolve, patienceMs, undefined);
  });
  try {
    return await Promise.race([asked.catch(() => undefined), tooLate]);
  } finally {
    clearTimeout(late);
  }
}
