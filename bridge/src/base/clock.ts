/** Time as a parameter: tests pass one that they move by hand. */
export interface Clock {
  /** Milliseconds that only rise; no time of day. */
  now(): number;
  /** Runs it once, later; returns the way to call it off. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Again and again, until it is called off. */
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
