/** Runs jobs one by one, where what one job finds must not change before it has acted. */
export function queue(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = last.then(job, job);
    last = run;
    return run;
  };
}
