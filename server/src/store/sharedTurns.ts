/** Turns among all processes on one store. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalTurns, type Turns } from '../base/turns.ts';
import { StoreError } from './engine/engine.ts';
import type { Lease } from './leases.ts';
import type { Stores } from './operations.ts';

/** Longer than any such job: it waits for a few statements. A process that dies holds up its name so long. */
const LEASE_MS = 15_000;
const GIVE_UP_AFTER_MS = 20_000;
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

export class SharedTurns implements Turns {
  private readonly leases: Stores['leases'];
  private readonly local = new LocalTurns();

  constructor(leases: Stores['leases']) {
    this.leases = leases;
  }

  /** Rejects with a `StoreError` if other processes do not end their turns. */
  run<T>(name: string, job: () => Promise<T>): Promise<T> {
    return this.local.run(name, async () => {
      const lease = { name: `turn ${name}`, process: randomUUID() };
      await this.begin(lease);
      try {
        return await job();
      } finally {
        await this.leases.release(lease).catch(() => {}); // it runs out
      }
    });
  }

  private async begin(lease: Lease): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
    for (let ms = FIRST_WAIT_MS; ; ms = Math.min(2 * ms, LONGEST_WAIT_MS)) {
      if (await this.leases.hold(lease, { now: Date.now(), forMs: LEASE_MS })) return;
      if (performance.now() > giveUpAt) throw new StoreError(`${lease.name}: other processes hold it`);
      await wait(ms * (0.5 + Math.random() / 2));
    }
  }
}
