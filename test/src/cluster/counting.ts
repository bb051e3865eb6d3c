/** What the servers counted, over all their starts. What a server counted in the moment before a kill is missing. */
import type { Cluster } from './cluster.ts';

/** Without any of these, a run has not tried what it is for. */
const BITES = {
  takeovers: 'flower_war_takeovers_total',
  refused: 'flower_war_appends_total{outcome="refused"}',
  unknown: 'flower_war_appends_total{outcome="unknown"}',
  forwarded: 'flower_war_forwarded_total',
} as const;
export type Bite = keyof typeof BITES;
export type Bites = Readonly<Record<Bite, number>>;

const EVERY_MS = 300;

export class Counting {
  private readonly cluster: Cluster;
  private readonly last = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<unknown> = Promise.resolve();
  private readonly total: Record<Bite, number> = { takeovers: 0, refused: 0, unknown: 0, forwarded: 0 };

  constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.timer = setInterval(() => {
      this.looking = this.look();
    }, EVERY_MS);
  }

  async stop(): Promise<Bites> {
    clearInterval(this.timer);
    await this.looking;
    await this.look();
    return this.total;
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.cluster.processes.map(async (one) => {
        const counters = await one.counters();
        for (const bite of Object.keys(BITES) as Bite[])
          this.note(bite, `${one.name} ${bite}`, sumOf(counters, BITES[bite]));
      }),
    );
  }

  /** A server that started again counts from 0. */
  private note(bite: Bite, key: string, now: number | undefined): void {
    if (now === undefined) return;
    const before = this.last.get(key) ?? 0;
    this.total[bite] += now < before ? now : now - before;
    this.last.set(key, now);
  }
}

/** A metric with any labels, or with those that are named. Undefined if the server did not answer. */
function sumOf(counters: ReadonlyMap<string, number>, metric: string): number | undefined {
  if (counters.size === 0) return undefined;
  const own = [...counters].filter(([name]) => name === metric || name.startsWith(`${metric}{`));
  return own.reduce((sum, [, value]) => sum + value, 0);
}
