/** The Prometheus metrics of notices. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { soon } from '../../base/waiting/soon.ts';
import type { OutboxCounts } from '../../store/journal/noticeOutbox.ts';

export function noticeMetrics(registry: Registry, countsNow: () => Promise<OutboxCounts>) {
  const registers = [registry];
  new Gauge({
    name: 'flower_war_notices_pending',
    help: 'notices that wait to be sent or to be tried again; every process tells the same, and none while the store is away',
    registers,
    async collect() {
      const counts = await soon(countsNow());
      if (counts === undefined) this.remove();
      else this.set(counts.pending);
    },
  });
  const attempts = new Counter({
    name: 'flower_war_notices_total',
    help: 'notices posted, by outcome: sent, failed, given-up',
    labelNames: ['outcome'],
    registers,
  });
  return { count: (outcome: 'sent' | 'failed' | 'given-up') => attempts.inc({ outcome }) };
}
