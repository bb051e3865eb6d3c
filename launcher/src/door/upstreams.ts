/** The server processes behind the front door, and which of them a request goes to. */
import { HealthCheck } from './healthCheck.ts';
import type { Told } from './news.ts';
import { Upstream } from './upstream.ts';

export class Upstreams {
  private known: readonly Upstream[] = [];
  private readonly checks = new Map<Upstream, HealthCheck>();

  tell(processes: readonly Told[]): void {
    this.known = processes.map((told) => {
      const one = this.known.find(({ name, port }) => name === told.name && port === told.port) ?? new Upstream(told);
      one.isLeaving = told.isLeaving;
      return one;
    });
    for (const one of this.known) if (!this.checks.has(one)) this.checks.set(one, new HealthCheck(one));
    for (const [one, check] of this.checks) if (!this.known.includes(one)) check.stop();
    for (const one of this.checks.keys()) if (!this.known.includes(one)) this.checks.delete(one);
  }

  /** The least busy process that was not tried yet: a ready one, or else one that can tell why it is not ready. */
  leastBusy(tried: ReadonlySet<Upstream>): Upstream | undefined {
    const rank = ({ isReady, isLeaving }: Upstream) => (isLeaving ? 2 : 0) + (isReady ? 0 : 1);
    const left = this.known.filter((one) => !tried.has(one));
    return left.toSorted((one, other) => rank(one) - rank(other) || one.open.size - other.open.size)[0];
  }

  /** The process that a socket belongs to: the first part of its path names it. */
  named(path: string): Upstream | undefined {
    const [, name] = /^\/([^/?]*)\//.exec(path) ?? [];
    return this.known.find((one) => one.name === name);
  }
}
