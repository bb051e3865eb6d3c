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
