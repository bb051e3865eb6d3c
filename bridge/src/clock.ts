/** The time as a parameter: tests pass a clock that they move by hand. */
export interface Clock {
  /** Milliseconds that never fall; not the time of day. */
  now(): number;
  /** Calls `run` once, later. The returned function cancels that. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Calls `run` again and again. The returned function ends that. */
export function every(clock: Clock, milliseconds: number, run: () => void): () => void {
  let callOff = (): void => {};
  const plan = (): void => {
    callOff = clock.after(milliseconds, () => {
      plan();
      run();
    });
  };
  plan();
  return () => callOff();
}
