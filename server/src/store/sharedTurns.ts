/** Turns among all processes on one store. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalTurns, type Turns } from '../base/turns.ts';
import { StoreError } from './engine/engine.ts';
import type { Lease } from './keys.ts';
import type { Stores } from './operations.ts';

/** Longer than any such job: it waits for a few statements. A process that stands still holds up its name until it is declared dead. */
const LEASE_MS = 15_000;
const GIVE_UP_AFTER_MS = 20_000;
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 200;

export class SharedTurns implements Turns {
  private readonly leases: Stores['leases'];
  private readonly process: string;
  private readonly local = new LocalTurns();

  /** `process`: the id of this one among those that show signs of life. */
  constructor(leases: Stores['leases'], process: string) {
    this.leases = leases;
    this.process = process;
  }

  /** Rejects with a `StoreError` if other processes do not end their turns. */
  run<T>(name: string, job: () => Promise<T>): Promise<T> {
    return this.local.run(name, async () => {
      const lease = { name: `turn ${name}`, process: `${this.process} ${randomUUID()}` };
      try {
        await this.begin(lease);
        return await job();
      } finally {
        if (!(await this.isEnded(lease))) void this.endLater(lease);
      }
    });
  }

  private isEnded(lease: Lease): Promise<boolean> {
    return this.leases.release(lease).then(
      () => true,
      () => false,
    );
  }

  /** A store that is away for a moment holds up the next turn no longer than that. */
  private async endLater(lease: Lease): Promise<void> {
    const runsOutAt = performance.now() + LEASE_MS;
    do await wait(LONGEST_WAIT_MS, undefined, { ref: false });
    while (performance.now() < runsOutAt && !(await this.isEnded(lease)));
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
