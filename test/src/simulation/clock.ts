/** The clocks and timers of one simulated program. */
import type { Planned, World } from './world.ts';

/** What has these clocks. */
export interface Timed {
  readonly world: World;
  /** How far its clock is ahead of the time. */
  readonly wallOffset: number;
  enter(job: () => void): void;
}

const LONGEST_MS = 2 ** 31 - 1;

type Job = (...given: unknown[]) => void;

/** As Node gives it. */
class Timer {
  private readonly start: () => Planned;
  private planned: Planned;
  private isRef = true;

  constructor(start: () => Planned) {
    this.start = start;
    this.planned = start();
  }

  ref(): this {
    this.isRef = true;
    return this;
  }

  unref(): this {
    this.isRef = false;
    return this;
  }

  hasRef(): boolean {
    return this.isRef;
  }

  refresh(): this {
    this.planned.cancel();
    this.planned = this.start();
    return this;
  }

  close(): this {
    this.planned.cancel();
    return this;
  }

  [Symbol.toPrimitive](): number {
    return 0;
  }
}

export type Clocks = ReturnType<typeof clocksOf>;

export function clocksOf(program: Timed) {
  const { world } = program;
  const began = world.now;
  const wall = () => Math.floor(world.now + program.wallOffset);
  const plan = (job: Job, milliseconds: unknown, given: readonly unknown[]): Planned => {
    const wanted = Number(milliseconds);
    const wait = wanted >= 1 && wanted <= LONGEST_MS ? Math.trunc(wanted) : 1;
    return world.in(wait, () => program.enter(() => job(...given)), program);
  };
  const setTimeout = (job: Job, milliseconds?: number, ...given: unknown[]) =>
    new Timer(() => plan(job, milliseconds, given));
  const setInterval = (job: Job, milliseconds?: number, ...given: unknown[]) => {
    const timer: Timer = new Timer(() =>
      plan(
        () => {
          timer.refresh();
          job(...given);
        },
        milliseconds,
        [],
      ),
    );
    return timer;
  };
  const clear = (timer: unknown) => void (timer instanceof Timer && timer.close());
  const setImmediate = (job: Job, ...given: unknown[]) => {
    let isOff = false;
    world.owed++;
    globalThis.setImmediate(() => {
      world.owed--;
      if (!isOff) program.enter(() => job(...given));
    });
    const immediate = {
      ref: () => immediate,
      unref: () => immediate,
      hasRef: () => true,
      off: () => {
        isOff = true;
      },
    };
    return immediate;
  };
  const clearImmediate = (immediate?: { off?: () => void }) => immediate?.off?.();
  const performance = {
    now: () => world.now - began,
    timeOrigin: began,
    mark: () => {},
    measure: () => {},
    toJSON: () => ({}),
    eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  };
  const timers = { setTimeout, setInterval, setImmediate, clearTimeout: clear, clearInterval: clear, clearImmediate };
  return {
    ...timers,
    performance,
    Date: dateOf(wall),
    AbortSignal: signalsOf(setTimeout),
    promises: promisesOf(timers),
  };
}

function dateOf(wall: () => number): DateConstructor {
  return class extends Date {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [wall()] : given) as [number]));
    }

    static override now(): number {
      return wall();
    }

    static override [Symbol.hasInstance](one: unknown): boolean {
      return Object.prototype.toString.call(one) === '[object Date]';
    }
  } as unknown as DateConstructor;
}

function signalsOf(setTimeout: (job: Job, milliseconds: number) => unknown) {
  return {
    timeout(milliseconds: number): AbortSignal {
      const ending = new AbortController();
      setTimeout(
        () => ending.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
        milliseconds,
      );
      return ending.signal;
    },
    any: (signals: AbortSignal[]) => AbortSignal.any(signals),
    abort: (reason?: unknown) => AbortSignal.abort(reason),
    [Symbol.hasInstance]: (one: unknown) => one instanceof AbortSignal,
  };
}

interface Waiting {
  readonly signal?: AbortSignal;
}

type Timers = {
  readonly setTimeout: (job: Job, milliseconds?: number) => Timer;
  readonly setImmediate: (job: Job) => { off: () => void };
};

/** `node:timers/promises`. */
function promisesOf({ setTimeout, setImmediate }: Timers) {
  const wait = (milliseconds?: number, value?: unknown, { signal }: Waiting = {}) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        timer.close();
        reject(
          Object.assign(new Error('The operation was aborted'), {
            name: 'AbortError',
            code: 'ABORT_ERR',
            cause: signal?.reason,
          }),
        );
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve(value);
      }, milliseconds);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  async function* setInterval(milliseconds?: number, value?: unknown, waiting: Waiting = {}) {
    for (;;) yield await wait(milliseconds, value, waiting);
  }
  const turn = (value?: unknown) => new Promise((resolve) => void setImmediate(() => resolve(value)));
  return { setTimeout: wait, setInterval, setImmediate: turn, scheduler: { wait, yield: turn } };
}
