/** Counts what works. A step that cannot be tried is named with its reason. */

/** Why something cannot be tried here. */
export class Missing extends Error {}

export class Steps {
  passed = 0;
  failed = 0;
  skipped = 0;

  /** Whether the step worked. What it returns is shown. */
  async try(name: string, work: () => Promise<string>): Promise<boolean> {
    const since = performance.now();
    try {
      const shown = await work();
      this.passed++;
      console.log(`ok       ${name}: ${shown} (${((performance.now() - since) / 1000).toFixed(1)} s)`);
      return true;
    } catch (error) {
      if (error instanceof Missing) this.skipped++;
      else this.failed++;
      console.log(`${error instanceof Missing ? 'skipped' : 'FAILED '}  ${name}: ${(error as Error).message}`);
      return false;
    }
  }
}
