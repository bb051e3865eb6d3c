/** All that the server tells Prometheus: the store and the features register their own metrics. */
import { redisMetrics } from '../announcing/redis/redisMetrics.ts';
import { createMetrics, metricsRegistry } from '../base/metrics/metrics.ts';
import type { Readiness } from '../base/readiness.ts';
import { noticeMetrics } from '../features/notices/notices.ts';
import { templeMetrics } from '../features/temples/temples.ts';
import type { Journal } from '../store/journal/journal.ts';
import { journalMetrics } from '../store/journal/journalMetrics.ts';
import type { OutboxCounts } from '../store/journal/noticeOutbox.ts';

export type Metrics = ReturnType<typeof allMetrics>;

interface Measured {
  readonly readiness: Readiness;
  readonly journal: Pick<Journal, 'counts'>;
  readonly outbox: { counts(): Promise<OutboxCounts> };
}

export function allMetrics({ readiness, journal, outbox }: Measured) {
  const registry = metricsRegistry();
  return {
    ...createMetrics(registry, readiness),
    journal: journalMetrics(registry, journal),
    redis: redisMetrics(registry),
    notices: noticeMetrics(registry, () => outbox.counts()),
    temples: templeMetrics(registry),
  };
}
