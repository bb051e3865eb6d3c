/** A lease that this process keeps as long as it lives: what a server does once, one of its processes does. */
import type { Lease } from './store/leases.ts';
import type { Stores } from './store/operations.ts';

const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5000;

export class HeldLease {
  private readonly store: Stores['leases'];
  private readonly lease: Lease;
  private readonly now: () => number;
  private isMine = false;
  private askAt = 0;

  constructor(store: Stores['leases'], lease: Lease, now: () => number) {
    this.store = store;
    this.lease = lease;
    this.now = now;
  }

  /** Whether this process has the lease. Rejects, and so counts as no, while the store does not answer. */
  async isHeld(): Promise<boolean> {
    const now = this.now();
    if (now < this.askAt) return this.isMine;
    this.isMine = false;
    this.isMine = await this.store.hold(this.lease, { now, forMs: LEASE_MS });
    this.askAt = now + RENEW_EVERY_MS;
    return this.isMine;
  }

  /** Another process may take it at once. */
  async release(): Promise<void> {
    this.isMine = false;
    await this.store.release(this.lease);
  }
}
