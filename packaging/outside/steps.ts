/** Counts what works. A step that cannot be tried is named with its reason. */

/** Why something cannot be tried here. */
export class Missing extends Error {}

export class Steps {
  passed = 0;
  failed = 0;
  skipped = 0;

  /** Whether the step worked. What it returns is shown. */
  async try(name: string, work: () => Promise<string>): Promise<boolean> {
    return (await this.got(name, async () => ({ shown: await work() }))) !== undefined;
  }

  /** What the step made, if it worked. */
  async got<T extends { readonly shown: string }>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    const since = performance.now();
    try {
      const made = await work();
      this.passed++;
      console.log(`ok       ${name}: ${made.shown} (${((performance.now() - since) / 1000).toFixed(1)} s)`);
      return made;
    } catch (error) {
      if (error instanceof Missing) this.skipped++;
      else this.failed++;
      console.log(`${error instanceof Missing ? 'skipped' : 'FAILED '}  ${name}: ${(error as Error).message}`);
      return undefined;
    }
  }
}
